import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { calendars } from '../../db/schema.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** With a reason from now on, or still; without one no longer. */
export const suspend = (db: Database, id: string, reason: string | null, now: Instant) =>
  rowsOf(
    calendars,
    db
      .update(calendars)
      .set({
        suspendedAt: reason === null ? null : sql`coalesce(suspended_at, ${now})`,
        suspensionReason: reason,
        updatedAt: now,
        contentChangedAt: now,
      })
      .where(eq(calendars.id, id))
      .returning(),
  )

/** Of a calendar that is suspended: what has waited for a day or longer is not sent any more. */
export const dropStale = (calendarId: string, now: Instant) => {
  const isStale = sql`calendar_id = ${calendarId} and status in ('pending', 'retrying') and created_at <= ${now - DAY_MS}
    and exists (select 1 from calendars c where c.id = ${calendarId} and c.suspended_at is not null)`
  return {
    mails: statement(sql`update mails set status = 'cancelled', next_attempt_at = null where ${isStale}`),
    deliveries: statement(
      sql`update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${now} where ${isStale}`,
    ),
  }
}
