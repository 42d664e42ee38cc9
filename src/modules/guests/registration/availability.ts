import { eventsRead } from '../../../access/demands.ts'
import type { EventRow } from '../../../db/rows.ts'
import { reading, rowsFrom } from '../../../db/statement.ts'
import type { Deps } from '../../../deps.ts'
import { notFound, refusal } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { isoOrNull, type Instant } from '../../../kernel/time.ts'
import { both, one, open, operation } from '../../../operation/operation.ts'
import { foldCode } from '../../coupons/index.ts'
import { readTickets } from '../../tickets/index.ts'
import { Availability, AvailabilityQuery, type AvailabilityOutput } from './availability.schema.ts'
import { KINDS, seatsNow, type LimitKind, type SeatRequest, type WithoutTicket } from './availability.store.ts'
import { countCoupon } from './register.ts'
import { quotaValuesOf } from '../../seats/index.ts'

/** Whether so many could have a place at once, and what stands in the way: by the conditions that guard the seat. */

type Query = SchemaOutput<typeof AvailabilityQuery>

const askedOf = (eventId: string, { ticketId: named, quantity, couponCode, at }: Query, deps: Deps) => {
  const ticketId = named ?? null
  const now = at ?? deps.clock()
  const attendees = Array.from({ length: quantity }, () => ({ ticketId, email: null }))
  return seatsNow({
    eventId,
    ticketId,
    attendees: JSON.stringify(attendees),
    size: quantity,
    couponCode: couponCode === undefined || couponCode === '' ? null : foldCode(couponCode),
    now,
    ...quotaValuesOf(deps.config.quotas, now),
  })
}

type Limit = AvailabilityOutput['limits'][number]

const left = (capacity: number | null, seats: number) => (capacity === null ? Infinity : capacity - seats)

