import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { GUEST_SIZES, KEY, REGISTRATIONS, guestEventOf, ticketOf } from '../fill.ts'
import { compare, compareSizes } from '../harness.ts'
import { figure, median, type Case } from '../../harness/results.ts'
import { always, requestOf, runLoad } from '../rounds.ts'
import { serveWithoutMailmen, type Stand } from '../stand.ts'

const MOST = 100_000
const headers = { 'x-svc-api-key': KEY }

const list = (port: number, size: number, query: string) => ({
  port,
  status: 200,
  next: always({ path: `/api/v1/events/${guestEventOf(size)}/guests?limit=50${query}`, headers }),
})

const LISTS: [string, (size: number) => string][] = [
  ['guest list, page 1', () => ''],
  ['guest list, CONFIRMED', () => '&status=CONFIRMED'],
  ['guest list, WAITLISTED', () => '&status=WAITLISTED'],
  ['guest list, by address', () => '&email=guest50@example.org'],
  ['guest list, by ticket', (size) => `&ticketId=${ticketOf(guestEventOf(size))}`],
]

const WORDS = ['ada99999', 'ada4242', 'nobody at all', 'e']

const search = async ({ port }: Stand) => {
  const slowest: number[] = []
  for (const word of WORDS) {
    const asked = list(port, MOST, `&q=${encodeURIComponent(word)}`)
    const { delays } = await runLoad({ ...asked, connections: 1, forMs: 700 })
    slowest.push(median(delays))
  }
  return [
    figure(`search 100,000 guests, p50 of the slowest of ${WORDS.length}`, Math.max(...slowest), 'ms', { most: 50 }),
  ]
}

let people = 0
const newcomer = () => {
  people += 1
  return { firstName: 'Ada', lastName: 'Bench', email: `bench${people}@example.org`, ticketId: ticketOf(REGISTRATIONS) }
}
const registrations = (port: number) => ({
  port,
  status: 200,
  next: () =>
    requestOf({ method: 'POST', path: `/api/public/events/${REGISTRATIONS}/registrations`, body: newcomer() }),
})
const bareRegistrations = (port: number) => ({
  port,
  status: 200,
  next: () =>
    requestOf({
      method: 'POST',
      path: '/registrations',
      body: { ...newcomer(), eventId: REGISTRATIONS, calendarId: 'cal_bench' },
    }),
})

const PARTY = 10
/** One order for ten attendees, none with their own email address. */
const parties = (port: number) => ({
  port,
  status: 200,
  next: () => {
    const { ticketId, ...buyer } = newcomer()
    const attendees = Array.from({ length: PARTY }, (_, number) => ({ ticketId, firstName: `Guest ${number}` }))
    return requestOf({
      method: 'POST',
      path: `/api/public/events/${REGISTRATIONS}/registrations`,
      body: { buyer, attendees },
    })
  },
})

/**
 * Runs the service without queue consumers. On Cloudflare, other invocations send the emails; here they would compete
 * with the benchmark for the CPU.
 */
const withoutMailmen = async (stand: Stand, work: (port: number) => Promise<void>) => {
  // Each run gets its own directory: copying a database next to another run's write-ahead log would corrupt it.
  const dataDir = mkdtempSync(join(stand.dataDir, 'without-mailmen-'))
  stand.copyRows(dataDir)
  const { port, stop } = await serveWithoutMailmen(dataDir, stand.dataDir)
  try {
    await work(port)
  } finally {
    await stop()
  }
}

const register: Case['run'] = async (stand) => {
  const results: Awaited<ReturnType<typeof compare>>[] = []
  await withoutMailmen(stand, async (port) => {
    results.push(
      await compare(null, {
        name: 'registration / guest, order, deliveries and email in one batch',
        subject: registrations(port),
        floor: bareRegistrations(stand.floorPort),
        bound: { least: 0.55 },
        connections: 8,
      }),
    )
  })
  const beside = await runLoad({ ...registrations(stand.port), connections: 8, forMs: 2_000 })
  return [
    ...results,
    figure('registrations while the same machine sends the emails', beside.perSecond, 'per second', {}),
  ]
}

const together: Case['run'] = async (stand) => {
  const results: Awaited<ReturnType<typeof compare>>[] = []
  await withoutMailmen(stand, async (port) => {
    results.push(
      await compare(null, {
        name: `registration of a party of ${PARTY} / of one`,
        subject: parties(port),
        floor: registrations(port),
        bound: { least: 1 / 2.5 },
        connections: 8,
      }),
    )
  })
  return results
}

const createdBy = async (port: number, path: string, body: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events/${REGISTRATIONS}/${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

/** Orders for one attendee with a priced ticket, with and without an add-on that has a stock. */
const withAddon: Case['run'] = async (stand) => {
  const results: Awaited<ReturnType<typeof compare>>[] = []
  await withoutMailmen(stand, async (port) => {
    const ticketId = await createdBy(port, 'tickets', { name: 'Priced', price: 2_000, currency: 'EUR' })
    const addonId = await createdBy(port, 'addons', { name: 'Shirt', price: 1_500, currency: 'EUR', stock: 1_000_000 })
    const orders = (attendee: object) => ({
      port,
      status: 200,
      next: () => {
        const { ticketId: _free, ...buyer } = newcomer()
        return requestOf({
          method: 'POST',
          path: `/api/public/events/${REGISTRATIONS}/registrations`,
          body: { buyer, attendees: [{ ticketId, ...attendee }] },
        })
      },
    })
    results.push(
      await compare(null, {
        name: 'order with an add-on / without',
        subject: orders({ addons: [{ addonId, quantity: 1 }] }),
        floor: orders({}),
        bound: { least: 0.714 },
        connections: 8,
      }),
    )
  })
  return results
}

const availability: Case['run'] = async ({ port }) => {
  const asked = (path: string) => ({ port, status: 200, next: always({ path, headers }) })
  const event = `/api/v1/events/${guestEventOf(MOST)}`
  return [
    await compare(null, {
      name: 'availability of an event of 100,000 guests / the event',
      subject: asked(`${event}/availability?quantity=2&ticketId=${ticketOf(guestEventOf(MOST))}`),
      floor: asked(event),
      bound: { least: 0.83 },
    }),
  ]
}

export const guestCases: Case[] = [
  {
    name: 'guests-size',
    run: async ({ port }) => {
      const results = []
      for (const [name, queryOf] of LISTS) {
        const sizes = GUEST_SIZES.map((size) => ({ size, load: () => list(port, size, queryOf(size)) }))
        results.push(await compareSizes({ name, sizes, bound: { most: 1.5 } }))
      }
      return results
    },
  },
  { name: 'guests-search', run: search },
  { name: 'guests-registration', run: register },
  { name: 'guests-party', run: together },
  { name: 'guests-addon', run: withAddon },
  { name: 'guests-availability', run: availability },
]
