import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { HOUR_MS, type Instant } from '../../kernel/time.ts'
import { isOfOrder } from '../orders/index.ts'
import { hasOwnAddress, REGISTERED } from './guests.store.ts'

/** Email kind by guest status. */
export type MailKinds = Readonly<Record<string, string>>

/** Used only if emails contain calendar invites (`invitesHost`). Otherwise guests have no calendar entry to remove. */
export const WITHDRAWN_MAIL: MailKinds = { CANCELLED: 'withdrawn', DECLINED: 'withdrawn' }

const textList = (words: readonly string[]) =>
  sql`(${sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )})`

const byStatus = (kinds: MailKinds) =>
  sql`case g.shown_status ${sql.join(
    Object.entries(kinds).map(([status, kind]) => sql`when ${status} then ${kind}`),
    sql` `,
  )} end`

const mailTo = (kinds: MailKinds, cause: string, who: SQL, data: Record<string, unknown> | SQL): OutgoingMail => ({
  kind: byStatus(kinds),
  cause,
  where: sql`${who} and g.erased_at is null and g.shown_status in ${textList(Object.keys(kinds))}`,
  data,
})

/**
 * Sets `isLimited` on an email caused by a registration or cancellation, because the caller may have entered another
 * person's address.
 */
export const causedByStranger = (mail: OutgoingMail, isLimited: true | SQL = true): OutgoingMail => ({
  ...mail,
  isLimited,
})

/** True if guest `g` registered themselves and no moderator has approved them. */
export const ACTIVE_ATTENDEES = sql`g.source = 'PUBLIC' and g.approved_at is null`

/** Emails each guest touched by the move (one change of guests) once, according to their new status. */
export const mailOfMove = (kinds: MailKinds, moveId: string, data: Record<string, unknown> | SQL = {}) =>
  mailTo(kinds, moveId, sql`g.move_id = ${moveId}`, data)

/**
 * Emails only those guests created by the move who have their own address. The buyer gets one `party` email about
 * everyone.
 */
export const mailOfMembers = (kinds: MailKinds, moveId: string, buyerEmail: string) =>
  mailTo(kinds, moveId, sql`g.move_id = ${moveId} and g.email <> ${buyerEmail}`, {})

/** True if guest `g` has to pay at the provider. */
export const isToPayOnline = sql.raw(`(g.shown_status = 'PENDING' and exists (
  select 1 from orders w where w.id = g.order_id and w.provider = 'STRIPE' and w.status = 'PENDING'))`)

/**
 * Like `mailOfMove`, but skips guests who have to pay through Stripe. They get their email once the checkout page
 * exists.
 */
export const mailOfPlacing = (kinds: MailKinds, moveId: string) =>
  mailTo(kinds, moveId, sql`g.move_id = ${moveId} and not ${isToPayOnline}`, {})

/** True if guest `g` was emailed at their current address and may therefore have a calendar entry. */
const wasWrittenTo = sql`exists (select 1 from mails s where s.guest_id = g.id and s.recipient = g.email)`

/**
 * Emails the guests removed from a party by the move, each at their own address. The buyer gets an email only when the
 * party has no `REGISTERED` member left.
 */
export const mailOfPartyLeft = (kinds: MailKinds, party: { id: string; eventId: string }, moveId: string) =>
  mailTo(
    kinds,
    moveId,
    sql`g.party_id = ${party.id} and g.event_id = ${party.eventId} and ${wasWrittenTo} and case when ${hasOwnAddress('g')}
      then g.move_id = ${moveId}
      else exists (select 1 from guests m where m.move_id = ${moveId}) and not exists (
        select 1 from guests o where o.party_id = g.party_id and o.event_id = g.event_id and o.status in ${REGISTERED}) end`,
    {},
  )

/** Emails one guest according to their current status. A second call with the same `cause` sends nothing. */
export const mailAgain = (
  kinds: MailKinds,
  { guestId, eventId }: { guestId: string; eventId: string },
  cause: string,
) => mailTo(kinds, cause, sql`g.id = ${guestId} and g.event_id = ${eventId}`, {})

/** Emails every guest who has a seat in the order, each according to their own status. */
export const mailOfOrder = (kinds: MailKinds, orderId: string, cause: string, when = sql`1`) =>
  mailTo(kinds, cause, sql`g.order_id = ${orderId} and g.${isOfOrder(orderId)} and ${when}`, {})

/** Condition on earlier email `m`: whether it counts towards the limit of one per hour. */
const ANY_MAIL = sql`1`
/**
 * Guests who say that they have lost their link have not received the emails that counted until then, so only an email
 * with this cause counts.
 */