/** When what a window says is over, or begins: the next of its edges. */
const nextOf = (at: Instant, ...edges: (Instant | null)[]) => {
  const ahead = edges.filter((edge) => edge !== null).filter((edge) => edge > at)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

const limitsOf = (seats: SeatRequest, { ticketId: named, quantity }: Query, at: Instant): Limit[] => {
  const ticketId = named ?? null
  const held = JSON.parse(seats.held) as (0 | 1)[]
  const blocks = (kind: LimitKind) => KINDS.some((each, index) => each === kind && held[index] !== 1)
  const limit = (
    kind: LimitKind,
    {
      of = null,
      used = null,
      until = null,
      isOfTicket = false,
      isBlocking = blocks(kind),
    }: Partial<{
      of: number | null
      used: number | null
      until: Instant | null
      isOfTicket: boolean
      isBlocking: boolean
    }> = {},
  ): Limit => ({ kind, ticketId: isOfTicket ? ticketId : null, of, used, blocks: isBlocking, until: isoOrNull(until) })
  const [inEvent, onTicket] = [left(seats.capacity, seats.seats), left(seats.ticketCapacity, seats.ticketSeats)]
  const isShort = Math.min(inEvent, onTicket) < quantity
  const isOfTicket = seats.isTicketTighter === 1
  /** Places that are kept for others, and without which there would be enough. */
  const kept = (kind: LimitKind, ofEvent: number, ofTicket: number, until: Instant | null) =>
    limit(kind, {
      used: isOfTicket ? ofTicket : ofEvent,
      until,
      isOfTicket,
      isBlocking: isShort && Math.min(inEvent + ofEvent, onTicket + ofTicket) >= quantity,
    })
  return [
    limit('STATUS'),
    limit('WINDOW', { until: nextOf(at, seats.opensAt, seats.closesAt, seats.salesStartAt, seats.salesEndAt) }),
    limit('PAUSED', { isOfTicket: true }),
    limit('EVENT_CAPACITY', { of: seats.capacity, used: seats.seats }),
    limit('TICKET_CAPACITY', { of: seats.ticketCapacity, used: seats.ticketSeats, isOfTicket: true }),
    kept('UNPAID', seats.unpaid, seats.unpaidOfTicket, seats.unpaidUntil),
    kept('OFFERED', seats.offered, seats.offeredOfTicket, seats.offeredUntil),
    limit('LINE', { used: seats.waiting }),
    ...(seats.redemptions === null && !blocks('COUPON')
      ? []
      : [
          limit('COUPON', {
            of: seats.mostRedemptions,
            used: seats.redemptions,
            until: nextOf(at, seats.couponFrom, seats.couponUntil),
          }),
        ]),
    limit('PER_ORDER', { of: seats.maxPerOrder, used: quantity, isOfTicket: true }),
  ]
}

/** The most that there is room for at once, where nothing else stands in the way. */
const maximumOf = (seats: SeatRequest) => {
  const held = JSON.parse(seats.held) as (0 | 1)[]
  const OF_QUANTITY: readonly LimitKind[] = ['PER_ORDER', 'EVENT_CAPACITY', 'TICKET_CAPACITY', 'LINE']
  const isBarred = KINDS.some((kind, index) => !OF_QUANTITY.includes(kind) && held[index] !== 1)
  const most = Math.min(
    seats.maxPerOrder,
    left(seats.capacity, seats.seats),
    left(seats.ticketCapacity, seats.ticketSeats),
    seats.leftByLine ?? Infinity,
  )
  return isBarred || most < seats.minPerOrder ? 0 : most
}

const answerOf = (seats: SeatRequest, query: Query, deps: Deps): AvailabilityOutput => {
  const at = query.at ?? deps.clock()
  const limits = limitsOf(seats, query, at)
  const changes = limits.flatMap(({ until }) => (until === null ? [] : [until]))
  return {
    available: seats.why === null,
    maximum: maximumOf(seats),
    limits,
    nextChangeAt: changes.toSorted()[0] ?? null,
  }
}

/** The only ticket that there is to choose, where none is named. */
const withTicket = async (event: EventRow, query: Query, deps: Deps): Promise<Query> => {
  if (query.ticketId !== undefined) return query
  const visible = (await readTickets(deps.db, event.id)).tickets.filter(({ isHidden }) => !isHidden)
  const [only] = visible
  if (only === undefined || visible.length > 1) throw refusal('validation_failed', { fields: [MUST_NAME] })
  return { ...query, ticketId: only.id }
}
const MUST_NAME = { field: 'ticketId', message: 'must be a ticket of this event' }

const seatsAhead = (eventId: string, query: Query, deps: Deps) =>
  query.ticketId === undefined ? null : reading([askedOf(eventId, query, deps)], ([[seats]]) => ({ seats }))

const read = async (
  {
    event,
    query,
    ahead,
  }: { event: EventRow; query: Query; ahead: { seats: SeatRequest | WithoutTicket | undefined } | null },
  deps: Deps,
) => {
  const asked = await withTicket(event, query, deps)
  const seats = ahead === null ? (await rowsFrom(deps.db, askedOf(event.id, asked, deps)))[0] : ahead.seats
  if (seats === undefined) throw notFound()
  if (seats.minPerOrder === null)
    throw refusal('validation_failed', { fields: [{ ...MUST_NAME, message: "isn't a ticket of this event" }] })
  return answerOf(seats, asked, deps)
}

export const readAvailability = operation({
  id: 'events.availability',
  summary: 'Get availability',
  description:
    'Reports whether a quantity is available, and which limits apply. Uses the same conditions as a registration at that time.',
  subject: 'event',
  access: eventsRead,
  routes: both('GET /events/:eventId/availability'),
  query: AvailabilityQuery,
  answer: one(Availability),
  ahead: ({ name, query }, deps) => (name?.by === 'eventId' ? seatsAhead(name.id, query, deps) : null),
  run: (call, deps) => read(call, deps),
})

/** What no page shows anyway is not told: how many wait, have not paid, or have used a code. */
const OPENLY_COUNTED: readonly string[] = ['EVENT_CAPACITY', 'TICKET_CAPACITY', 'PER_ORDER']

/** Longer than any code: no coupon goes by it. */
const NOBODYS_CODE = 'x'.repeat(100)

/**
 * Codes are tried out no more often than by registering. One that cannot be used now is no code at all to a stranger,
 * whatever is wrong with it and whenever it will be good: the answer is that of a code that nobody has made.
 */
const withCodeOfNow = async (call: { event: EventRow; query: Query }, address: string, deps: Deps): Promise<Query> => {
  await countCoupon(address, deps)
  const { query } = call
  const { limits } = await read({ ...call, query: { ...query, at: undefined }, ahead: null }, deps)
  const isGood = limits.every(({ kind, blocks }) => kind !== 'COUPON' || !blocks)
  return isGood ? query : { ...query, couponCode: NOBODYS_CODE }
}

export const readOpenAvailability = operation({
  id: 'events.openAvailability',
  summary: 'Get public availability',
  description: 'Reports whether a quantity is available, and which limits apply.',
  subject: 'event',
  routes: [open('GET /public/events/:eventId/availability')],
  query: AvailabilityQuery,
  answer: one(Availability),
  ahead: ({ name, query }, deps) =>
    name?.by === 'eventId' && query.couponCode === undefined ? seatsAhead(name.id, query, deps) : null,
  async run({ address, query, ...call }, deps) {
    const asked = query.couponCode === undefined ? query : await withCodeOfNow({ ...call, query }, address, deps)
    const { limits, ...answer } = await read({ ...call, query: asked }, deps)
    return {
      ...answer,
      limits: limits.map((limit) => (OPENLY_COUNTED.includes(limit.kind) ? limit : { ...limit, of: null, used: null })),
    }
  },
})
