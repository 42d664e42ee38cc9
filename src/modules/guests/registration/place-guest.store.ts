import { sql, type SQL } from 'drizzle-orm'
import type { DomainEvent } from '../../../db/outgoing.ts'
import { guard, unless, type Guard, type Judged } from '../../../db/guard.ts'
import type { EventRow } from '../../../db/rows.ts'
import { statement, preparedStatement, paramsOf } from '../../../db/statement.ts'
import type { Code } from '../../../kernel/failure.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { GUEST_SOURCES, Locale, PaymentChoice } from '../../../kernel/vocabulary.ts'
import { mayBeRedeemed, mayPayBy, newOrderId, totalToPay } from '../../orders/index.ts'
import {
  registrationClosesAt,
  freeShortCode,
  guestQuota,
  hasOwnAddress,
  hasRoom,
  hasRoomForGuests,
  INTO_LIVE,
  mayGoFirst,
  nextInLine,
  onlyTicket,
  type QuotaValues,
  recipientQuota,
  REGISTERED,
  seatsOfEvent,
} from '../../seats/index.ts'

/** Values bound by the statements that insert a guest. */
export type Placing = QuotaValues & {
  id: string
  eventId: string
  ticketId: string | null
  /** Normalised in the same way as `coupons.code_folded`. */
  couponCode: string | null
  userId: string
  firstName: string
  lastName: string
  email: string
  locale: Locale | null
  searchText: string
  source: (typeof GUEST_SOURCES)[number]
  qrCode: string
  /** JSON array of candidates. */
  shortCodes: string
  /** JSON array of answers. */
  answers: string
  answersFit: 0 | 1
  /** How the buyer chose to pay. Null if the calendar decides. */
  method: PaymentChoice | null
  moveId: string
  now: Instant
}

const param = paramsOf<Placing>()

/** Event `e`, requested ticket `t`, coupon `c`, and guest `x`, who is already registered under the same address. */
const registrationRows = sql`events e
  left join tickets t on t.event_id = e.id and t.id = coalesce(${param('ticketId')}, ${onlyTicket})
  left join coupons c on c.calendar_id = e.calendar_id and c.code_folded = ${param('couponCode')}
  left join guests x on x.event_id = e.id and x.email = ${param('email')} and x.status in ${REGISTERED} and ${hasOwnAddress('x')}
  where e.id = ${param('eventId')}`

export const notCancelled = unless('event_cancelled', sql`e.status <> 'CANCELLED'`)

export const isOpen = [
  unless(
    'registration_closed',
    sql`not exists (select 1 from calendars k where k.id = e.calendar_id and (k.suspended_at is not null or k.erase_at is not null))`,
  ),
  unless('registration_closed', sql`e.status = 'PUBLISHED'`),
  unless('registration_closed', sql`e.registration_opens_at is null or e.registration_opens_at <= ${param('now')}`, {
    says: 'Registration isn’t open yet.',
  }),
  unless('registration_closed', sql`${registrationClosesAt} > ${param('now')}`),
] as const

/**
 * Conditions under which registration is open at all, whatever the request. `isOpenToAnonymous` checks them with a
 * read, and also whether the event is full.
 */
export const mayCome = guard([notCancelled, ...isOpen])
export const isOpenToAnonymous = preparedStatement<
  { eventId: string; now: Instant },
  Judged & { isFull: 0 | 1 | null }
>(() =>
  statement(sql`select ${mayCome.why} as why, e.waitlist_enabled = 0 and e.capacity <= ${seatsOfEvent} as isFull
    from events e where e.id = ${param('eventId')}`),
)

/** Refuses the request as a whole. `enrol` then reports each wrong answer. */
const isAnswered = unless('validation_failed', sql`${param('answersFit')}`)

const isForTicket = [
  unless('validation_failed', sql`${param('ticketId')} is null or t.id is not null`, {
    field: { field: 'ticketId', message: 'isn’t a ticket of this event' },
  }),
  unless('validation_failed', sql`t.id is not null`, {
    field: { field: 'ticketId', message: 'must be a ticket of this event' },
  }),
] as const

/** An `INVITED` guest is not a duplicate: registering accepts the invitation. */
const isNew = unless('already_registered', sql`x.id is null`, {
  data: sql`json_object('guestId', x.id, 'status', x.shown_status)`,
})

/** A ticket with `min_per_order` above 1 requires a party. */
const isForOne = unless('quantity_not_allowed', sql`t.min_per_order = 1`, {
  data: sql`json_object('ticketId', t.id, 'minPerOrder', t.min_per_order, 'maxPerOrder', t.max_per_order, 'quantity', 1)`,
})

