import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written } from '../../db/statement.ts'
import type { ApiKeyRow } from '../../db/rows.ts'
import { apiKeys } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { MOST_ACTIVE_KEYS } from './api-keys.ts'

export const listKeysOf = (db: Database, calendarId: string) =>
  db.select().from(apiKeys).where(eq(apiKeys.calendarId, calendarId)).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))

const unrevoked = (calendarId: string, id: string) =>
  and(eq(apiKeys.calendarId, calendarId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt))

export const isUnrevoked = async (db: Database, calendarId: string, id: string) => {
  const rows = await db.select({ id: apiKeys.id }).from(apiKeys).where(unrevoked(calendarId, id))
  return rows.length > 0
}

/** An expired key never works again, so it takes no place. Asked inside the writing statement. */
const hasRoom = (calendarId: string, exceptId: string, now: Instant) =>
  sql`(select count(*) from api_keys as others where others.calendar_id = ${calendarId} and others.id <> ${exceptId}
    and others.is_active = 1 and others.revoked_at is null and (others.expires_at is null or others.expires_at > ${now})) < ${MOST_ACTIVE_KEYS}`

/** Inserts nothing when the calendar has all the active keys it may have. */
export const insertKey = (key: ApiKeyRow) =>
  written<{ id: string }>(sql`
    insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, is_active, created_by, created_at, expires_at)
    select ${key.id}, ${key.calendarId}, ${key.name}, ${key.prefix}, ${key.hash}, ${JSON.stringify(key.scopes)}, ${key.mode},
      1, ${key.createdBy}, ${key.createdAt}, ${key.expiresAt}
    where ${hasRoom(key.calendarId, key.id, key.createdAt)}
    returning id`)

/** Changes nothing when the key is revoked, or when there is no room for one more active key. */
export const updateKey = (
  db: Database,
  calendarId: string,
  id: string,
  changes: { name?: string | undefined; isActive?: boolean | undefined },
  now: Instant,
) => {
  const fits = changes.isActive === true ? or(eq(apiKeys.isActive, true), hasRoom(calendarId, id, now)) : undefined
  return rowsOf(
    apiKeys,
    db
      .update(apiKeys)
      .set({ name: changes.name ?? sql`name`, isActive: changes.isActive ?? sql`is_active` })
      .where(and(unrevoked(calendarId, id), fits))
      .returning(),
  )
}

export const replaceSecret = (
  db: Database,
  calendarId: string,
  id: string,
  secret: Pick<ApiKeyRow, 'hash' | 'prefix'>,
) => rowsOf(apiKeys, db.update(apiKeys).set(secret).where(unrevoked(calendarId, id)).returning())

export const revokeKey = (db: Database, calendarId: string, id: string, now: Instant) =>
  db
    .update(apiKeys)
    .set({ isActive: false, revokedAt: now })
    .where(unrevoked(calendarId, id))
    .returning({ id: apiKeys.id })
