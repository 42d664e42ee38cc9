import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import { hasOtherReader } from '../../../db/personal/buyers.ts'
import { statement, preparedStatement, paramsOf } from '../../../db/statement.ts'
import { ALPHABET } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import {
  freeShortCode,
  hasOwnAddress,
  INTO_LIVE,
  LIVE,
  type Move,
  REGISTERED,
  type GuestRef,
} from '../../seats/index.ts'

/** Changes to a guest's identity and access: corrections, transfers and renewed links. */

export type Following = {
  eventId: string
  calendarId: string
  /** Null for a buyer who doesn't attend. */
  guestId: string | null
  /** The party that the guest belongs to or booked. */
  partyId: string | null
  firstName: string
  lastName: string
  email: string
  /** Added to `link_version`: 1 invalidates the old links, 0 keeps them. */
  renewsLinks: 0 | 1
  /**
   * Names at the time of the read. If a concurrent correction has changed them, the update fails with
   * `conflicting_edits` instead of overwriting that correction.
   */
  seenFirstName: string
  seenLastName: string
  seenEmail: string
  /**
   * The guest's old address if it was their own, so that purchases under it count as theirs. Null if it was the
   * buyer's.
   */
  boughtAs: string | null
  moveId: string
  now: Instant
}
export type Correction = Following &
  GuestRef & {
    userId: string
    searchText: string
    /** JSON array of answers. */
    answers: string
    /** The ticket that `moveToTicket` gives the guest in the same batch. Null keeps the present one. */
    ticketId: string | null
    /**
     * The guest's `qr_code` after the correction. A guest whose address changes gets a new one, because the old one is
     * in the wrong recipient's inbox.
     */
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
    sql`g.status not in ${LIVE} or g.email = ${param('email')} or not exists (select 1 from guests o
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
    where ${whoIsCorrected} and ${mayBeCorrected.holds} and (${param('ticketId')} is null or g.move_id = ${param('moveId')}) returning id`),
)

const byTheCorrection = sql`(${param('guestId')} is null or exists (
  select 1 from guests g where g.id = ${param('guestId')} and g.move_id = ${param('moveId')}))`

/**
 * The party, if its buyer still has the old address. If only the buyer is being corrected (`guestId` is null), the name
 * must match too: the address alone doesn't identify the buyer, because anyone can register under any address.
 */
const brought = sql`(select y.id from parties y where y.id = ${param('partyId')} and y.event_id = ${param('eventId')}
  and y.buyer_email = ${param('boughtAs')} and y.erased_at is null and (${param('guestId')} is not null
    or (y.buyer_first_name = ${param('seenFirstName')} and y.buyer_last_name = ${param('seenLastName')})))`

/**
 * The same buyer appears in `parties`, `orders` and `guests`. Replaces the buyer's name only where it equals the
 * guest's old name.
 */
const buyer = sql`buyer_first_name = iif(buyer_first_name = ${param('seenFirstName')}, ${param('firstName')}, buyer_first_name),
  buyer_last_name = iif(buyer_last_name = ${param('seenLastName')}, ${param('lastName')}, buyer_last_name),
  buyer_email = ${param('email')}, updated_at = ${param('now')}`

/** Updates the `orders` that this guest placed. */
const correctBuyer = preparedStatement<Following, never>(() =>
  statement(sql`
    update orders set ${buyer}
    where (buyer_guest_id = ${param('guestId')} or (buyer_guest_id is null and guest_id = ${param('guestId')})
      or party_id in ${brought}) and buyer_email = ${param('seenEmail')} and ${byTheCorrection}`),
)

/**
 * Changes `buyer_email`, so it must run after the statements that find `parties` by the old address. A new address also
 * renews the party link.
 */
const correctParties = preparedStatement<Following, { id: string }>(() =>
  statement(sql`
    update parties set ${buyer}, link_version = link_version + ${param('renewsLinks')}
    where id in ${brought} and ${byTheCorrection} returning id`),
)

/**
 * SQL for a new QR code, another one for each row. It has 22 base62 characters, like `randomId`, because 22 hex digits
 * would have only 88 random bits.
 */
const newQrCode = sql.raw(
  `'qr_' || ${Array.from({ length: 22 }, () => `substr('${ALPHABET}', 1 + abs(random() % 62), 1)`).join(' || ')}`,
)

/**
 * Updates guests with `email_is_buyers`. Their emails went to the wrong recipient too, so they get new codes and links.
 */
const correctLent = preparedStatement<Following, never>(() =>
  statement(sql`
    update guests set email = ${param('email')}, search_text = replace(search_text, ${param('seenEmail')}, ${param('email')}),
      qr_code = ${newQrCode}, link_version = link_version + 1, move_id = ${param('moveId')},
      updated_at = ${param('now')}
    where party_id in ${brought} and event_id = ${param('eventId')} and email = ${param('boughtAs')} and email_is_buyers = 1
      and ${param('renewsLinks')} = 1 and ${byTheCorrection}`),
)

/** Kinds of email that the correction email makes redundant. */
const SAID_ANYWAY = sql.raw(
  `('confirmation', 'promoted', 'pending', 'waitlisted', 'offered', 'invitation', 'transfer.received', 'party')`,
)

/**
 * Redirects pending emails to the new address, except for the kinds in `SAID_ANYWAY`, which it cancels. If the old
 * address was the buyer's, `boughtAs` is null, and the buyer's emails stay as they are.
 */
