import { and, eq, getTableName, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../kernel/time.ts'
import type { Database } from './database.ts'
import { guests } from './schema.ts'
import { rowsOf } from './statement.ts'

/** Cursor of a pass over the guests of an event, in chunks. The pass covers only guests who existed when it began. */
export interface Walk {
  id: string
  eventId: string
  cursorCreatedAt: Instant
  cursorId: string
}

interface GuestCursor {
  createdAt: Instant
  id: string
}

/** Returns the last guest of the next chunk, or null if the next chunk contains all remaining guests. */
export const endOfChunk = async (
  db: Database,
  walk: Walk,
  begunAt: Instant,
  size: number,
): Promise<GuestCursor | null> => {
  const [last] = await db
    .select({ createdAt: guests.createdAt, id: guests.id })
    .from(guests)
    .where(
      and(
        eq(guests.eventId, walk.eventId),
        sql`(${guests.createdAt}, ${guests.id}) > (${walk.cursorCreatedAt}, ${walk.cursorId})`,
        sql`${guests.createdAt} <= ${begunAt}`,
      ),
    )
    .orderBy(guests.createdAt, guests.id)
    .limit(1)
    .offset(size - 1)
  return last ?? null
}

type WalkTable = SQLiteTable & Record<'id' | 'isQueued' | 'cursorCreatedAt' | 'cursorId', SQLiteColumn>

/** Moves the cursor forward by one chunk, unless another worker did so first. */
export const advance = <Table extends WalkTable>(
  db: Database,
  {
    table,
    seen,
    end,
    chunkId,
    where,
  }: { table: Table; seen: Walk; end: GuestCursor | null; chunkId: string; where?: SQL },
) =>
  rowsOf(
    table,
    db
      .update(table as WalkTable)
      .set({
        chunkId,
        ...(end === null ? { isQueued: true } : { cursorCreatedAt: end.createdAt, cursorId: end.id }),
      })
      .where(
        and(
          where,
          eq(table.id, seen.id),
          eq(table.isQueued, false),
          eq(table.cursorCreatedAt, seen.cursorCreatedAt),
          eq(table.cursorId, seen.cursorId),
        ),
      )
      .returning(),
  )

/**
 * Returns a condition on guest `g` that selects the chunk. It selects no guests unless `advance` succeeded in the same
 * batch.
 */
export const inChunk = (
  table: WalkTable,
  seen: Walk,
  { begunAt, end, chunkId }: { begunAt: Instant; end: GuestCursor | null; chunkId: string },
): SQL => sql`
  g.event_id = ${seen.eventId} and (g.created_at, g.id) > (${seen.cursorCreatedAt}, ${seen.cursorId})
  and ${end === null ? sql`1` : sql`(g.created_at, g.id) <= (${end.createdAt}, ${end.id})`} and g.created_at <= ${begunAt}
  and g.erased_at is null
  and exists (select 1 from ${sql.identifier(getTableName(table))} m where m.id = ${seen.id} and m.chunk_id = ${chunkId})`
