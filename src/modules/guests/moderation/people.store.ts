import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import { hasOtherReader } from '../../../db/personal/brought.ts'
import { statement, preparedStatement, paramsOf } from '../../../db/statement.ts'
import type { Instant } from '../../../kernel/time.ts'
import { hasOwnAddress, INTO_LIVE, LIVE, type Move, REGISTERED, type GuestRef } from '../../seats/index.ts'

/** Who a guest is: corrected, passed on to somebody else, invited or taken away for good. */

export type Following = {
  eventId: string
  calendarId: string
  /** Null where it is of who brought a party and does not come themselves. */
  guestId: string | null
  /** The party that they came with, or brought. */
  partyId: string | null
  firstName: string
  lastName: string
  email: string
  /** 1 where the links of before are to be dead. */
  renewsLinks: 0 | 1
  /** The names that were read: another correction in between is not undone. */
  seenFirstName: string
  seenLastName: string
  seenEmail: string
  /** The same where it was their own: what was bought under it is theirs. Null where it was that of who brought them. */
  boughtAs: string | null
  moveId: string
  now: Instant
}
export type Correction = Following &
  GuestRef & {
    userId: string
    searchText: string
    /** As JSON. */
    answers: string
    /** The code from now on: a new one where the address is another, so that the wrong addressee keeps none. */
    qrCode: string
  }
const param = paramsOf<Correction>()
const whoIsCorrected = sql`g.id = ${param('guestId')} and g.event_id = ${param('eventId')}`

export const mayBeCorrected = guard([
  unless(
    'conflicting_edits',
    sql`g.erased_at is null and g.first_name = ${param('seenFirstName')} and g.last_name = ${param('seenLastName')}
      and g.email = ${param('seenEmail')}`,
  ),
  unless(
    'already_registered',
    sql`g.status not in ${LIVE} or not exists (select 1 from guests o
      where o.event_id = g.event_id and o.email = ${param('email')} and o.id <> g.id and o.status in ${LIVE} and ${hasOwnAddress('o')})`,
    { says: 'Another guest of this event has this email address.' },
  ),
])

export const whyNotCorrected = preparedStatement<Correction, Judged>(() =>
  statement(sql`select ${mayBeCorrected.why} as why from guests g where ${whoIsCorrected}`),
)

export const correct = preparedStatement<Correction, { id: string }>(() =>
  statement(sql`
    update guests as g set first_name = ${param('firstName')}, last_name = ${param('lastName')}, email = ${param('email')},
      answers = ${param('answers')}, email_is_buyers = g.email_is_buyers and not ${param('renewsLinks')}, user_id = ${param('userId')}, search_text = ${param('searchText')}, qr_code = ${param('qrCode')},
      link_version = g.link_version + ${param('renewsLinks')}, move_id = ${param('moveId')}, updated_at = ${param('now')}
    where ${whoIsCorrected} and ${mayBeCorrected.holds} returning id`),
)

const byTheCorrection = sql`(${param('guestId')} is null or exists (
  select 1 from guests g where g.id = ${param('guestId')} and g.move_id = ${param('moveId')}))`

/**
 * The party, as long as its buyer stands under the address of before, and by the name that was read where it is their own that is
 * corrected: under an address alone anybody can register.
 */
const brought = sql`(select y.id from parties y where y.id = ${param('partyId')} and y.event_id = ${param('eventId')}
  and y.buyer_email = ${param('boughtAs')} and y.erased_at is null and (${param('guestId')} is not null
    or (y.buyer_first_name = ${param('seenFirstName')} and y.buyer_last_name = ${param('seenLastName')})))`

/** Whoever brings others is one person in party, order and seat; a name that was another stays. */
const buyer = sql`buyer_first_name = iif(buyer_first_name = ${param('seenFirstName')}, ${param('firstName')}, buyer_first_name),
  buyer_last_name = iif(buyer_last_name = ${param('seenLastName')}, ${param('lastName')}, buyer_last_name),
  buyer_email = ${param('email')}, updated_at = ${param('now')}`

