import { and, eq, gt, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { calendars, events, verifications } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'

const WAITS_MS = 30 * MINUTE_MS

/**
 * When a link expires whose email has not been sent yet. Allows one extra day because emails over a mailbox's limit are
 * delayed by up to 24 hours.
 */
export const untilMailed = (now: Instant) => now + DAY_MS + WAITS_MS

const waiting = projectionOf({ verification: verifications, event: events, calendar: calendars })

const waitingAt = (id: string, now: Instant) =>
  waiting.of(
    new QueryBuilder()
      .select(waiting.columns)
      .from(verifications)
      .innerJoin(events, eq(events.id, verifications.eventId))
      .innerJoin(calendars, eq(calendars.id, events.calendarId))
      .where(and(eq(verifications.id, id), gt(verifications.expiresAt, now)))
      .limit(1),
  )

export const findVerification = async (db: Database, id: string, now: Instant) => {
  const [found] = await rowsFrom(db, waitingAt(id, now))
  return found ?? null
}

/** When a link expires whose email is sent now. */
export const untilOfLink = (now: Instant) => now + WAITS_MS

/** Starts the 30-minute validity period of the link when its email is sent. */
export const openVerification = (db: Database, id: string, now: Instant) =>
  rowsFrom(
    db,
    statement(sql`update verifications set expires_at = ${untilOfLink(now)} where id = ${id} and guest_id is null`),
  )

export const causeOfVerification = (id: string) => `verification:${id}`

/** Links the verification and its email to the new guest. Runs in the batch that creates the guest. */
export const markVerified = (id: string, moveId: string) => {
  const guestId = sql`(select g.id from guests g where g.move_id = ${moveId})`
  const isMade = sql`exists (select 1 from guests g where g.move_id = ${moveId})`
  return [
    statement(sql`update verifications set guest_id = ${guestId} where id = ${id} and ${isMade}`),
    statement(sql`update mails set guest_id = ${guestId} where cause = ${causeOfVerification(id)} and ${isMade}`),
  ]
}

/**
 * Unlinks guests removed by the move (one change of guests), so that their verification link leads to the pending
 * registration again.
 */
export const unmarkVerified = (eventId: string, moveId: string) =>
  statement(sql`update verifications set guest_id = null
    where event_id = ${eventId} and guest_id in (select g.id from guests g where g.move_id = ${moveId})`)
