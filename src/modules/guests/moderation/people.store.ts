import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import { written, writtenOnce } from '../../../db/statement.ts'
import type { Instant } from '../../../kernel/time.ts'
import { hasOwnAddress, INTO_LIVE, LIVE, REGISTERED, type Whom } from '../guests.store.ts'
import type { Move } from '../registration/seats.store.ts'

/** Who a guest is: corrected, passed on to somebody else, invited or taken away for good. */

export type Correction = Whom & {
  firstName: string
  lastName: string
  email: string
  userId: string
  searchText: string
  /** As JSON. */
  answers: string
  /** The code from now on: a new one where the address is another, so that the wrong addressee keeps none. */
  qrCode: string
  /** 1 where the links of before are to be dead. */
  renewsLinks: 0 | 1
  /** The names that were read: another correction in between is not undone. */
  seenFirstName: string
  seenLastName: string
  seenEmail: string
  moveId: string
  now: Instant
}
const corrected = (name: keyof Correction) => sql.placeholder(name)
const whoIsCorrected = sql`g.id = ${corrected('guestId')} and g.event_id = ${corrected('eventId')}`

export const mayBeCorrected = guard([
  unless(
    'conflicting_edits',
    sql`g.erased_at is null and g.first_name = ${corrected('seenFirstName')} and g.last_name = ${corrected('seenLastName')}
      and g.email = ${corrected('seenEmail')}`,
  ),
  unless(
    'already_registered',
    sql`g.status not in ${LIVE} or not exists (select 1 from guests o
      where o.event_id = g.event_id and o.email = ${corrected('email')} and o.id <> g.id and o.status in ${LIVE} and ${hasOwnAddress('o')})`,
    { says: 'Another guest of the event has this address.' },
  ),
])

export const whyNotCorrected = writtenOnce<Correction, Judged>(() =>
  written(sql`select ${mayBeCorrected.why} as why from guests g where ${whoIsCorrected}`),
)

export const correct = writtenOnce<Correction, { id: string }>(() =>
  written(sql`
    update guests as g set first_name = ${corrected('firstName')}, last_name = ${corrected('lastName')}, email = ${corrected('email')},
      answers = ${corrected('answers')}, email_is_buyers = g.email_is_buyers and not ${corrected('renewsLinks')}, user_id = ${corrected('userId')}, search_text = ${corrected('searchText')}, qr_code = ${corrected('qrCode')},
      link_version = g.link_version + ${corrected('renewsLinks')}, move_id = ${corrected('moveId')}, updated_at = ${corrected('now')}
    where ${whoIsCorrected} and ${mayBeCorrected.holds} returning id`),
)

const byTheCorrection = sql`exists (select 1 from guests g where g.id = ${corrected('guestId')} and g.move_id = ${corrected('moveId')})`

/** The order that the guest bought is to the same person. */
const correctBuyer = writtenOnce<Correction, never>(() =>
  written(sql`
    update orders set buyer_first_name = ${corrected('firstName')}, buyer_last_name = ${corrected('lastName')},
      buyer_email = ${corrected('email')}, updated_at = ${corrected('now')}
    where (buyer_guest_id = ${corrected('guestId')} or (buyer_guest_id is null and guest_id = ${corrected('guestId')})) and buyer_email = ${corrected('seenEmail')} and ${byTheCorrection}`),
)

/** What the mail of the correction says anyway. */
const SAID_ANYWAY = sql.raw(`('confirmation', 'promoted', 'pending', 'waitlisted', 'invitation', 'transfer.received')`)

/** Nothing goes to the address of before any more; what waits for it goes to the right one. */
const redirectMails = writtenOnce<Correction, never>(() =>
  written(sql`
    update mails set recipient = case when kind in ${SAID_ANYWAY} then recipient else ${corrected('email')} end,
      status = case when kind in ${SAID_ANYWAY} then 'cancelled' else status end
    where guest_id = ${corrected('guestId')} and recipient = ${corrected('seenEmail')} and status in ('pending', 'retrying')
      and ${corrected('email')} <> ${corrected('seenEmail')} and ${byTheCorrection}`),
)

