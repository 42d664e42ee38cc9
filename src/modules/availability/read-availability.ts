import { eventsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import { reading, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { isoOrNull, type Instant } from '../../kernel/time.ts'
import { both, one, open, operation } from '../../operation/operation.ts'
import { foldCode } from '../coupons/index.ts'
import { readTickets } from '../tickets/index.ts'
import { Availability, AvailabilityQuery, type AvailabilityOutput } from './availability.schema.ts'
import { KINDS, seatsNow, type LimitKind, type SeatRequest, type WithoutTicket } from './availability.store.ts'
import { countCoupon } from '../guests/index.ts'
import { quotaValuesOf } from '../seats/index.ts'

/**
 * Whether `quantity` people could have seats immediately, and which limits prevent it. Uses the same conditions as the
 * guards that give out seats.
 */

type Query = SchemaOutput<typeof AvailabilityQuery>

const seatsStatement = (eventId: string, { ticketId: named, quantity, couponCode, at }: Query, deps: Deps) => {
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

const roomLeft = (capacity: number | null, seats: number) => (capacity === null ? Infinity : capacity - seats)

/** The next time at which a window opens or closes. */
const nextEdge = (at: Instant, ...edges: (Instant | null)[]) => {
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
  const [inEvent, onTicket] = [roomLeft(seats.capacity, seats.seats), roomLeft(seats.ticketCapacity, seats.ticketSeats)]
  const isShort = Math.min(inEvent, onTicket) < quantity
  const isOfTicket = seats.isTicketTighter === 1
  /** Seats reserved for other guests. This limit blocks only if the request would fit once those seats were free. */
  const reserved = (kind: LimitKind, ofEvent: number, ofTicket: number, until: Instant | null) =>
    limit(kind, {
      used: isOfTicket ? ofTicket : ofEvent,
      until,
      isOfTicket,
      isBlocking: isShort && Math.min(inEvent + ofEvent, onTicket + ofTicket) >= quantity,
    })
  return [
    limit('STATUS'),
    limit('WINDOW', { until: nextEdge(at, seats.opensAt, seats.closesAt, seats.salesStartAt, seats.salesEndAt) }),
    limit('PAUSED', { isOfTicket: true }),
    limit('EVENT_CAPACITY', { of: seats.capacity, used: seats.seats }),
    limit('TICKET_CAPACITY', { of: seats.ticketCapacity, used: seats.ticketSeats, isOfTicket: true }),
    reserved('UNPAID', seats.unpaid, seats.unpaidOfTicket, seats.unpaidUntil),
    reserved('OFFERED', seats.offered, seats.offeredOfTicket, seats.offeredUntil),
    limit('LINE', { used: seats.waiting }),
    ...(seats.redemptions === null && !blocks('COUPON')
      ? []
      : [
          limit('COUPON', {
            of: seats.mostRedemptions,
            used: seats.redemptions,
            until: nextEdge(at, seats.couponFrom, seats.couponUntil),
          }),
        ]),
    limit('PER_ORDER', { of: seats.maxPerOrder, used: quantity, isOfTicket: true }),
  ]
}

/**
 * The largest quantity that fits now. 0 if that is less than `minPerOrder`, or if a limit outside `OF_QUANTITY`
 * prevents registration.
 */
const maximumOf = (seats: SeatRequest) => {
  const held = JSON.parse(seats.held) as (0 | 1)[]
  const OF_QUANTITY: readonly LimitKind[] = ['PER_ORDER', 'EVENT_CAPACITY', 'TICKET_CAPACITY', 'LINE']
  const isBarred = KINDS.some((kind, index) => !OF_QUANTITY.includes(kind) && held[index] !== 1)
  const most = Math.min(
    seats.maxPerOrder,
    roomLeft(seats.capacity, seats.seats),
    roomLeft(seats.ticketCapacity, seats.ticketSeats),
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

/** Defaults to the only visible ticket. */
const withTicket = async (event: EventRow, query: Query, deps: Deps): Promise<Query> => {
  if (query.ticketId !== undefined) return query
  const visible = (await readTickets(deps.db, event.id)).tickets.filter(({ isHidden }) => !isHidden)
  const [only] = visible
  if (only === undefined || visible.length > 1) throw refusal('validation_failed', { fields: [MUST_NAME] })
  return { ...query, ticketId: only.id }
}
const MUST_NAME = { field: 'ticketId', message: 'must be a ticket of this event' }

const seatsAhead = (eventId: string, query: Query, deps: Deps) =>
  query.ticketId === undefined ? null : reading([seatsStatement(eventId, query, deps)], ([[seats]]) => ({ seats }))

const read = async (
  {
    event,
    query,
    ahead,
  }: { event: EventRow; query: Query; ahead: { seats: SeatRequest | WithoutTicket | undefined } | null },
  deps: Deps,
) => {
  const asked = await withTicket(event, query, deps)
  const seats = ahead === null ? (await rowsFrom(deps.db, seatsStatement(event.id, asked, deps)))[0] : ahead.seats
  if (seats === undefined) throw notFound()
  if (seats.minPerOrder === null)
    throw refusal('validation_failed', { fields: [{ ...MUST_NAME, message: 'isn’t a ticket of this event' }] })
  return answerOf(seats, asked, deps)
}

export const readAvailability = operation({
  id: 'events.availability',
  summary: 'Get availability',
  description:
    'Reports whether a quantity is available, and which limits apply. Applies the same rules as a registration at that time.',
  subject: 'event',
  access: eventsRead,
  routes: both('GET /events/:eventId/availability'),
  query: AvailabilityQuery,
  answer: one(Availability),
  ahead: ({ name, query }, deps) => (name?.by === 'eventId' ? seatsAhead(name.id, query, deps) : null),
  run: (call, deps) => read(call, deps),
})

/**
 * Public pages show the figures of these limits anyway. The figures of `UNPAID`, `OFFERED`, `LINE` and `COUPON` stay
 * private.
 */
const OPENLY_COUNTED: readonly string[] = ['EVENT_CAPACITY', 'TICKET_CAPACITY', 'PER_ORDER']

/** Longer than any `couponCode`, so it matches no coupon. */
const UNKNOWN_CODE = 'x'.repeat(100)

/**
 * Trying a code here counts towards the same rate limit (`countCoupon`) as registering with it. For an unusable code,
 * anonymous callers get the same response as for one that doesn't exist: they learn neither the reason nor when the
 * code becomes valid.
 */
const withCodeOfNow = async (call: { event: EventRow; query: Query }, address: string, deps: Deps): Promise<Query> => {
  await countCoupon(address, deps)
  const { query } = call
  const { limits } = await read({ ...call, query: { ...query, at: undefined }, ahead: null }, deps)
  const isGood = limits.every(({ kind, blocks }) => kind !== 'COUPON' || !blocks)
  return isGood ? query : { ...query, couponCode: UNKNOWN_CODE }
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
