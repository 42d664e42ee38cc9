import { and, asc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { CheckpointRow } from '../../db/rows.ts'
import { checkpoints } from '../../db/schema.ts'
import { inList, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { MAX_CHECKPOINTS } from './checkpoints.schema.ts'

export const checkpointsOf = (eventId: string) =>
  rowsOf(
    checkpoints,
    new QueryBuilder()
      .select()
      .from(checkpoints)
      .where(eq(checkpoints.eventId, eventId))
      .orderBy(asc(checkpoints.createdAt), asc(checkpoints.id)),
  )

export const checkpointsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    checkpoints,
    new QueryBuilder()
      .select()
      .from(checkpoints)
      .where(and(eq(checkpoints.calendarId, calendarId), sql`${checkpoints.id} in ${inList(ids)}`)),
  )

const ofEvent = (eventId: string, id: string) => and(eq(checkpoints.eventId, eventId), eq(checkpoints.id, id))

export const findCheckpoint = async (db: Database, eventId: string, id: string) => {
  const [row] = await rowsFrom(
    db,
    rowsOf(checkpoints, new QueryBuilder().select().from(checkpoints).where(ofEvent(eventId, id))),
  )
  return row ?? null
}

export const ticketsAmong = (eventId: string, ticketIds: readonly string[]) =>
  statement<{ id: string }>(sql`
    select t.id from json_each(${JSON.stringify(ticketIds)}) j join tickets t on t.id = j.value where t.event_id = ${eventId}`)

/** Condition on event `e`. */
export const mayAddCheckpoint = guard([
  unless(
    'checkpoint_limit_reached',
    sql`(select count(*) from checkpoints k where k.event_id = e.id) < ${sql.raw(String(MAX_CHECKPOINTS))}`,
  ),
])

export const insertCheckpoint = (row: CheckpointRow) => ({
  why: statement<Judged>(sql`select ${mayAddCheckpoint.why} as why from events e where e.id = ${row.eventId}`),
  made: rowsOf(
    checkpoints,
    statement(sql`
      insert into checkpoints (id, calendar_id, event_id, name, mode, ticket_ids, opens_at, closes_at, room_limit, created_at, updated_at)
      select ${row.id}, e.calendar_id, e.id, ${row.name}, ${row.mode},
        ${row.ticketIds === null ? null : JSON.stringify(row.ticketIds)}, ${row.opensAt}, ${row.closesAt}, ${row.limit},
        ${row.createdAt}, ${row.updatedAt}
      from events e where e.id = ${row.eventId} and ${mayAddCheckpoint.holds} returning *`),
  ),
})

const isUnused = sql.raw(`not exists (select 1 from checkpoint_scans s where s.place = checkpoints.id)`)

/** Once a checkpoint has scans, its `mode` cannot change, because the mode gives those scans their meaning. */
export const mayChangeCheckpoint = (mode: CheckpointRow['mode']) =>
  guard([
    unless('checkpoint_has_checkins', sql`checkpoints.mode = ${mode} or ${isUnused}`, {
      says: 'The mode of a checkpoint with scans can’t be changed.',
    }),
  ])

/**
 * Updates the checkpoint if its `updated_at` is unchanged. After a concurrent change neither statement matches a row.
 */
export const changeCheckpoint = (db: Database, before: CheckpointRow, after: CheckpointRow) => {
  const rule = mayChangeCheckpoint(after.mode)
  const isUnchanged = and(ofEvent(before.eventId, before.id), eq(checkpoints.updatedAt, before.updatedAt))
  return {
    why: statement<Judged>(sql`select ${rule.why} as why from checkpoints where ${isUnchanged}`),
    changed: rowsOf(checkpoints, db.update(checkpoints).set(after).where(and(isUnchanged, rule.holds)).returning()),
  }
}

export const mayDeleteCheckpoint = guard([unless('checkpoint_has_checkins', isUnused)])

export const removeCheckpoint = (db: Database, eventId: string, id: string) => ({
  why: statement<Judged>(sql`select ${mayDeleteCheckpoint.why} as why from checkpoints where ${ofEvent(eventId, id)}`),
  gone: db
    .delete(checkpoints)
    .where(and(ofEvent(eventId, id), mayDeleteCheckpoint.holds))
    .returning({ id: checkpoints.id }),
})
