import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written } from '../../db/statement.ts'
import type { DoorPassRow } from '../../db/rows.ts'
import { doorPasses } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { MOST_ACTIVE_PASSES } from './door-passes.ts'

export const listPassesOf = (db: Database, eventId: string) =>
  db
    .select()
    .from(doorPasses)
    .where(eq(doorPasses.eventId, eventId))
    .orderBy(asc(doorPasses.createdAt), asc(doorPasses.id))

/** Inserts nothing when the event has all the passes it may have. */
export const insertPass = (pass: DoorPassRow) =>
  written<{ id: string }>(sql`
    insert into door_passes (id, calendar_id, event_id, label, gate, hash, created_by, created_at, expires_at)
    select ${pass.id}, ${pass.calendarId}, ${pass.eventId}, ${pass.label}, ${pass.gate}, ${pass.hash}, ${pass.createdBy},
      ${pass.createdAt}, ${pass.expiresAt}
    where (select count(*) from door_passes as others where others.event_id = ${pass.eventId}
      and others.revoked_at is null and others.expires_at > ${pass.createdAt}) < ${MOST_ACTIVE_PASSES}
    returning id`)

const unrevoked = (eventId: string, id: string) =>
  and(eq(doorPasses.eventId, eventId), eq(doorPasses.id, id), isNull(doorPasses.revokedAt))

export const replaceToken = (db: Database, eventId: string, id: string, hash: string, now: Instant) =>
  rowsOf(
    doorPasses,
    db
      .update(doorPasses)
      .set({ hash })
      .where(and(unrevoked(eventId, id), gt(doorPasses.expiresAt, now)))
      .returning(),
  )

export const revokePass = (db: Database, eventId: string, id: string, now: Instant) =>
  db.update(doorPasses).set({ revokedAt: now }).where(unrevoked(eventId, id)).returning({ id: doorPasses.id })
