import type { RegistrationQuestion } from '../../db/rows.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { DELAYED_PAYMENTS } from '../../kernel/vocabulary.ts'
import { CHECK_IN_MARGIN_MS } from '../../modules/events/index.ts'
import type { Books } from '../books.ts'

type DelayedPayments = (typeof DELAYED_PAYMENTS)[number]

interface EventRow extends Record<string, SqlStorageValue> {
  id: string
  slug: string
  timezone: string
  start_at: number
  end_at: number
  capacity: number | null
  verify_email: number
  registration_opens_at: number | null
  registration_closes_at: number | null
  check_in_opens_at: number | null
  check_in_closes_at: number | null
  registration_questions: string
  waitlist_enabled: number
  delayed_payments: DelayedPayments | null
}

interface TicketRow extends Record<string, SqlStorageValue> {
  id: string
  key: string | null
  name: string
  price: number
  min_per_order: number
  max_per_order: number
  sales_start_at: number | null
  sales_end_at: number | null
}

interface AddonRow extends Record<string, SqlStorageValue> {
  id: string
  per: string
  ticket_ids: string
  max_quantity: number
}

interface CouponRow extends Record<string, SqlStorageValue> {
  id: string
  code: string
  max_redemptions: number | null
}

/** How long before the start registration opens if the event doesn't set a time. */
const OPEN_BEFORE_MS = 30 * DAY_MS

/** When registration opens in a rehearsal: at the event's own time, otherwise some weeks before the start. */
const opensAtOf = (event: { start_at: number; registration_opens_at: number | null }): Instant =>
  event.registration_opens_at ?? event.start_at - OPEN_BEFORE_MS

/** The properties of the event that determine a rehearsal's plan. */
export const readFacts = (books: Books, eventId: string) => {
  const [event] = books.rows<EventRow>('select * from events where id = ?', eventId)
  if (event === undefined) throw new Error(`the sandbox has no event ${eventId}`)
  const [calendar] = books.rows<{ delayed_payments: DelayedPayments }>(
    'select delayed_payments from calendars where id = (select calendar_id from events where id = ?)',
    eventId,
  )
  const tickets = books.rows<TicketRow>(
    'select * from tickets where event_id = ? and is_hidden = 0 and is_paused = 0 order by sort_order, id',
    eventId,
  )
  const coupons = books.rows<CouponRow>(
    'select id, code, max_redemptions from coupons where is_active = 1 and (event_id is null or event_id = ?) order by code',
    eventId,
  )
  const addons = books.rows<AddonRow>(
    'select id, per, ticket_ids, max_quantity from addons where event_id = ? and is_paused = 0 order by sort_order, id',
    eventId,
  )
  const closesAt = Math.min(event.registration_closes_at ?? event.end_at, event.end_at)
  return {
    id: event.id,
    slug: event.slug,
    timezone: event.timezone,
    startAt: event.start_at,
    endAt: event.end_at,
    capacity: event.capacity,
    opensAt: opensAtOf(event),
    closesAt,
    doorOpensAt: event.check_in_opens_at ?? event.start_at - CHECK_IN_MARGIN_MS,
    verifiesEmail: event.verify_email === 1,
    hasWaitingList: event.waitlist_enabled === 1,
    delayedPayments: event.delayed_payments ?? calendar?.delayed_payments ?? 'HOLD',
    questions: JSON.parse(event.registration_questions) as RegistrationQuestion[],
    tickets: tickets.map((ticket) => ({
      id: ticket.id,
      key: ticket.key,
      name: ticket.name,
      price: ticket.price,
      minPerOrder: ticket.min_per_order,
      maxPerOrder: ticket.max_per_order,
      salesStartAt: ticket.sales_start_at,
      salesEndAt: ticket.sales_end_at,
    })),
    addons: addons.map(({ id, per, ticket_ids: ticketIds, max_quantity: maxQuantity }) => ({
      id,
      isPerSeat: per === 'SEAT',
      ticketIds: JSON.parse(ticketIds) as string[],
      maxQuantity,
    })),
    coupons: coupons.map(({ code, max_redemptions: mostRedemptions }) => ({ code, mostRedemptions })),
  }
}

export type Facts = ReturnType<typeof readFacts>
