import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import type { DoorPassRow } from '../../db/rows.ts'
import { doorPasses } from '../../db/schema.ts'
import { rowsOf, statement, preparedStatement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

const MAX_ACTIVE_PASSES = 50

/** Limits an event to 50 active passes. Expired and revoked passes do not count. */
export const mayCreatePass = guard([
  unless(
    'door_pass_limit_reached',
    sql`(select count(*) from door_passes others where others.event_id = ${sql.placeholder('eventId')}
      and others.revoked_at is null and others.expires_at > ${sql.placeholder('createdAt')}) < ${MAX_ACTIVE_PASSES}`,
    {
      says: `An event can have at most ${MAX_ACTIVE_PASSES} active door passes. Revoke a door pass to create another.`,
    },
  ),
])

export const listPassesOf = (eventId: string) =>
  rowsOf(
    doorPasses,
    new QueryBuilder()
      .select()
      .from(doorPasses)
      .where(eq(doorPasses.eventId, eventId))
      .orderBy(asc(doorPasses.createdAt), asc(doorPasses.id)),
  )

type NewPass = Omit<DoorPassRow, 'lastUsedAt' | 'revokedAt'>

const whyNotMade = preparedStatement<NewPass, Judged>(() => judgedBy(mayCreatePass))
const insert = preparedStatement<NewPass, DoorPassRow>(() =>
  rowsOf(
    doorPasses,
    statement(sql`
      insert into door_passes (id, calendar_id, event_id, label, gate, checkpoint_id, hash, created_by, created_at, expires_at)
      select ${sql.placeholder('id')}, ${sql.placeholder('calendarId')}, ${sql.placeholder('eventId')},
        ${sql.placeholder('label')}, ${sql.placeholder('gate')}, ${sql.placeholder('checkpointId')}, ${sql.placeholder('hash')},
        ${sql.placeholder('createdBy')}, ${sql.placeholder('createdAt')}, ${sql.placeholder('expiresAt')}
      where ${mayCreatePass.holds} returning *`),
  ),
)

export const insertPass = (pass: NewPass) => ({ judged: whyNotMade(pass), made: insert(pass) })

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
