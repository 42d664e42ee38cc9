import { sql, type SQL } from 'drizzle-orm'
import { unless } from '../../db/guard.ts'
import type { Database } from '../../db/database.ts'
import { rowsFrom, statement, paramsOf } from '../../db/statement.ts'
import { dayOf, quotaSays, resetOf, type QuotaName, type Quotas } from '../../kernel/quotas.ts'
import type { Instant } from '../../kernel/time.ts'
import { LIVE } from './guests.store.ts'

/** Values bound by the quota guards. */
export type QuotaValues = {
  guestQuota: string
  recipientQuota: string
  day: number
  resetsAt: string
}

export const quotaValuesOf = ({ guestsPerEvent, recipientsPerDay }: Quotas, now: Instant): QuotaValues => ({
  guestQuota: JSON.stringify(guestsPerEvent),
  recipientQuota: JSON.stringify(recipientsPerDay),
  day: dayOf(now),
  resetsAt: resetOf(now),
})

const param = paramsOf<QuotaValues>()

/** Quota of the plan that the calendar of event `e` has at the time of the write. */
const limitOf = (name: 'guestQuota' | 'recipientQuota') =>
  sql`(${param(name)} ->> (select k.plan from calendars k where k.id = e.calendar_id))`

const guestsOfEvent = sql`(select coalesce(sum(n.guests), 0) from guest_counts n where n.event_id = e.id and (n.status = 'OFFERED' or n.status in ${LIVE}))`
const recipientsToday = sql`coalesce((select r.recipients from recipient_counts r
  where r.calendar_id = e.calendar_id and r.day = ${param('day')}), 0)`

const quotaError = (quota: QuotaName, limit: SQL, used: SQL, resetsAt: SQL) => ({
  says: quotaSays(quota),
  data: sql`json_object('quota', ${sql.raw(`'${quota}'`)}, 'limit', ${limit}, 'used', ${used}, 'resetsAt', ${resetsAt})`,
})

/** True if event `e` has room for `more` guests. `INVITED` guests are included in the count. */
export const hasRoomForGuests = (more: SQL) => sql`${guestsOfEvent} + ${more} <= ${limitOf('guestQuota')}`

export const guestQuota = (more: SQL) =>
  unless(
    'quota_exceeded',
    hasRoomForGuests(more),
    quotaError('guestsPerEvent', limitOf('guestQuota'), guestsOfEvent, sql`null`),
  )

/** Limits how many people the calendar of event `e` invites or adds per day. */
export const recipientQuota = (more: SQL) =>
  unless(
    'quota_exceeded',
    sql`${more} = 0 or ${recipientsToday} + ${more} <= ${limitOf('recipientQuota')}`,
    quotaError('recipientsPerDay', limitOf('recipientQuota'), recipientsToday, sql`${param('resetsAt')}`),
  )

/** Number of guests touched by the move. */
export const movedBy = (moveId: string) => sql`(select count(*) from guests m where m.move_id = ${moveId})`

/** Adds the number of people invited or added by the batch to `recipient_counts`. */
export const countRecipients = (calendarId: string, now: Instant, many: SQL) =>
  statement(sql`
    insert into recipient_counts (calendar_id, day, recipients) select ${calendarId}, ${dayOf(now)}, ${many} where ${many} > 0
    on conflict (calendar_id, day) do update set recipients = recipients + excluded.recipients`)

/** Deletes counts of days before yesterday, which no guard reads. */
export const dropOldRecipientCounts = (db: Database, now: Instant, most: number) =>
  rowsFrom(
    db,
    statement(sql`delete from recipient_counts where rowid in (
      select rowid from recipient_counts where day < ${dayOf(now) - 1} limit ${most})`),
  )
