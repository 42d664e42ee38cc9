import { sql } from 'drizzle-orm'
import { statement } from '../../db/statement.ts'
import { dayOf } from '../../kernel/quotas.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/**
 * Selects how much of its calendar-wide quotas the calendar has used. Except for `images`, they count
 * from midnight UTC.
 */
export const usedOf = (calendarId: string, now: Instant) =>
  statement<{ recipients: number; images: number; imagesToday: number; archives: number }>(sql`
    select coalesce((select recipients from recipient_counts where calendar_id = ${calendarId} and day = ${dayOf(now)}), 0) as recipients,
      (select count(*) from images where calendar_id = ${calendarId}) as images,
      (select count(*) from images where calendar_id = ${calendarId} and created_at >= ${dayOf(now) * DAY_MS}) as imagesToday,
      (select count(*) from archives where calendar_id = ${calendarId} and created_at >= ${dayOf(now) * DAY_MS}) as archives`)