/** A calendar's own account that can't take payments doesn't fall back to another account. */
export const mayTakePayment = (isPriced: SQL) =>
  unless(
    'payment_account_not_ready',
    sql`not (${isPriced} and ${param('method')} is not 'BANK' and exists (select 1 from payment_accounts u where u.calendar_id = e.calendar_id
      and u.is_default = 1 and u.status <> 'ACTIVE'))`,
  )

const isOnSale = [
  unless('registration_closed', sql`t.is_paused = 0`, { says: 'This ticket isn’t on sale.' }),
  unless('registration_closed', sql`t.sales_start_at is null or t.sales_start_at <= ${param('now')}`, {
    says: 'This ticket isn’t on sale yet.',
  }),
  unless('registration_closed', sql`t.sales_end_at is null or t.sales_end_at > ${param('now')}`, {
    says: 'Sales of this ticket have ended.',
  }),
  mayTakePayment(sql`t.price > 0`),
  mayPayBy(param('method'), sql`t.price > 0`, sql`t.currency`, param('now')),
] as const

/** 0 for an `INVITED` guest, who is already included in the count; otherwise 1. */
const newGuestCount = sql`(not exists (select 1 from guests i where i.event_id = e.id and i.email = ${param('email')} and i.status = 'INVITED'))`
/** Visitors don't learn about quotas. To them, the event is full. */
const hasRoomUnderQuota = unless('capacity_exceeded', hasRoomForGuests(newGuestCount))

/** True if one guest can get a seat without overtaking a party that is protected from it (`mayGoFirst`). */
const hasSeat = sql`(${hasRoom} and ${mayGoFirst(sql`1`, sql`json_object(t.id, 1)`)})`
const hasPlace = unless('capacity_exceeded', sql`e.waitlist_enabled = 1 or ${hasSeat}`)

/**
 * Inserts a guest, or accepts the invitation under the same address, and sets the status in the same statement. Since
 * `rule` refuses registered addresses, a conflicting row can only be an `INVITED` guest.
 */