/** The order that the guest bought is to the same person. */
const correctBuyer = preparedStatement<Following, never>(() =>
  statement(sql`
    update orders set ${buyer}
    where (buyer_guest_id = ${param('guestId')} or (buyer_guest_id is null and guest_id = ${param('guestId')})
      or party_id in ${brought}) and buyer_email = ${param('seenEmail')} and ${byTheCorrection}`),
)

/** After all that asks for parties by the address of before. The link to all of one is new where the address is. */
const correctParties = preparedStatement<Following, { id: string }>(() =>
  statement(sql`
    update parties set ${buyer}, link_version = link_version + ${param('renewsLinks')}
    where id in ${brought} and ${byTheCorrection} returning id`),
)

/** Who came with the guest and has no other address: what was mailed for them has gone to the wrong one as well. */
const correctLent = preparedStatement<Following, never>(() =>
  statement(sql`
    update guests set email = ${param('email')}, search_text = replace(search_text, ${param('seenEmail')}, ${param('email')}),
      qr_code = 'qr_' || lower(hex(randomblob(11))), link_version = link_version + 1, move_id = ${param('moveId')},
      updated_at = ${param('now')}
    where party_id in ${brought} and event_id = ${param('eventId')} and email = ${param('boughtAs')} and email_is_buyers = 1
      and ${param('renewsLinks')} = 1 and ${byTheCorrection}`),
)

/** What the mail of the correction says anyway. */
const SAID_ANYWAY = sql.raw(
  `('confirmation', 'promoted', 'pending', 'waitlisted', 'offered', 'invitation', 'transfer.received', 'party')`,
)

/** Nothing goes to the address of before any more; what waits for it goes to the right one. A buyer's mail stays theirs. */
const redirectMails = preparedStatement<Following, never>(() =>
  statement(sql`
    update mails set recipient = case when kind in ${SAID_ANYWAY} then recipient else ${param('email')} end,
      status = case when kind in ${SAID_ANYWAY} then 'cancelled' else status end
    where (guest_id = ${param('guestId')} or guest_id in (select m.id from guests m where m.party_id in ${brought}))
      and recipient = ${param('boughtAs')} and status in ('pending', 'retrying')
      and ${param('renewsLinks')} = 1 and ${byTheCorrection}`),
)

/** The wish for no announcements was that of the address, and goes with the last of the calendar who has it. */
const dropWish = preparedStatement<Following, never>(() =>
  statement(sql`
    delete from unsubscribes where calendar_id = ${param('calendarId')} and email = ${param('boughtAs')}
      and not ${hasOtherReader(param('boughtAs'), param('calendarId'))} and ${byTheCorrection}`),
)

export const followUpTransfer = (correction: Following) => ({
  buyer: correctBuyer(correction),
  mails: redirectMails(correction),
  lent: correctLent(correction),
  parties: correctParties(correction),
  wish: dropWish(correction),
})

