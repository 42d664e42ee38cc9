import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { LETTER_STATUSES } from '../../db/outgoing.ts'
import { letters } from '../../db/schema.ts'
import { advance, endOfChunk, inChunk } from '../../db/walk.ts'

export type LetterRow = typeof letters.$inferSelect

export const findLetter = async (db: Database, id: string) => {
  const [row] = await db.select().from(letters).where(eq(letters.id, id))
  return row ?? null
}

/** Lists the rows of `letters` that still have guests to email, oldest first. */
export const listWaitingLetters = (db: Database, most: number) =>
  db
    .select({ id: letters.id })
    .from(letters)
    .where(sql`is_queued = 0`)
    .orderBy(asc(letters.createdAt))
    .limit(most)

/**
 * Returns the next chunk and its recipients. These are guests who had a seat, were waiting for one or were invited when
 * sending began, and still are.
 */
export const nextChunk = async (db: Database, seen: LetterRow, chunkId: string, size: number) => {
  const end = await endOfChunk(db, seen, seen.createdAt, size)
  return {
    passed: advance(db, { table: letters, seen, end, chunkId }),
    where: sql`${inChunk(letters, seen, { begunAt: seen.createdAt, end, chunkId })}
      and g.status in ${LETTER_STATUSES}`,
  }
}
