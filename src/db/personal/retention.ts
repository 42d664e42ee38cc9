import { getTableName, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { Database } from '../database.ts'
import { send, statement } from '../statement.ts'
import { HOLDINGS } from './registry.ts'

/** Returns one statement per table that deletes expired rows, at most `limit` at a time. */
const expiredRowDeletes = (now: Instant, limit: number) =>
  HOLDINGS.flatMap(({ table, kept }) => {
    if ('until' in kept) return []
    const name = sql.identifier(getTableName(table))
    const from = sql.identifier(kept.from)
    return [
      statement(sql`delete from ${name} where rowid in (select rowid from ${name}
        where ${from} < ${now - kept.days * DAY_MS} and ${kept.when ?? sql`1`} order by ${from} limit ${limit})`),
    ]
  })

export const dropOverdue = async (db: Database, now: Instant, limit: number) => {
  for (const query of expiredRowDeletes(now, limit)) await send(db, [query])
}
