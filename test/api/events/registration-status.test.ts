import { describe, expect, it } from 'vitest'
import { appWith } from '../../support/app.ts'
import { setColumns, type Columns } from '../../support/database.ts'
import { newCalendar, newEvent, newGuests, newTicket, person, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

const NOW = Date.now()
const HOUR = 3_600_000
const TIMES = { start_at: NOW - HOUR, end_at: NOW + HOUR }
/**
 * The possible results of a registration, best first. A visitor gets the best result that any visible ticket offers.
 */
const OUTCOMES = ['OPEN', 'WAITLIST', 'SOLD_OUT', 'NOT_YET_OPEN', 'CLOSED']

/**
 * `held` is the number of seats taken by others, either at the event (through a hidden ticket) or of the ticket itself.
 */
type Circumstance = Columns & { held?: number }

const EVENTS: Record<string, Circumstance> = {
  plain: {},
  'opens now': { registration_opens_at: NOW },
  'opens in a moment': { registration_opens_at: NOW + 1 },
  'closes now': { registration_closes_at: NOW },
  'closes in a moment': { registration_closes_at: NOW + 1 },
  'opens and closes later': { registration_opens_at: NOW + 1, registration_closes_at: NOW + HOUR },
  'ends now': { end_at: NOW },
  'ends in a moment': { end_at: NOW + 1 },
  'over, though registration closes later': { end_at: NOW - 1, registration_closes_at: NOW + HOUR },
  'a draft': { status: 'DRAFT' },
  cancelled: { status: 'CANCELLED' },
  archived: { status: 'ARCHIVED' },
  'one seat left': { capacity: 2, held: 1 },
  full: { capacity: 1, held: 1 },
  'full, with a waiting list': { capacity: 1, held: 1, waitlist_enabled: 1 },
  'full, with a waiting list, opens in a moment': {
    capacity: 1,
    held: 1,
    waitlist_enabled: 1,
    registration_opens_at: NOW + 1,
  },
  'free, with a waiting list': { waitlist_enabled: 1 },
}

const TICKETS: Record<string, Circumstance> = {
  plain: {},
  paused: { is_paused: 1 },
  'on sale from now': { sales_start_at: NOW },
  'on sale in a moment': { sales_start_at: NOW + 1 },
  'off sale from now': { sales_end_at: NOW },
  'off sale in a moment': { sales_end_at: NOW + 1 },
  'one left': { capacity: 2, held: 1 },
  'sold out': { capacity: 1, held: 1 },
  'sold out and paused': { capacity: 1, held: 1, is_paused: 1 },
  'sold out and over': { capacity: 1, held: 1, sales_end_at: NOW },
  'sold out before its sale': { capacity: 1, held: 1, sales_start_at: NOW + 1 },
  hidden: { is_hidden: 1 },
}

const each = <Value>(values: Record<string, Value>) => Object.entries(values)
interface Case {
  name: string
  event: Circumstance
  tickets: Circumstance[]
}

const WITHOUT_A_TICKET = each(EVENTS).map(([name, event]): Case => ({ name, event, tickets: [] }))
const WITH_A_TICKET = each(EVENTS).flatMap(([name, event]) =>
  each(TICKETS).map(([of, ticket]): Case => ({ name: `${name}, a ticket ${of}`, event, tickets: [ticket] })),
)
const WITH_TWO_TICKETS = each(TICKETS).flatMap(([one, first], index) =>
  each(TICKETS)
    .slice(index + 1)
    .map(([other, second]): Case => ({ name: `one ${one}, one ${other}`, event: {}, tickets: [first, second] })),
)
const WITH_A_LINE = WITH_TWO_TICKETS.map((one): Case => ({ ...one, event: { waitlist_enabled: 1 } }))

let calendar: Calendar
const atNow = appWith({ clock: () => NOW })

const newCase = async ({ event: { held = 0, ...columns }, tickets }: Case) => {
  const event = await newEvent(calendar, {}, null)
  const hold = async (seats: number, ticket: { id: string }) => {
    if (seats > 0) await newGuests({ ...event, ticketId: ticket.id }, seats)
  }
  if (held > 0) await hold(held, await newTicket(event, { isHidden: true }))
  for (const { held: onTicket = 0, ...ticket } of tickets) await hold(onTicket, await newTicket(event, ticket))
  await setColumns('events', event.id, { ...TIMES, ...columns })
  return event.id
}

interface Shown {
  id: string
  registrationStatus: string
  tickets: { id: string; isHidden: boolean }[]
}

const shownEvents = async () => {
  const headers = { Authorization: `Bearer ${await tokenFor(calendar.owner)}` }
  const shown = new Map<string, Shown>()
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const query = `calendarSlug=${calendar.slug}&from=1990-01-01&limit=100&page=${page}`
    const answer = await atNow.request(`/api/events?${query}`, { headers })
    const body = await answer.json<{ data: Shown[]; totalPages: number }>()
    for (const event of body.data) shown.set(event.id, event)
    totalPages = body.totalPages
  }
  return shown
}

/** Registers for the ticket and maps the response to a `registrationStatus`. */
const outcomeOf = async (eventId: string, ticketId: string | undefined) => {
  const answer = await atNow.request(`/api/public/events/${eventId}/registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person({ ticketId })),
  })
  const { data, code, message } = await answer.json<{
    data?: { guest: { status: string } }
    code: string
    message: string
  }>()
  if (data !== undefined) return data.guest.status === 'WAITLISTED' ? 'WAITLIST' : 'OPEN'
  if (code === 'capacity_exceeded') return 'SOLD_OUT'
  return code === 'registration_closed' && /isn’t (?:open|on sale) yet/.test(message) ? 'NOT_YET_OPEN' : 'CLOSED'
}

/**
 * Returns, for each case, the `registrationStatus` in the event list (`said`) and the result of a registration
 * (`found`).
 */
const saidAndFound = async (cases: Case[]) => {
  calendar = await newCalendar()
  const ids = await Promise.all(cases.map(newCase))
  const shown = await shownEvents()
  const pairs = cases.map(async ({ name }, index) => {
    const { id, registrationStatus, tickets } = shown.get(ids[index]!)!
    const visible = tickets.filter(({ isHidden }) => !isHidden).map((ticket) => ticket.id)
    const outcomes: string[] = []
    for (const ticketId of visible.length === 0 ? [undefined] : visible) outcomes.push(await outcomeOf(id, ticketId))
    return { name, said: registrationStatus, found: OUTCOMES.find((outcome) => outcomes.includes(outcome)) }
  })
  return Promise.all(pairs)
}

describe('registrationStatus', () => {
  it.each([
    ['without a ticket', WITHOUT_A_TICKET, ['NOT_YET_OPEN', 'CLOSED']],
    ['with a ticket', WITH_A_TICKET, OUTCOMES],
    ['with two tickets', WITH_TWO_TICKETS, ['OPEN', 'SOLD_OUT', 'NOT_YET_OPEN', 'CLOSED']],
    ['with two tickets and a waiting list', WITH_A_LINE, ['OPEN', 'WAITLIST', 'NOT_YET_OPEN', 'CLOSED']],
  ])(
    'equals the result of a registration made at the same moment, for every event %s',
    async (_name, cases, statuses) => {
      const results = await saidAndFound(cases)
      expect(results.filter(({ said, found }) => said !== found)).toEqual([])
      expect(new Set(results.map(({ said }) => said))).toEqual(new Set(statuses))
    },
  )
})