const insertUnder = (rule: SQL, needsApproval: SQL) =>
  statement<{ id: string }>(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, coupon_id, user_id, first_name, last_name, email, locale, search_text,
      status, source, qr_code, short_code, answers, waitlist_seq, move_id, created_at, updated_at)
    select ${param('id')}, p.calendar_id, p.event_id, p.ticket_id, case when p.is_seated then p.new_order end, p.coupon_id,
      ${param('userId')}, ${param('firstName')}, ${param('lastName')}, ${param('email')}, ${param('locale')}, ${param('searchText')},
      case when p.needs_approval then 'PENDING' when not p.is_seated then 'WAITLISTED' when p.total > 0 then 'PENDING' else 'CONFIRMED' end,
      ${param('source')}, ${param('qrCode')}, ${freeShortCode(param('shortCodes'), sql.raw('p.event_id'))}, ${param('answers')},
      case when not p.needs_approval and not p.is_seated then p.next_in_line end, ${param('moveId')}, ${param('now')}, ${param('now')}
    from (
      select r.*, r.has_room and not r.needs_approval as is_seated from (
        select e.id as event_id, e.calendar_id, t.id as ticket_id, c.id as coupon_id, ${needsApproval} as needs_approval,
          ${hasSeat} as has_room, ${totalToPay} as total, ${newOrderId} as new_order, ${nextInLine} as next_in_line
        from ${registrationRows} and ${rule}
      ) as r
    ) as p
    where true
    ${INTO_LIVE} do update set
      ticket_id = excluded.ticket_id, order_id = excluded.order_id, coupon_id = excluded.coupon_id, first_name = excluded.first_name,
      last_name = excluded.last_name, locale = coalesce(excluded.locale, guests.locale), search_text = excluded.search_text, status = excluded.status, answers = excluded.answers,
      waitlist_seq = excluded.waitlist_seq, move_id = excluded.move_id, updated_at = excluded.updated_at
    returning id`)

/**
 * True if the move (one change to the guest list) inserted no guest. `why` runs after the insert and looks for a reason
 * only in that case.
 */
export const noGuestInserted = sql`not exists (select 1 from guests m where m.move_id = ${param('moveId')})`

/**
 * A way to become a guest: a rule, an insert guarded by the rule, and a query for the reason if no guest was inserted.
 */
const entryPath = <C extends Code>(rule: Guard<C>, needsApproval: SQL) => ({
  rule,
  insert: preparedStatement<Placing, { id: string }>(() => insertUnder(rule.holds, needsApproval)),
  why: preparedStatement<Placing, Judged>(() =>
    statement(sql`select ${rule.why} as why from ${registrationRows} and ${noGuestInserted}`),
  ),
})
export type EntryPath<C extends Code> = ReturnType<typeof entryPath<C>>

export const byRegistering = entryPath(
  // The coupon comes last: only an otherwise valid registration reveals whether a code works.
  guard([
    notCancelled,
    ...isOpen,
    isAnswered,
    ...isForTicket,
    isNew,
    isForOne,
    ...isOnSale,
    hasPlace,
    hasRoomUnderQuota,
    ...mayBeRedeemed,
  ]),
  sql`(e.requires_approval or t.requires_approval)`,
)

/** A registration stored in `verifications` until its address is verified. */
export type VerificationValues = Placing & {
  verificationId: string
  /** The registration form as JSON. */
  registration: string
  expiresAt: Instant
}
const verificationParam = paramsOf<VerificationValues>()

/** The conditions of `byRegistering`, except those whose outcome only the owner of the address may learn. */
const mayAsk = guard([
  notCancelled,
  ...isOpen,
  isAnswered,
  ...isForTicket,
  isForOne,
  ...isOnSale,
  hasPlace,
  hasRoomUnderQuota,
  ...mayBeRedeemed,
])

/**
 * Stores a row even for an address that is already registered, so that both cases do the same work. That row's
 * `expires_at` is now, so it has no effect.
 */
export const byAsking = {
  rule: mayAsk,
  why: preparedStatement<Placing, Judged>(() => statement(sql`select ${mayAsk.why} as why from ${registrationRows}`)),
  keep: preparedStatement<VerificationValues, { id: string }>(() =>
    statement(sql`
      insert into verifications (id, event_id, email, registration, created_at, expires_at)
      select ${verificationParam('verificationId')}, e.id, ${verificationParam('email')}, ${verificationParam('registration')}, ${verificationParam('now')},
        case when x.id is null then ${verificationParam('expiresAt')} else ${verificationParam('now')} end
      from ${registrationRows} and ${mayAsk.holds} returning id`),
  ),
}

/** True if the form was stored: a refused request emails nobody. */
export const isKept = (verificationId: string) =>
  sql`exists (select 1 from verifications v where v.id = ${verificationId})`

export const isWaitingNow = (verificationId: string, now: Instant) =>
  sql`exists (select 1 from verifications v where v.id = ${verificationId} and v.expires_at > ${now})`

/** Sale windows and `requires_approval` apply only to visitors. Capacity applies to everyone. */
export const byAdding = entryPath(
  guard([notCancelled, ...isForTicket, isNew, hasPlace, guestQuota(newGuestCount), recipientQuota(sql`1`)]),
  sql`0`,
)

/** Payload of domain events about guest `g`. */
export const registeredData = (event: EventRow, which: SQL) =>
  sql`(select json_object('eventId', ${event.id}, 'eventSlug', ${event.slug}, 'eventTitle', ${event.title},
    'guestId', g.id, 'userId', g.user_id, 'guestEmail', g.email, 'guestName', trim(g.first_name || ' ' || g.last_name),
    'status', g.status, 'ticketId', t.id, 'ticketName', t.name,
    'registrationAnswers', json((select coalesce(json_group_array(json_object('question', a.value ->> 'question',
      'answer', a.value ->> 'answer')), '[]') from json_each(g.answers) a)))
    from guests g join tickets t on t.id = g.ticket_id where ${which})`

/** The `guest.registered` event for the guest inserted by the move, in the form of the published contract. */
export const guestRegistered = (event: EventRow, moveId: string): DomainEvent => {
  const registered = sql`g.move_id = ${moveId} and g.status in ('CONFIRMED', 'PENDING', 'WAITLISTED')`
  return {
    type: 'guest.registered',
    eventId: event.id,
    data: registeredData(event, registered),
    when: sql`exists (select 1 from guests g where ${registered})`,
  }
}

/** Keeps how the guest chose to pay, for the order that they get once they have a place. */
export const keepPaymentChoice = (moveId: string, choice: PaymentChoice) =>
  statement(sql`
    insert into guest_choices (guest_id, pay_by) select g.id, ${choice} from guests g
    where g.move_id = ${moveId} and g.order_id is null
    on conflict (guest_id) do update set pay_by = excluded.pay_by`)