const redirectMails = preparedStatement<Following, never>(() =>
  statement(sql`
    update mails set recipient = case when kind in ${SAID_ANYWAY} then recipient else ${param('email')} end,
      status = case when kind in ${SAID_ANYWAY} then 'cancelled' else status end
    where (guest_id = ${param('guestId')} or guest_id in (select m.id from guests m where m.party_id in ${brought}))
      and recipient = ${param('boughtAs')} and status in ('pending', 'retrying')
      and ${param('renewsLinks')} = 1 and ${byTheCorrection}`),
)

/** Deletes the unsubscription of the old address, unless another guest of the calendar has that address. */
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

/** Invalidates the guest's old links by incrementing `link_version`. */
export const renewLinksStatement = ({ guestId, eventId }: GuestRef, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set link_version = link_version + 1, move_id = ${moveId}, updated_at = ${now}
    where id = ${guestId} and event_id = ${eventId} and erased_at is null and status <> 'TRANSFERRED' returning id`)

/** Invalidates the links of all parties whose buyer has the guest's address. */
export const renewLinksOfBuyer = ({ guestId, eventId }: GuestRef, { moveId, now }: Move) =>
  statement(sql`
    update parties set link_version = link_version + 1, updated_at = ${now}
    where event_id = ${eventId} and buyer_email = (select g.email from guests g where g.id = ${guestId} and g.move_id = ${moveId})`)

/** Deletes `pass_devices`, so that phones with an old pass of these guests get no more updates. */
const forgetDevices = ({ moveId }: Move) =>
  statement(sql`delete from pass_devices where guest_id in (select g.id from guests g where g.move_id = ${moveId})`)

/** Expires the verification links that lead to these guests or went to their address. */
const closeVerifications = (eventId: string, { moveId, now }: Move) =>
  statement(sql`update verifications set expires_at = ${now} where event_id = ${eventId} and exists (
    select 1 from guests g where g.move_id = ${moveId} and (g.id = verifications.guest_id or g.email = verifications.email))`)

/** Revokes every other means of access for the guests whose links the move (one change of guests) renewed. */
export const closeWays = (eventId: string, move: Move) => [forgetDevices(move), closeVerifications(eventId, move)]

export interface Receiver {
  id: string
  userId: string
  firstName: string
  lastName: string
  email: string
  searchText: string
  qrCode: string
  /** JSON array of candidates. */
  shortCodes: string
}

/** Guest `g`, who gives up the place, and guest `x`, who is already registered under the receiver's address. */
const giverAndReceiver = ({ guestId, eventId }: GuestRef, { email }: Receiver) => sql`guests g
  left join guests x on x.event_id = g.event_id and x.email = ${email} and x.status in ${REGISTERED} and ${hasOwnAddress('x')}
  where g.id = ${guestId} and g.event_id = ${eventId}`

export const mayBeTransferred = guard([
  unless('invalid_transition', sql`g.status = 'CONFIRMED' and g.erased_at is null`),
  unless('already_registered', sql`x.id is null`, {
    data: sql`json_object('guestId', x.id, 'status', x.shown_status)`,
  }),
])

export const whyNotTransferred = (giver: GuestRef, to: Receiver) =>
  statement<Judged>(sql`select ${mayBeTransferred.why} as why from ${giverAndReceiver(giver, to)}`)

export const leaveForTransfer = (giver: GuestRef, to: Receiver, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    update guests set status = 'TRANSFERRED', move_id = ${moveId}, updated_at = ${now}
    where id = (select g.id from ${giverAndReceiver(giver, to)} and ${mayBeTransferred.holds}) returning id`)

/** Gives the receiver the seat, ticket and order of the guest who left in the move `left`, with a new code. */
export const takeOver = ({ guestId }: GuestRef, to: Receiver, left: Move, { moveId, now }: Move) =>
  statement<{ id: string }>(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, user_id, first_name, last_name, email, search_text,
      status, source, qr_code, short_code, answers, move_id, approved_at, created_at, updated_at)
    select ${to.id}, g.calendar_id, g.event_id, g.ticket_id, g.order_id, ${to.userId}, ${to.firstName}, ${to.lastName},
      ${to.email}, ${to.searchText}, 'CONFIRMED', 'TRANSFER', ${to.qrCode}, ${freeShortCode(sql`${to.shortCodes}`, sql.raw('g.event_id'))}, '[]', ${moveId}, g.approved_at, ${now}, ${now}
    from guests g where g.id = ${guestId} and g.move_id = ${left.moveId}
    ${INTO_LIVE} do update set
      ticket_id = excluded.ticket_id, order_id = excluded.order_id, first_name = excluded.first_name, last_name = excluded.last_name,
      search_text = excluded.search_text, status = excluded.status, move_id = excluded.move_id, approved_at = excluded.approved_at,
      updated_at = excluded.updated_at
    returning id`)

/** Email data that contains only the receiver's id, so that no personal data remains after an erasure. */
export const takenOverBy = ({ moveId }: Move) =>
  sql`(select json_object('receiverId', r.id) from guests r where r.move_id = ${moveId})`

/** Assigns the seat in a party's order to the receiver, along with any payment or refund for it. */
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

/**
 * Assigns the order to the receiver. `guest_id` contains only the first guest. The order's items list every guest, so
 * `seats_revision` increments as well.
 */
export const passOrderOn = ({ guestId }: GuestRef, { moveId, now }: Move) =>
  statement(sql`
    update orders set updated_at = ${now}, seats_revision = seats_revision + 1,
      guest_id = case when guest_id = ${guestId} then (select g.id from guests g where g.move_id = ${moveId}) else guest_id end
    where id = (select g.order_id from guests g where g.move_id = ${moveId})`)