export const LOST_LINK = 'lost'
export const LOST_LINK_MAIL = sql.raw(`m.cause like '${LOST_LINK}:%'`)

const notWithinTheHour = (kinds: MailKinds, now: Instant, counts = ANY_MAIL) => sql`not exists (select 1 from mails m
  where m.guest_id = g.id and m.created_at > ${now - HOUR_MS} and m.kind in ${textList([...Object.values(kinds), 'promoted'])}
    and ${counts})`

/**
 * Emails guests promoted by the move. Skips guests who got an `offered` email within the last hour, or whose party did:
 * some guests let one offer after another expire.
 */
export const mailOfOffersAgain = ({ moveId, now }: { moveId: string; now: Instant }) =>
  mailTo(
    { CONFIRMED: 'promoted', PENDING: 'promoted', OFFERED: 'offered' },
    moveId,
    sql`g.move_id = ${moveId} and not exists (select 1 from mails m
      where m.kind = 'offered' and m.created_at > ${now - HOUR_MS} and m.guest_id in (
        select g.id union all select s.id from guests s where s.party_id = g.party_id and s.event_id = g.event_id))`,
    {},
  )

/**
 * Counts guests touched by the move who got neither an email of these kinds nor a `promoted` email within the last
 * hour.
 */
export const movedUnmailed = (kinds: MailKinds, { moveId, now }: { moveId: string; now: Instant }) =>
  sql`(select count(*) from guests g where g.move_id = ${moveId} and ${notWithinTheHour(kinds, now)})`

/**
 * Emails the guests touched by the move, or the guest who registered under this address themselves. Skips anyone who
 * got an email of these kinds, or a `promoted` email, within the last hour.
 */
export const mailAtMostHourly = (
  kinds: MailKinds,
  who: { moveId: string } | { eventId: string; email: string },
  cause: string,
  now: Instant,
  { data = {}, counts = ANY_MAIL, when = sql`1` }: { data?: Record<string, unknown>; counts?: SQL; when?: SQL } = {},
) => {
  const isWho =
    'moveId' in who
      ? sql`g.move_id = ${who.moveId}`
      : sql`g.event_id = ${who.eventId} and g.email = ${who.email} and ${hasOwnAddress('g')}`
  return mailTo(kinds, cause, sql`${isWho} and ${when} and ${notWithinTheHour(kinds, now, counts)}`, data)
}

/**
 * Emails the manage link of each selected party `p` to its `buyer_email`, unless that address got another email about
 * the party since `since` that `counts`.
 */
const linkToBuyerOf = (isChosen: SQL, cause: string, since: Instant, counts = ANY_MAIL): OutgoingMail => ({
  kind: 'party',
  cause,
  isToBuyer: true,
  where: sql`g.id in (
    select (select m.id from guests m where m.party_id = p.id and m.event_id = p.event_id and m.status in ${REGISTERED} and m.erased_at is null
      order by m.rowid limit 1)
    from parties p where ${isChosen} and p.erased_at is null
      and not exists (select 1 from guests s join mails m on m.guest_id = s.id
        where s.party_id = p.id and m.recipient = p.buyer_email and m.created_at >= ${since} and ${counts}))`,
})

/** Emails the buyer the link of every party they booked at the event. */
export const linkToBuyer = (eventId: string, email: string | SQL, cause: string, since: Instant, counts = ANY_MAIL) =>
  linkToBuyerOf(sql`p.event_id = ${eventId} and p.buyer_email = ${email}`, cause, since, counts)

export const linkToParty = (partyId: string, cause: string, since: Instant) =>
  linkToBuyerOf(sql`p.id = ${partyId}`, cause, since)

/**
 * Emails the buyer the new party link if the move renewed it. `since` is `now`, so any other email that this move sends
 * the buyer about the party makes this one unnecessary.
 */
export const linkToMoved = (eventId: string, { moveId, now }: { moveId: string; now: Instant }) =>
  linkToBuyer(eventId, sql`(select b.email from guests b where b.move_id = ${moveId} limit 1)`, moveId, now)

/** Emails the guest's old address after the guest changed it themselves in the move. */
export const addressChanged = (
  { guestId, eventId }: { guestId: string; eventId: string },
  recipient: string,
  moveId: string,
): OutgoingMail => ({
  kind: 'address-changed',
  cause: `old:${moveId}`,
  recipient,
  eventId,
  guestId,
  when: sql`exists (select 1 from guests g where g.id = ${guestId} and g.move_id = ${moveId})`,
})
