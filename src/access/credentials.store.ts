import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { aliased } from '../db/aliased.ts'
import type { Database } from '../db/database.ts'
import type { ApiKeyRow } from '../db/rows.ts'
import { apiKeys, calendars } from '../db/schema.ts'
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

/** Once a minute is enough to tell an idle key from a busy one, and spares a write per request. */
export const isUseWorthNoting = (key: ApiKeyRow, now: Instant) =>
  key.lastUsedAt === null || key.lastUsedAt < now - MINUTE_MS

export const noteUse = (db: Database, keyId: string, now: Instant) =>
  db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now - MINUTE_MS))))
