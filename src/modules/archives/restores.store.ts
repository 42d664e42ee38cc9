import { and, eq, sql, type SQL } from 'drizzle-orm'
import { writeAfterwards, writeRows, type RestoredRows } from '../../db/archive/writing.ts'
import type { Database } from '../../db/database.ts'
import { outboxOf } from '../../db/outbox.ts'
import { markKeyLost } from '../../db/personal/lost-key.ts'
import type { ImageRow, RestoreRow } from '../../db/rows.ts'
import { restores } from '../../db/schema.ts'
import { inList, onlyRow, rowsFrom, rowsOf, statement, type Statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { recordJob } from '../jobs/index.ts'
import { mostGuests } from './archives.store.ts'

/** A restore that isn't complete within a day is erased with everything it wrote. */
export const RESTORE_MS = DAY_MS
/** How long a restored calendar waits for its owner to open it. */
const HOLD_MS = 30 * DAY_MS

export const restoreOutbox = outboxOf({
  queue: 'jobs',
  table: restores,
  waiting: ['RUNNING'],
  dueAt: restores.createdAt,
})

export const insertRestore = (
  db: Database,
  restore: Pick<RestoreRow, 'id' | 'createdBy' | 'createdAt' | 'fileExpiresAt'>,
) =>
  rowsOf(
    restores,
    db
      .insert(restores)
      .values({ ...restore, status: 'RECEIVING' })
      .returning(),
  )

export const findRestore = async (db: Database, id: string, userId: string): Promise<RestoreRow | null> => {
  const [row] = await db
    .select()
    .from(restores)
    .where(and(eq(restores.id, id), eq(restores.createdBy, userId)))
  return row ?? null
}

export const recordPiece = (id: string, number: number, bytes: number) =>
  rowsOf(
    restores,
    statement(sql`update restores set pieces = json_set(pieces, ${`$."${number}"`}, ${bytes})
      where id = ${id} and status = 'RECEIVING' returning *`),
  )

/**
 * Starts the restore, unless the calendar exists here or another restore is writing it. `next` has the data from the
 * archive’s manifest.
 */
export const beginRestore = (db: Database, id: string, calendarId: string, next: Partial<RestoreRow>) =>
  rowsOf(
    restores,
    db
      .update(restores)
      .set({ ...next, calendarId, status: 'RUNNING' })
      .where(
        and(
          eq(restores.id, id),
          eq(restores.status, 'RECEIVING'),
          sql`not exists (select 1 from calendars c where c.id = ${calendarId})`,
          sql`not exists (select 1 from restores o where o.status in ('RUNNING') and o.calendar_id = ${calendarId})`,
        ),
      )
      .returning(),
  )

/** The objects of an archive that already exist here. */
export const findObstacles = async (db: Database, calendarId: string, slug: string, userId: string) =>
  onlyRow(
    await rowsFrom(
      db,
      statement<{ isHere: 0 | 1; isSlugTaken: 0 | 1; calendars: number }>(sql`
        select exists (select 1 from calendars where id = ${calendarId}) as isHere,
          exists (select 1 from taken_slugs where kind = 'calendar' and slug = ${slug} and owner_id <> ${calendarId}) as isSlugTaken,
          (select count(*) from calendars where created_by = ${userId}) as calendars`),
    ),
  )

/** Returns an event slug that belongs to another event here, or null. */
export const findTakenSlug = async (db: Database, idAndSlug: readonly (readonly unknown[])[]) => {
  const [row] = await rowsFrom(
    db,
    statement<{ slug: string }>(sql`select t.slug from json_each(${JSON.stringify(idAndSlug)}) r
      join taken_slugs t on t.kind = 'event' and t.slug = r.value ->> '$[1]'
      where t.owner_id <> r.value ->> '$[0]' limit 1`),
  )
  return row?.slug ?? null
}

export const claimRestore = async (db: Database, id: string, now: Instant) => {
  const [row] = await rowsFrom(db, restoreOutbox.claim(db, [id], now, {}))
  return row ?? null
}

/** SQL condition: the worker still has the restore, and these rows haven't been written yet. */
const isHeldAt = ({ id, leaseUntil, partsDone, rowCount }: RestoreRow): SQL =>
  sql`exists (select 1 from restores s where s.id = ${id} and s.status = 'RUNNING'
    and s.lease_until = ${leaseUntil} and s.parts_done = ${partsDone} and s.row_count = ${rowCount})`

/** Slugs are never assigned twice, so a slug of another calendar or event makes the batch fail. */
const takeSlugs = (kind: 'calendar' | 'event', rows: readonly (readonly unknown[])[], isHeld: SQL) =>
  statement(sql`insert into taken_slugs (kind, slug, owner_id)
    select ${kind}, r.value ->> '$[1]', r.value ->> '$[0]' from json_each(${JSON.stringify(rows)}) r where ${isHeld}
    on conflict (kind, slug) do update set owner_id = case when owner_id = excluded.owner_id then owner_id end`)

/** Deletes the feed rows that triggers have written in this commit, before any reader sees them. */
const silence = (calendarId: string, stepId: string) =>
  statement(
    sql`delete from changes where calendar_id = ${calendarId} and actor_type = 'system' and actor_id = ${stepId}`,
  )

const slugKindOf = (table: string) => (table === 'events' ? 'event' : table === 'calendars' ? 'calendar' : null)

/**
 * Writes rows of a part and, after the last of them, advances the restore, all in one batch. The batch fails if a row
 * belongs to another calendar, and changes nothing if another worker has the restore.
 */
export const restorePart = (
  db: Database,
  restore: RestoreRow,
  part: Omit<RestoredRows, 'isHeld'> & {
    tableName: string
    idAndSlug: readonly (readonly unknown[])[]
    isLast: boolean
  },
  { stepId, leaseUntil }: { stepId: string; leaseUntil: Instant },
) => {
  const isHeld = isHeldAt(restore)
  const rowCount = restore.rowCount + part.rows.length
  const kind = slugKindOf(part.tableName)
  return {
    slugs: kind === null ? [] : [takeSlugs(kind, part.idAndSlug, isHeld)],
    rows: writeRows({ ...part, isHeld }),
    // NULL violates NOT NULL, so the batch fails if a row was skipped.
    counted:
      statement(sql`update restores set row_count = case when changes() = ${part.rows.length} then row_count + changes() end
      where id = ${restore.id} and ${isHeld}`),
    afterwards: writeAfterwards({ ...part, isHeld: isHeldAt({ ...restore, rowCount }) }),
    silence: silence(part.calendarId, stepId),
    restore: restoreOutbox.settle(db, restore, { partsDone: restore.partsDone + (part.isLast ? 1 : 0), leaseUntil }),
  }
}

export const findRestoredImage = async (db: Database, calendarId: string, id: string) => {
  const [row] = await rowsFrom(
    db,
    statement<Pick<ImageRow, 'id' | 'hash'> & { mediaType: string }>(
      sql`select id, hash, media_type as mediaType from images where id = ${id} and calendar_id = ${calendarId}`,
    ),
  )
  return row ?? null
}

export const passPart = (
  db: Database,
  restore: RestoreRow,
  leaseUntil: Instant,
  statements: readonly Statement[] = [],
) => ({
  more: statements,
  restore: restoreOutbox.settle(db, restore, { partsDone: restore.partsDone + 1, leaseUntil }),
})

export const countRestored = async (db: Database, calendarId: string, now: Instant) =>
  onlyRow(
    await rowsFrom(
      db,
      statement<{ events: number; guests: number; images: number }>(sql`
        select (select count(*) from events where calendar_id = ${calendarId} and status <> 'CANCELLED' and end_at > ${now}) as events,
          ${mostGuests(calendarId)} as guests,
          (select count(*) from images where calendar_id = ${calendarId}) as images`),
    ),
  )

/**
 * Gives the calendar to its owner. It is private until they open it, and erased if they don't. Changes nothing once the
 * calendar's erasure has begun.
 */
export const completeRestore = (
  db: Database,
  restore: RestoreRow,
  {
    calendarId,
    linkKeyCipher,
    losesKey,
    origin,
    now,
  }: { calendarId: string; linkKeyCipher: string | null; losesKey: boolean; origin: string; now: Instant },
) => {
  const isWhole = sql`exists (select 1 from calendars c where c.id = ${calendarId} and c.erase_at > ${now})`
  const mayEnd = sql`${isHeldAt(restore)} and ${isWhole}`
  const { id, rowCount, digest, isVerified } = restore
  const about = { kind: 'RESTORE' as const, source: origin, rowCount, digest: digest ?? '', isVerified }
  return {
    calendar: statement(sql`update calendars set link_key_cipher = ${linkKeyCipher}, erase_at = ${now + HOLD_MS},
      content_revision = ${now} where id = ${calendarId} and ${mayEnd}`),
    owner: statement(sql`insert into members (calendar_id, user_id, role, created_at)
      select ${calendarId}, ${restore.createdBy}, 'OWNER', ${now} where ${mayEnd}`),
    marks: losesKey ? [markKeyLost(calendarId, mayEnd)] : [],
    job: recordJob({ id, calendarId, ...about, createdAt: now }, mayEnd),
    restore: restoreOutbox.settle(
      db,
      restore,
      { status: 'DONE', secretsCipher: null, completedAt: now, fileExpiresAt: now + RESTORE_MS },
      isWhole,
    ),
  }
}

/**
 * Ends the restore and erases the calendar it has written, which is recognisable by having no members. Changes nothing
 * if the worker has lost the restore, because another one is writing the rows.
 */
export const failRestore = (db: Database, restore: RestoreRow, error: string, now: Instant) => ({
  calendar:
    statement(sql`update calendars set erase_at = 0 where id = ${restore.calendarId} and created_by = ${restore.createdBy}
    and erase_at > 0 and not exists (select 1 from members m where m.calendar_id = calendars.id)
    and ${isHeldAt(restore)}`),
  restore: restoreOutbox.settle(db, restore, {
    status: 'FAILED',
    error,
    secretsCipher: null,
    completedAt: now,
    fileExpiresAt: now + RESTORE_MS,
  }),
})

export const listExpiredRestores = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: restores.id })
    .from(restores)
    .where(sql`file_expires_at is not null and file_expires_at <= ${now} and status <> 'RUNNING'`)
    .limit(most)

export const dropRestores = (ids: readonly string[]) => statement(sql`delete from restores where id in ${inList(ids)}`)
