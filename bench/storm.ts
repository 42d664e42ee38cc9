import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from '../harness/chance.ts'
import { readArguments } from '../scripts/arguments.ts'
import { createApi } from '../scripts/seed/api-client.ts'
import { withDatabase } from '../harness/database.ts'
import { startService } from '../harness/service.ts'
import { startFront } from './front.ts'
import { figure, holds, median, p99 } from '../harness/results.ts'
import { requestOf, runLoad } from './rounds.ts'
import { serveWithoutMailmen, WITHOUT_LIMITS } from './stand.ts'
import { tablesOf } from '../harness/table.ts'

const TITLE = 'Sold-out concert'
const SEATS = 5_000
const PEOPLE = 20_000
const SOCKETS = 256
const MAX_PARTY_SIZE = 5
const ONE_PARTY_IN = 10
/** Parties race for them. Each wants one, and parties that come too late get no seats. */
const SHIRTS = 50
const MAX_DURATION_MS = 240_000

const HELP = `
npm run storm -- [--direct] [--json]

20,000 people try to get one of the 5,000 seats of an event, over 256 sockets; one request in ten is for a party of two to
five, which also wants one of 50 shirts. Requests pass a proxy, as docs/deploying.md recommends for a rush. Afterwards the rows are compared with the answers.
Emails stay in their queue.

  --direct  bypasses the proxy
  --json    prints JSON
`
const { values } = readArguments({
  name: 'npm run storm',
  help: HELP,
  options: { direct: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})

const openEvent = async (dataDir: string) => {
  const service = await startService({ dataDir, env: WITHOUT_LIMITS })
  try {
    const api = createApi(service.baseUrl)
    const [owner, operator] = [{ token: service.demo.tokens.owner }, { token: service.demo.tokens.operator }]
    const calendar = await api.call<{ slug: string }>(owner, 'POST /calendars', { name: 'Storm', timezone: 'UTC' })
    await api.call(operator, `PUT /calendars/${calendar.data.slug}/plan`, { plan: 'PRO' })
    const scopes = (await api.call<string[]>(owner, `GET /calendars/${calendar.data.slug}/api-keys/scopes`)).data
    const named = { name: 'storm', scopes }
    const made = await api.call<{ key: string }>(owner, `POST /calendars/${calendar.data.slug}/api-keys`, named)
    const event = await api.call<{ id: string }>({ apiKey: made.data.key }, 'POST /v1/events', {
      title: TITLE,
      startAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: 'UTC',
      status: 'PUBLISHED',
      capacity: SEATS,
    })
    const shirt = { name: 'Shirt', per: 'ORDER', stock: SHIRTS, maxQuantity: 1 }
    const addon = await api.call<{ id: string }>(
      { apiKey: made.data.key },
      `POST /v1/events/${event.data.id}/addons`,
      shirt,
    )
    return { eventId: event.data.id, addonId: addon.data.id }
  } finally {
    await service.stop()
  }
}

/** Splits the people into groups, one request per group. The split is seeded, so that every run is the same. */
const groupsOf = (people: number) => {
  const chance = chanceOf(1)
  const groups: number[] = []
  for (let left = people; left > 0; left -= groups.at(-1) ?? 0) {
    const wanted = chance() * ONE_PARTY_IN < 1 ? 2 + Math.floor(chance() * (MAX_PARTY_SIZE - 1)) : 1
    groups.push(Math.min(wanted, left))
  }
  return groups
}

const personOf = (number: number) => ({ firstName: 'Ada', lastName: 'Storm', email: `p${number}@example.org` })

const bodyOf = (size: number, number: number, addonId: string) =>
  size === 1
    ? personOf(number)
    : {
        buyer: personOf(number),
        attendees: Array.from({ length: size }, (_, index) => ({ firstName: 'Ada', lastName: `Seat ${index + 1}` })),
        addons: [{ addonId, quantity: 1 }],
      }

const countIn = (dataDir: string, sql: string) =>
  withDatabase(dataDir, (db) => Number(Object.values(db.prepare(sql).get() ?? {})[0]))

// Restricts the counts to this event, because the database also contains the demo data.
const HERE = `event_id = (select id from events where title = '${TITLE}')`
const SEATED = `status in ('CONFIRMED', 'CHECKED_IN')`
const RULES: readonly (readonly [rule: string, sql: string, expected: number])[] = [
  ['seats taken', `select count(*) from guests where ${HERE} and ${SEATED}`, SEATS],
  ['guests without a seat', `select count(*) from guests where ${HERE} and not ${SEATED}`, 0],
  ['shirts sold', `select taken from addons where ${HERE}`, SHIRTS],
  [
    'orders with a shirt',
    `select count(*) from order_addons x join orders o on o.id = x.order_id where o.${HERE}`,
    SHIRTS,
  ],
  ['parties with seats', `select count(distinct party_id) from guests where ${HERE} and ${SEATED}`, SHIRTS],
  ['distinct codes', `select count(distinct qr_code) from guests where ${HERE}`, SEATS],
  [
    'pending emails minus one per registration',
    `select (select count(*) from mails where ${HERE} and kind in ('confirmation', 'party'))
    - (select count(distinct coalesce(party_id, id)) from guests where ${HERE})`,
    0,
  ],
]

const root = mkdtempSync(join(tmpdir(), 'event-calendar-storm-'))
const { eventId, addonId } = await openEvent(root)
const { port, stop } = await serveWithoutMailmen(root)
const front = values.direct ? undefined : await startFront(port)
const path = `/api/public/events/${eventId}/registrations`
const sizes = new Map<Buffer, number>()
const groups = groupsOf(PEOPLE)
const requests = groups.map((size, number) => {
  const request = requestOf({ method: 'POST', path, body: bodyOf(size, number, addonId) })
  sizes.set(request, size)
  return request
})

let [answered, seated, parties] = [0, 0, 0]
const watch = { isOver: false, reads: 0, most: 0 }

/** Polls availability during the run. It must never report more seats taken than exist. */
const watched = (async () => {
  while (!watch.isOver) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/events/${eventId}/availability`)
    if (!answer.ok) throw new Error(`availability answered ${answer.status}`)
    const { data } = (await answer.json()) as { data: { limits: { kind: string; used: number | null }[] } }
    const used = data.limits.find(({ kind }) => kind === 'EVENT_CAPACITY')?.used ?? 0
    watch.reads += 1
    watch.most = Math.max(watch.most, used)
    await sleep(100)
  }
})()

try {
  console.error(`${PEOPLE} people in ${groups.length} requests, ${SOCKETS} sockets …`)
  let next = 0
  const began = performance.now()
  const { delays } = await runLoad({
    port: front?.port ?? port,
    connections: SOCKETS,
    forMs: MAX_DURATION_MS,
    status: [200, 409],
    next: () => requests[next++] ?? null,
    onAnswer: (request, status) => {
      answered += 1
      if (status !== 200) return
      const size = sizes.get(request) ?? 0
      seated += size
      if (size > 1) parties += 1
    },
  })
  const seconds = (performance.now() - began) / 1_000
  watch.isOver = true
  await watched
  const results = [
    figure('requests answered', answered, 'requests', { least: groups.length, most: groups.length }),
    figure('people whose answer confirmed a seat', seated, 'people', { least: SEATS, most: SEATS }),
    figure('parties among them', parties, 'parties', { least: 1 }),
    ...RULES.map(([rule, sql, expected]) => figure(rule, countIn(root, sql), '', { least: expected, most: expected })),
    figure(
      'parties seated incompletely',
      countIn(
        root,
        `select count(*) from (select party_id from guests
      where ${HERE} and party_id is not null group by party_id having sum(${SEATED}) <> count(*))`,
      ),
      'parties',
      { most: 0 },
    ),
    figure(`most seats taken, in ${watch.reads} reads`, watch.most, 'seats', { most: SEATS }),
    figure('requests per second', answered / seconds, 'per second', { least: 450 }),
    figure('people per second', PEOPLE / seconds, 'per second', {}),
    figure('p50', median(delays), 'ms', {}),
    figure('p99', p99(delays), 'ms', { most: 3_000 }),
  ]
  if (values.json)
    console.log(
      JSON.stringify(
        results.map((each) => ({ ...each, holds: holds(each) })),
        null,
        2,
      ),
    )
  else console.log(tablesOf(results))
  process.exitCode = results.every(holds) ? 0 : 1
} finally {
  watch.isOver = true
  front?.stop()
  await stop()
  rmSync(root, { recursive: true, force: true })
}
