import { sql } from 'drizzle-orm'
import { guard, unless, type Judged } from '../../../db/guard.ts'
import { statement, preparedStatement, paramsOf } from '../../../db/statement.ts'
import type { Instant } from '../../../kernel/time.ts'
import {
  freeShortCode,
  guestQuota,
  hasDeclined,
  hasOwnAddress,
  INTO_LIVE,
  type QuotaValues,
  recipientQuota,
  REGISTERED,
} from '../../seats/index.ts'

export interface GuestInvitation {
  id: string
  userId: string
  email: string
  searchText: string
  qrCode: string
  shortCodes: readonly string[]
}

export type Inviting = QuotaValues & {
  eventId: string
  /** JSON array of `GuestInvitation`. */
  invitations: string
  moveId: string
  now: Instant
  /** Guests who were emailed an invitation after this time are not emailed another. */
  mailedAfter: Instant
}
const param = paramsOf<Inviting>()

/** One row `w` per address to invite to event `e`. */
const addresses = sql`json_each(${param('invitations')}) w`
const email = sql.raw(`(w.value ->> 'email')`)

const isRegistered = sql`exists (select 1 from guests x where x.event_id = e.id and x.email = ${email} and x.status in ${REGISTERED} and ${hasOwnAddress('x')})`
const hasUnsubscribed = sql`exists (select 1 from unsubscribes u where u.calendar_id = e.calendar_id and u.email = ${email})`
const hasSaidNo = sql`exists (select 1 from guests d where d.event_id = e.id and d.email = ${email} and ${hasDeclined('d')})`
const mayBeAsked = sql`not ${isRegistered} and not ${hasUnsubscribed} and not ${hasSaidNo}`
const invitedGuest = sql`from guests i where i.event_id = e.id and i.email = ${email} and i.status = 'INVITED'`

const newGuestCount = sql`(select count(*) from ${addresses} where ${mayBeAsked} and not exists (select 1 ${invitedGuest}))`
const emailCount = sql`(select count(*) from ${addresses} where ${mayBeAsked} and not exists (select 1 ${invitedGuest}
  and exists (select 1 from mails m where m.guest_id = i.id and m.kind in ('invitation', 'promoted')
    and m.created_at > ${param('mailedAfter')})))`

export const mayInvite = guard([
  unless('event_cancelled', sql`e.status <> 'CANCELLED'`),
  unless('registration_closed', sql`e.status = 'PUBLISHED'`, {
    says: 'Only a published event can send invitations. Publish it first.',
  }),
  guestQuota(newGuestCount),
  recipientQuota(emailCount),
])

export const whyNotInvite = preparedStatement<Inviting, Judged>(() =>
  statement(sql`select ${mayInvite.why} as why from events e where e.id = ${param('eventId')}`),
)

/** Addresses not invited because they unsubscribed or declined. The API reports them to the inviter. */
export const leftOut = preparedStatement<Inviting, { email: string; hasUnsubscribed: 0 | 1 }>(() =>
  statement(sql`
    select ${email} as email, ${hasUnsubscribed} as hasUnsubscribed from events e cross join ${addresses}
    where e.id = ${param('eventId')} and not ${isRegistered} and (${hasUnsubscribed} or ${hasSaidNo})`),
)

/**
 * Creates or renews invitations, and returns the addresses invited. Evaluates the guard only once, not once per
 * address.
 */
export const inviteAll = preparedStatement<Inviting, { email: string }>(() =>
  statement(sql`
    insert into guests (id, calendar_id, event_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
      short_code, answers, move_id, created_at, updated_at)
    select w.value ->> 'id', e.calendar_id, e.id, w.value ->> 'userId', '', '', ${email}, w.value ->> 'searchText',
      'INVITED', 'INVITE', w.value ->> 'qrCode', ${freeShortCode(sql.raw(`(w.value -> 'shortCodes')`), sql.raw('e.id'))}, '[]', ${param('moveId')}, ${param('now')}, ${param('now')}
    from (select e.id, e.calendar_id from events e where e.id = ${param('eventId')} and ${mayInvite.holds} limit 1) e
      cross join ${addresses}
    where ${mayBeAsked}
    ${INTO_LIVE} do update set move_id = excluded.move_id, updated_at = excluded.updated_at
    where guests.status = 'INVITED'
    returning email`),
)
