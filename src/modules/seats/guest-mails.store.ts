import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/commit.ts'
import { HOUR_MS, type Instant } from '../../kernel/time.ts'
import { isOfOrder } from '../orders/index.ts'
import { hasOwnAddress, REGISTERED } from './guests.store.ts'

/** Which kind of mail belongs to a status. */
export type MailKinds = Readonly<Record<string, string>>

/** Where mails carry invites: who has no entry in a calendar has nothing to take out of one. */
export const WITHDRAWN_MAIL: MailKinds = { CANCELLED: 'withdrawn', DECLINED: 'withdrawn' }

const listed = (words: readonly string[]) =>
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
  where: sql`${who} and g.erased_at is null and g.shown_status in ${listed(Object.keys(kinds))}`,
  data,
})

/** What comes of it by itself that somebody registered, or left: they may have given another's address. */
export const causedByStranger = (mail: OutgoingMail, isLimited: true | SQL = true): OutgoingMail => ({
  ...mail,
  isLimited,
})

/** Of guest `g`, who came by themselves and of whom no moderator has said anything. */
export const ACTIVE_ATTENDEES = sql`g.source = 'PUBLIC' and g.approved_at is null`

/** Mail to everyone whom the move touched, once, by the status that it led to. */
export const mailOfMove = (kinds: MailKinds, moveId: string, data: Record<string, unknown> | SQL = {}) =>
  mailTo(kinds, moveId, sql`g.move_id = ${moveId}`, data)

/** To those whom the move made who have an address of their own: the buyer hears of all of them elsewhere. */
export const mailOfMembers = (kinds: MailKinds, moveId: string, buyerEmail: string) =>
  mailTo(kinds, moveId, sql`g.move_id = ${moveId} and g.email <> ${buyerEmail}`, {})

/** The same, but to those who are to pay at the provider only once there is a page to pay at. */
export const mailOfPlacing = (kinds: MailKinds, { moveId, payBy }: { moveId: string; payBy: 'OFFLINE' | 'STRIPE' }) =>
  mailTo(
    kinds,
    moveId,
    sql`g.move_id = ${moveId} and not (${payBy} = 'STRIPE' and g.shown_status = 'PENDING' and g.order_id is not null)`,
    {},
  )

/** Of guest `g`: they were written to at the address that stands with them, so that a calendar behind it may hold an entry. */
const wasWrittenTo = sql`exists (select 1 from mails s where s.guest_id = g.id and s.recipient = g.email)`

/** To those whom the move took out of a party, each at an address of their own, and to the buyer once nobody is left. */
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

/** Mail to one guest as they stand. `cause` makes it one, however often it is asked for. */
export const mailAgain = (
  kinds: MailKinds,
  { guestId, eventId }: { guestId: string; eventId: string },
  cause: string,
) => mailTo(kinds, cause, sql`g.id = ${guestId} and g.event_id = ${eventId}`, {})

/** The same to whoever has a seat in an order, wherever the others of it stand. */
export const mailOfOrder = (kinds: MailKinds, orderId: string, cause: string) =>
  mailTo(kinds, cause, sql`g.order_id = ${orderId} and g.${isOfOrder(orderId)}`, {})

const notWithinTheHour = (kinds: MailKinds, now: Instant) => sql`not exists (select 1 from mails m
  where m.guest_id = g.id and m.created_at > ${now - HOUR_MS} and m.kind in ${listed([...Object.values(kinds), 'promoted'])})`

/** Whom the move offers a place, but not who was written to of one within the hour: some let one offer after the other lapse. */
export const mailOfOffersAgain = ({ moveId, now }: { moveId: string; now: Instant }) =>
  mailTo(
    { CONFIRMED: 'promoted', PENDING: 'promoted', OFFERED: 'offered' },
    moveId,
    sql`g.move_id = ${moveId} and not exists (select 1 from mails m
      where m.kind = 'offered' and m.created_at > ${now - HOUR_MS} and m.guest_id in (
        select g.id union all select s.id from guests s where s.party_id = g.party_id and s.event_id = g.event_id))`,
    {},
  )

/** How many of those whom the move touched such mail goes to. */
export const movedUnmailed = (kinds: MailKinds, { moveId, now }: { moveId: string; now: Instant }) =>
  sql`(select count(*) from guests g where g.move_id = ${moveId} and ${notWithinTheHour(kinds, now)})`

/** The same to whoever the move touched, or to who lives under an address, but not within an hour of such mail. */
export const mailAtMostHourly = (
  kinds: MailKinds,
  who: { moveId: string } | { eventId: string; email: string },
  cause: string,
  now: Instant,
  data = {},
) => {
  const isWho =
    'moveId' in who
      ? sql`g.move_id = ${who.moveId}`
      : sql`g.event_id = ${who.eventId} and g.email = ${who.email} and ${hasOwnAddress('g')}`
  return mailTo(kinds, cause, sql`${isWho} and ${notWithinTheHour(kinds, now)}`, data)
}

/** The link of all whom somebody brought, in the parties `p` chosen, to whoever brought them, unless there was other mail about them since. */
const linkToBuyerOf = (isChosen: SQL, cause: string, since: Instant): OutgoingMail => ({
  kind: 'party',
  cause,
  isToBuyer: true,
  where: sql`g.id in (
    select (select m.id from guests m where m.party_id = p.id and m.event_id = p.event_id and m.status in ${REGISTERED} and m.erased_at is null
      order by m.rowid limit 1)
    from parties p where ${isChosen} and p.erased_at is null
      and not exists (select 1 from guests s join mails m on m.guest_id = s.id
        where s.party_id = p.id and m.recipient = p.buyer_email and m.created_at >= ${since}))`,
})

/** The same of all parties at the event under an address. */
export const linkToBuyer = (eventId: string, email: string | SQL, cause: string, since: Instant) =>
  linkToBuyerOf(sql`p.event_id = ${eventId} and p.buyer_email = ${email}`, cause, since)

/** The same of one party. */
export const linkToParty = (partyId: string, cause: string, since: Instant) =>
  linkToBuyerOf(sql`p.id = ${partyId}`, cause, since)

/** The same at once, to whom the move has given new links: what else it mails about a party is the one mail about it. */
export const linkToMoved = (eventId: string, { moveId, now }: { moveId: string; now: Instant }) =>
  linkToBuyer(eventId, sql`(select b.email from guests b where b.move_id = ${moveId} limit 1)`, moveId, now)
