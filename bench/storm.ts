import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readArguments } from '../scripts/arguments.ts'
import { withDatabase } from '../harness/database.ts'
import { owedBy, bodyOf, crowdOf, hasAttendees, openConcert, SEATS, SHIRTS, CONCERT, type Group } from './crowd.ts'
import { startFront } from './front.ts'
import { figure, holds, median, p99 } from '../harness/results.ts'
import { requestOf, runLoad } from './rounds.ts'
import { serveWithoutMailmen } from './stand.ts'
import { tablesOf } from '../harness/table.ts'

const PEOPLE = 20_000
const SOCKETS = 256
const MAX_DURATION_MS = 240_000

const HELP = `
npm run storm -- [--direct] [--json]

20,000 people try to get one of the 5,000 seats of an event, over 256 sockets. One request in ten is for a party of two
to five, one in five chooses the price of its tickets, and one in ten also wants one of 100 shirts. Requests pass a
proxy, as docs/deploying.md recommends for a rush. Afterwards the rows are compared with the answers. Emails stay in their
queue.

  --direct  bypasses the proxy
  --json    prints JSON
`
const { values } = readArguments({
  name: 'npm run storm',
  help: HELP,
  options: { direct: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})

const countIn = (dataDir: string, sql: string) =>
  withDatabase(dataDir, (db) => Number(Object.values(db.prepare(sql).get() ?? {})[0]))

// Restricts the counts to this event, because the database also contains the demo data.
const HERE = `event_id = (select id from events where title = '${CONCERT}')`
const ORDERS = `(select * from orders where ${HERE})`

/** Totals according to the responses. The rows must add up to the same. */
interface Promised {
  seats: number
  orders: number
  /** Orders of a list of attendees. */
  parties: number
  shirts: number
  amount: number
}

const rulesOf = (promised: Promised): readonly (readonly [rule: string, sql: string, expected: number])[] => [
  ['seats taken', `select count(*) from guests where ${HERE} and takes_seat`, SEATS],
  ['guests without a seat', `select count(*) from guests where ${HERE} and not takes_seat`, 0],
  ['orders', `select count(*) from ${ORDERS}`, promised.orders],
  ['parties', `select count(distinct party_id) from guests where ${HERE} and takes_seat`, promised.parties],
  [
    'parties seated incompletely',
    `select count(*) from (select party_id from guests
      where ${HERE} and party_id is not null group by party_id having sum(takes_seat) <> count(*))`,
    0,
  ],
  ['shirts sold', `select taken from addons where ${HERE}`, SHIRTS],
  [
    'shirts in orders',
    `select sum(x.quantity) from order_addons x join ${ORDERS} o on o.id = x.order_id`,
    promised.shirts,
  ],
  ['sum of the orders', `select sum(total) from ${ORDERS}`, promised.amount],
  [
    'orders whose total is not the sum of their rows',
    `select count(*) from ${ORDERS} o where o.party_id is not null and o.total <>
      (select sum(s.price - s.discount + s.extras + s.fee) from order_seats s where s.order_id = o.id)
      + (select coalesce(sum(x.quantity * x.price), 0) from order_addons x where x.order_id = o.id and x.per = 'ORDER')`,
    0,
  ],
  [
    'seats at another price than the chosen one',
    `select count(*) from order_seats s join ${ORDERS} o on o.id = s.order_id
      join guest_choices c on c.guest_id = s.guest_id where c.price <> s.price`,
    0,
  ],
  ['distinct codes', `select count(distinct qr_code) from guests where ${HERE}`, SEATS],
  ['distinct buyers', `select count(distinct buyer_email) from ${ORDERS}`, promised.orders],
  [
    'pending emails minus one per registration',
    `select (select count(*) from mails where ${HERE} and kind in ('confirmation', 'party'))
    - (select count(distinct coalesce(party_id, id)) from guests where ${HERE})`,
    0,
  ],
]

const root = mkdtempSync(join(tmpdir(), 'event-calendar-storm-'))
const concert = await openConcert(root)
const { eventId, freeId } = concert
const { port, stop } = await serveWithoutMailmen(root)
const front = values.direct ? undefined : await startFront(port)
const path = `/api/public/events/${eventId}/registrations`
const askedBy = new Map<Buffer, Group>()
const groups = crowdOf(PEOPLE)
const requests = groups.map((group, number) => {
  const request = requestOf({ method: 'POST', path, body: bodyOf(group, number, concert) })
  askedBy.set(request, group)
  return request
})

let answered = 0
const promised: Promised = { seats: 0, orders: 0, parties: 0, shirts: 0, amount: 0 }
const watch = { isOver: false, reads: 0, most: 0 }

/** Polls availability during the run. It must never report more seats taken than exist. */
const watched = (async () => {
  while (!watch.isOver) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/events/${eventId}/availability?ticketId=${freeId}`)
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
      const group = askedBy.get(request)
      if (status !== 200 || group === undefined) return
      promised.seats += group.size
      promised.orders += 1
      promised.parties += Number(hasAttendees(group))
      promised.shirts += Number(group.wantsShirt)
      promised.amount += owedBy(group)
    },
  })
  const seconds = (performance.now() - began) / 1_000
  watch.isOver = true
  await watched
  const results = [
    figure('requests answered', answered, 'requests', { least: groups.length, most: groups.length }),
    figure('people whose answer confirmed a seat', promised.seats, 'people', { least: SEATS, most: SEATS }),
    figure('shirts in answers', promised.shirts, 'shirts', { least: SHIRTS, most: SHIRTS }),
    figure('parties in answers', promised.parties, 'parties', { least: 1 }),
    ...rulesOf(promised).map(([rule, sql, expected]) =>
      figure(rule, countIn(root, sql), '', { least: expected, most: expected }),
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
