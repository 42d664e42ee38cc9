import { sql, type SQL } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../db/guard.ts'
import { statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import {
  areOnSale,
  aroundParty,
  couldEverFit,
  hasRoomInEvent,
  hasRoomOnTickets,
  hasRoomUnderQuota,
  haveTickets,
  isOpen,
  mayAllGoFirst,
  mayBeRedeemedByParty,
  notCancelled,
  takeWhatOneOrderMay,
} from '../guests/index.ts'
import { registrationClosesAt, leftByLine, type QuotaValues, seatsOfEvent, seatsOfTicket } from '../seats/index.ts'

export const LIMITS = [
  'STATUS',
  'WINDOW',
  'PAUSED',
  'EVENT_CAPACITY',
  'TICKET_CAPACITY',
  'UNPAID',
  'OFFERED',
  'LINE',
  'COUPON',
  'PER_ORDER',
] as const
export type LimitKind = (typeof LIMITS)[number]

const [notSuspended, isPublished, hasOpened, hasNotClosed] = isOpen
const [isNotPaused, saleHasBegun, saleIsOn] = areOnSale
const [couponFits, couponIsLeft] = mayBeRedeemedByParty
const isInEvent = unless('capacity_exceeded', hasRoomInEvent)
const isOnTicket = unless('capacity_exceeded', hasRoomOnTickets)
const goesFirst = unless('capacity_exceeded', mayAllGoFirst)

/** Conditions for giving a party its seats immediately, each with the limit that it reports. */
const CONDITIONS = [
  ['STATUS', notCancelled],
  ['STATUS', notSuspended],
  ['STATUS', isPublished],
  ['WINDOW', hasOpened],
  ['WINDOW', hasNotClosed],
  ['STATUS', haveTickets],
  ['PER_ORDER', takeWhatOneOrderMay],
  ['EVENT_CAPACITY', couldEverFit],
  ['PAUSED', isNotPaused],
  ['WINDOW', saleHasBegun],
  ['WINDOW', saleIsOn],
  ['EVENT_CAPACITY', isInEvent],
  ['TICKET_CAPACITY', isOnTicket],
  ['LINE', goesFirst],
  ['EVENT_CAPACITY', hasRoomUnderQuota],
  ['COUPON', couponFits],
  ['COUPON', couponIsLeft],
] as const satisfies readonly (readonly [LimitKind, { holds: SQL }])[]

export const KINDS = CONDITIONS.map(([kind]) => kind)

const mayHaveSeats = guard(CONDITIONS.map(([, condition]) => condition))

export type AskingForSeats = QuotaValues & {
  eventId: string
  attendees: string
  ticketId: string | null
  size: number
  couponCode: string | null
  now: Instant
}

export interface SeatRequest extends Judged {
  /** JSON array with a 1 or 0 for each of `CONDITIONS`, in the same order. */
  held: string
  capacity: number | null
  seats: number
  /**
   * Whether the ticket, rather than the event, limits the seats left. If so, seats reserved on other tickets don't
   * matter.
   */
  isTicketTighter: 0 | 1
  unpaid: number
  unpaidOfTicket: number
  offered: number
  offeredOfTicket: number
  waiting: number
  /**
   * Seats of the ticket that newcomers can take without overtaking a protected waiting party. Null if there is no such
   * party.
   */
  leftByLine: number | null
  ticketCapacity: number | null
  ticketSeats: number
  minPerOrder: number
  maxPerOrder: number
  mostRedemptions: number | null
  redemptions: number | null
  /** When the first unpaid seats become free. */
  unpaidUntil: Instant | null
  /** When the next offer expires. */
  offeredUntil: Instant | null
  opensAt: Instant | null
  closesAt: Instant
  salesStartAt: Instant | null
  salesEndAt: Instant | null
  couponFrom: Instant | null
  couponUntil: Instant | null
}

/** The row for a `ticketId` that the event doesn't have. */
export type WithoutTicket = Omit<SeatRequest, 'minPerOrder' | 'maxPerOrder'> & { minPerOrder: null; maxPerOrder: null }

const param = paramsOf<AskingForSeats>()
const countOf = (column: string, status: string, which = '1') =>
  sql.raw(
    `(select coalesce(sum(n.${column}), 0) from guest_counts n where n.event_id = e.id and n.status = '${status}' and ${which})`,
  )
const OF_TICKET = 'n.ticket_id = t.id'

const isTicketTighter = sql`(t.capacity is not null
  and (e.capacity is null or t.capacity - ${seatsOfTicket} <= e.capacity - ${seatsOfEvent}))`
/**
 * Earliest `instant` at which reserved seats become free. If the ticket is the tighter limit, only seats with that
 * ticket count.
 */
const earliest = (instant: string, among: string) => {
  const least = sql.raw(`select min(${instant}) from ${among}`)
  return sql`(case when ${isTicketTighter} then (${least} and g.ticket_id = t.id) else (${least}) end)`
}
const unpaidUntil = earliest(
  'o.expires_at',
  `guests g join orders o on o.id = g.order_id where g.event_id = e.id and g.status = 'PENDING' and o.status = 'PENDING'`,
)
const offeredUntil = earliest('g.offer_expires_at', `guests g where g.event_id = e.id and g.shown_status = 'OFFERED'`)

/** Evaluates every condition, and reads the numbers it is based on, at one point in time. */
export const seatsNow = preparedStatement<AskingForSeats, SeatRequest | WithoutTicket>(() =>
  statement(sql`
    select ${mayHaveSeats.why} as why,
      json_array(${sql.join(
        CONDITIONS.map(([, { holds }]) => sql`(${holds}) is true`),
        sql`, `,
      )}) as held,
      e.capacity, ${seatsOfEvent} as seats, ${isTicketTighter} as isTicketTighter,
      ${countOf('seats', 'PENDING')} as unpaid, ${countOf('seats', 'PENDING', OF_TICKET)} as unpaidOfTicket,
      ${countOf('seats', 'OFFERED')} as offered, ${countOf('seats', 'OFFERED', OF_TICKET)} as offeredOfTicket,
      ${countOf('guests', 'WAITLISTED')} as waiting, ${leftByLine} as leftByLine,
      t.capacity as ticketCapacity, ${seatsOfTicket} as ticketSeats, t.min_per_order as minPerOrder,
      t.max_per_order as maxPerOrder, c.max_redemptions as mostRedemptions, c.redeemed_count as redemptions,
      case when ${countOf('seats', 'PENDING')} > 0 then ${unpaidUntil} end as unpaidUntil,
      case when ${countOf('seats', 'OFFERED')} > 0 then ${offeredUntil} end as offeredUntil,
      e.registration_opens_at as opensAt, ${registrationClosesAt} as closesAt,
      t.sales_start_at as salesStartAt, t.sales_end_at as salesEndAt, c.valid_from as couponFrom, c.valid_until as couponUntil
    from ${aroundParty(sql`left join tickets t on t.event_id = e.id and t.id = ${param('ticketId')}`)}`),
)
