import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../db/database.ts'
import type { ApiKeyRow, CalendarRow, DoorPassRow } from '../db/rows.ts'
import { apiKeys, calendars, doorPasses } from '../db/schema.ts'
import { projectionOf } from '../db/projection.ts'
import { rowsOf, preparedStatement } from '../db/statement.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'

/**
 * How a request names its credential. A live ticket holds the credential's `id`. Every other request brings the secret
 * itself, which is looked up by `hash`.
 */
type Named = { hash: string } | { id: string }

const keyWhere = (where: SQL) =>
  preparedStatement<Named, { key: ApiKeyRow; calendar: CalendarRow }>(() => {
    const keyOfCalendar = projectionOf({ key: apiKeys, calendar: calendars })
    return keyOfCalendar.of(
      new QueryBuilder()
        .select(keyOfCalendar.columns)
        .from(apiKeys)
        .innerJoin(calendars, eq(calendars.id, apiKeys.calendarId))
        .where(where)
        .limit(1),
    )
  })
const keyByHash = keyWhere(eq(apiKeys.hash, sql.placeholder('hash')))
const keyById = keyWhere(eq(apiKeys.id, sql.placeholder('id')))

export const keyQuery = (named: Named) => ('hash' in named ? keyByHash(named) : keyById(named))

export const isUsable = (key: ApiKeyRow, now: Instant, opensTestKeys: boolean) =>
  key.isActive &&
  key.revokedAt === null &&
  (key.expiresAt === null || key.expiresAt > now) &&
  (opensTestKeys || key.mode !== 'test')

const passWhere = (where: SQL) =>
  preparedStatement<Named, DoorPassRow>(() =>
    rowsOf(doorPasses, new QueryBuilder().select().from(doorPasses).where(where).limit(1)),
  )
const passByHash = passWhere(eq(doorPasses.hash, sql.placeholder('hash')))
const passById = passWhere(eq(doorPasses.id, sql.placeholder('id')))

export const passQuery = (named: Named) => ('hash' in named ? passByHash(named) : passById(named))
export const isPassUsable = ({ revokedAt, expiresAt }: Pick<DoorPassRow, 'revokedAt' | 'expiresAt'>, now: Instant) =>
  revokedAt === null && expiresAt > now

/** True if `last_used_at` is at least a minute old. Updating it at most once a minute saves a write per request. */
export const isUseWorthNoting = ({ lastUsedAt }: { lastUsedAt: Instant | null }, now: Instant) =>
  lastUsedAt === null || lastUsedAt < now - MINUTE_MS

export const noteUse = (db: Database, keyId: string, now: Instant) =>
  db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now - MINUTE_MS))))

export const notePassUse = (db: Database, passId: string, now: Instant) =>
  db
    .update(doorPasses)
    .set({ lastUsedAt: now })
    .where(
      and(eq(doorPasses.id, passId), or(isNull(doorPasses.lastUsedAt), lt(doorPasses.lastUsedAt, now - MINUTE_MS))),
    )