/** A telephone that keeps the pass of the wrong addressee is told nothing more. */
const forgetDevices = writtenOnce<Correction, never>(() =>
  written(sql`
    delete from pass_devices where guest_id = ${corrected('guestId')} and ${corrected('renewsLinks')} = 1 and ${byTheCorrection}`),
)

/** Also the link that was mailed to ask for the word of the address. */
const closeVerifications = writtenOnce<Correction, never>(() =>
  written(sql`
    update verifications set expires_at = ${corrected('now')}
    where event_id = ${corrected('eventId')} and email = ${corrected('seenEmail')} and guest_id = ${corrected('guestId')}
      and ${corrected('renewsLinks')} = 1 and ${byTheCorrection}`),
)

export const follow = (correction: Correction) => [
  correctBuyer(correction),
  redirectMails(correction),
  forgetDevices(correction),
  closeVerifications(correction),
]

/** The links of before are dead; the guest as they then stand is the answer. */
export const renewLinks = ({ guestId, eventId }: Whom, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set link_version = link_version + 1, move_id = ${moveId}, updated_at = ${now}
    where id = ${guestId} and event_id = ${eventId} and erased_at is null and status <> 'TRANSFERRED' returning id`)

export const forgetDevicesOf = ({ guestId }: Whom, { moveId }: Move) =>
  written(sql`delete from pass_devices where guest_id = ${guestId}
    and exists (select 1 from guests g where g.id = ${guestId} and g.move_id = ${moveId})`)

/** A link that asked for the word of the address leads to the guest as well. */
export const closeVerificationsOf = ({ guestId, eventId }: Whom, { moveId, now }: Move) =>
  written(sql`update verifications set expires_at = ${now} where event_id = ${eventId}
    and email = (select g.email from guests g where g.id = ${guestId} and g.move_id = ${moveId})`)

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
const giving = ({ guestId, eventId }: Whom, { email }: Receiver) => sql`guests g
  left join guests x on x.event_id = g.event_id and x.email = ${email} and x.status in ${REGISTERED} and ${hasOwnAddress('x')}
  where g.id = ${guestId} and g.event_id = ${eventId}`

export const mayBeTransferred = guard([
  unless('invalid_transition', sql`g.status = 'CONFIRMED' and g.erased_at is null`),
  unless('already_registered', sql`x.id is null`, {
    data: sql`json_object('guestId', x.id, 'status', x.shown_status)`,
  }),
])

export const whyNotTransferred = (giver: Whom, to: Receiver) =>
  written<Judged>(sql`select ${mayBeTransferred.why} as why from ${giving(giver, to)}`)

export const leaveForTransfer = (giver: Whom, to: Receiver, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
    update guests set status = 'TRANSFERRED', move_id = ${moveId}, updated_at = ${now}
    where id = (select g.id from ${giving(giver, to)} and ${mayBeTransferred.holds}) returning id`)

/** The receiver takes seat, ticket and order of whoever left by the move `left`, with a code of their own. */
export const takeOver = ({ guestId }: Whom, to: Receiver, left: Move, { moveId, now }: Move) =>
  written<{ id: string }>(sql`
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
export const passSeatOn = ({ guestId }: Whom, { moveId }: Move) => {
  const receiver = sql`(select g.id from guests g where g.move_id = ${moveId})`
  const theirOrder = sql`(select g.order_id from guests g where g.move_id = ${moveId})`
  return [
    written(
      sql`update order_seats set guest_id = ${receiver} where guest_id = ${guestId} and order_id = ${theirOrder}`,
    ),
    written(sql`
      update refunds set guest_ids = (
        select json_group_array(case when i.value = ${guestId} then ${receiver} else i.value end) from json_each(refunds.guest_ids) i)
      where order_id = ${theirOrder} and exists (select 1 from json_each(refunds.guest_ids) i where i.value = ${guestId})`),
  ]
}

/** Whose seat it was, the order shows another from now on. */
export const passOrderOn = ({ guestId }: Whom, { moveId, now }: Move) =>
  written(sql`
    update orders set updated_at = ${now},
      guest_id = case when guest_id = ${guestId} then (select g.id from guests g where g.move_id = ${moveId}) else guest_id end
    where id = (select g.order_id from guests g where g.move_id = ${moveId})`)