/** The links of before are dead; the guest as they then stand is the answer. */
export const renewLinksStatement = ({ guestId, eventId }: GuestRef, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set link_version = link_version + 1, move_id = ${moveId}, updated_at = ${now}
    where id = ${guestId} and event_id = ${eventId} and erased_at is null and status <> 'TRANSFERRED' returning id`)

/** The same of all whom somebody brought, where the guest is written to as who brought them. */
export const renewLinksOfBuyer = ({ guestId, eventId }: GuestRef, { moveId, now }: Move) =>
  statement(sql`
    update parties set link_version = link_version + 1, updated_at = ${now}
    where event_id = ${eventId} and buyer_email = (select g.email from guests g where g.id = ${guestId} and g.move_id = ${moveId})`)

/** Those whose links the move made new: telephones with a pass of before are told nothing more. */
const forgetDevices = ({ moveId }: Move) =>
  statement(sql`delete from pass_devices where guest_id in (select g.id from guests g where g.move_id = ${moveId})`)

/** A link that asked for the word of the address leads to the guest as well. */
const closeVerifications = (eventId: string, { moveId, now }: Move) =>
  statement(sql`update verifications set expires_at = ${now} where event_id = ${eventId} and exists (
    select 1 from guests g where g.move_id = ${moveId} and (g.id = verifications.guest_id or g.email = verifications.email))`)

/** What else led to whom the move gave new links. */
export const closeWays = (eventId: string, move: Move) => [forgetDevices(move), closeVerifications(eventId, move)]

export interface Receiver {
  id: string
  userId: string
  firstName: string
  lastName: string
  email: string
  searchText: string
  qrCode: string
}

/** Guest `g`, who gives, and whoever is registered under the receiver's address already, `x`. */
const giving = ({ guestId, eventId }: GuestRef, { email }: Receiver) => sql`guests g
  left join guests x on x.event_id = g.event_id and x.email = ${email} and x.status in ${REGISTERED} and ${hasOwnAddress('x')}
  where g.id = ${guestId} and g.event_id = ${eventId}`

export const mayBeTransferred = guard([
  unless('invalid_transition', sql`g.status = 'CONFIRMED' and g.erased_at is null`),
  unless('already_registered', sql`x.id is null`, {
    data: sql`json_object('guestId', x.id, 'status', x.shown_status)`,
  }),
])

export const whyNotTransferred = (giver: GuestRef, to: Receiver) =>
  statement<Judged>(sql`select ${mayBeTransferred.why} as why from ${giving(giver, to)}`)

export const leaveForTransfer = (giver: GuestRef, to: Receiver, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'TRANSFERRED', move_id = ${moveId}, updated_at = ${now}
    where id = (select g.id from ${giving(giver, to)} and ${mayBeTransferred.holds}) returning id`)

/** The receiver takes seat, ticket and order of whoever left by the move `left`, with a code of their own. */
export const takeOver = ({ guestId }: GuestRef, to: Receiver, left: Move, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, user_id, first_name, last_name, email, search_text,
      status, source, qr_code, answers, move_id, approved_at, created_at, updated_at)
    select ${to.id}, g.calendar_id, g.event_id, g.ticket_id, g.order_id, ${to.userId}, ${to.firstName}, ${to.lastName},
      ${to.email}, ${to.searchText}, 'CONFIRMED', 'TRANSFER', ${to.qrCode}, '[]', ${moveId}, g.approved_at, ${now}, ${now}
    from guests g where g.id = ${guestId} and g.move_id = ${left.moveId}
    ${INTO_LIVE} do update set
      ticket_id = excluded.ticket_id, order_id = excluded.order_id, first_name = excluded.first_name, last_name = excluded.last_name,
      search_text = excluded.search_text, status = excluded.status, move_id = excluded.move_id, approved_at = excluded.approved_at,
      updated_at = excluded.updated_at
    returning id`)

/** Who has it now, for a mail: by id, since whoever is erased later must not stand in it. */
export const takenOverBy = ({ moveId }: Move) =>
  sql`(select json_object('receiverId', r.id) from guests r where r.move_id = ${moveId})`

/** The seat in a party's order is the receiver's, and so is what was paid for it, or has gone back for it already. */
export const passSeatOn = ({ guestId }: GuestRef, { moveId }: Move) => {
  const receiver = sql`(select g.id from guests g where g.move_id = ${moveId})`
  const theirOrder = sql`(select g.order_id from guests g where g.move_id = ${moveId})`
  return [
    statement(
      sql`update order_seats set guest_id = ${receiver} where guest_id = ${guestId} and order_id = ${theirOrder}`,
    ),
    statement(sql`
      update refunds set guest_ids = (
        select json_group_array(case when i.value = ${guestId} then ${receiver} else i.value end) from json_each(refunds.guest_ids) i)
      where order_id = ${theirOrder} and exists (select 1 from json_each(refunds.guest_ids) i where i.value = ${guestId})`),
  ]
}

/** Whose seat it was, the order shows another from now on: the first in its own row, each among its items. */
export const passOrderOn = ({ guestId }: GuestRef, { moveId, now }: Move) =>
  statement(sql`
    update orders set updated_at = ${now}, seats_revision = seats_revision + 1,
      guest_id = case when guest_id = ${guestId} then (select g.id from guests g where g.move_id = ${moveId}) else guest_id end
    where id = (select g.order_id from guests g where g.move_id = ${moveId})`)
