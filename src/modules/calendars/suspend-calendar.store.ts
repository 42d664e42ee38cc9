import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { calendars } from '../../db/schema.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/**
 * A `reason` suspends the calendar. If the calendar is already suspended, only the reason changes, and `suspended_at`
 * keeps its value. Null lifts the suspension.
 */
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

/** Cancels emails and deliveries that have been pending for 24 hours or longer, if the calendar is suspended. */
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
