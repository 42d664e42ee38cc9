import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { aliased } from '../db/aliased.ts'
import type { Database } from '../db/database.ts'
import type { ApiKeyRow, DoorPassRow } from '../db/rows.ts'
import { apiKeys, calendars, doorPasses } from '../db/schema.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'

/** A key by the hash of its secret, or by the id that a ticket of it holds. */
export const keyQuery = (db: Database, named: { hash: string } | { id: string }) =>
  db
    .select({ key: aliased(apiKeys, 'key'), calendar: aliased(calendars, 'calendar') })
    .from(apiKeys)
    .innerJoin(calendars, eq(calendars.id, apiKeys.calendarId))
    .where('hash' in named ? eq(apiKeys.hash, named.hash) : eq(apiKeys.id, named.id))
    .limit(1)

export const isUsable = (key: ApiKeyRow, now: Instant, environment: string) =>
  key.isActive &&
  key.revokedAt === null &&
  (key.expiresAt === null || key.expiresAt > now) &&
  !(key.mode === 'test' && environment === 'production')

/** A door pass by the hash of its token, or by the id that a ticket of it holds. */
export const passQuery = (db: Database, named: { hash: string } | { id: string }) =>
  db
    .select()
    .from(doorPasses)
    .where('hash' in named ? eq(doorPasses.hash, named.hash) : eq(doorPasses.id, named.id))
    .limit(1)

export const isPassUsable = ({ revokedAt, expiresAt }: Pick<DoorPassRow, 'revokedAt' | 'expiresAt'>, now: Instant) =>
  revokedAt === null && expiresAt > now

/** Once a minute is enough to tell an idle credential from a busy one, and spares a write per request. */
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
