import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import type { ApiKeyRow } from '../../db/rows.ts'
import { apiKeys } from '../../db/schema.ts'
import { rowsOf, statement, preparedStatement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { AgentLimit } from '../../kernel/vocabulary.ts'

const MAX_ACTIVE_KEYS = 3

const withinLimit = (holds: SQL) =>
  unless('api_key_limit_reached', holds, {
    says: `A calendar can have at most ${MAX_ACTIVE_KEYS} active API keys. Revoke or deactivate a key first.`,
  })

/** Expired keys don't count towards `MAX_ACTIVE_KEYS`, because they can never work again. */
const hasRoom = sql`(select count(*) from api_keys others
  where others.calendar_id = ${sql.placeholder('calendarId')} and others.id <> ${sql.placeholder('id')}
    and others.is_active = 1 and others.revoked_at is null
    and (others.expires_at is null or others.expires_at > ${sql.placeholder('now')})) < ${MAX_ACTIVE_KEYS}`

export const mayCreateKey = guard([
  // The owner may have been removed since the gate read their role.
  unless(
    'role_insufficient',
    sql`exists (select 1 from members m where m.calendar_id = ${sql.placeholder('calendarId')}
      and m.user_id = ${sql.placeholder('createdBy')} and m.role = 'OWNER')`,
  ),
  withinLimit(hasRoom),
])

/** The limit applies to key `k` only if the change activates it. */
export const mayChangeKey = guard([
  withinLimit(sql`coalesce(${sql.placeholder('isActive')}, 0) = 0 or k.is_active = 1 or ${hasRoom}`),
])

export const listKeysOf = (calendarId: string) =>
  rowsOf(
    apiKeys,
    new QueryBuilder()
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.calendarId, calendarId))
      .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),
  )

type NewKey = Omit<ApiKeyRow, 'isActive' | 'lastUsedAt' | 'revokedAt'>
type NewKeyValues = Omit<NewKey, 'scopes'> & { scopes: string; now: Instant }

const whyNotCreated = preparedStatement<NewKeyValues, Judged>(() => judgedBy(mayCreateKey))
const insert = preparedStatement<NewKeyValues, ApiKeyRow>(() =>
  rowsOf(
    apiKeys,
    statement(sql`
      insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, agents_may, is_active, created_by, created_at, expires_at)
      select ${sql.placeholder('id')}, ${sql.placeholder('calendarId')}, ${sql.placeholder('name')},
        ${sql.placeholder('prefix')}, ${sql.placeholder('hash')}, ${sql.placeholder('scopes')}, ${sql.placeholder('mode')},
        ${sql.placeholder('agentsMay')}, 1, ${sql.placeholder('createdBy')}, ${sql.placeholder('now')}, ${sql.placeholder('expiresAt')}
      where ${mayCreateKey.holds} returning *`),
  ),
)

export const insertKey = (key: NewKey) => {
  const values = { ...key, scopes: JSON.stringify(key.scopes), now: key.createdAt }
  return { judged: whyNotCreated(values), made: insert(values) }
}

interface KeyRef {
  calendarId: string
  id: string
}
interface KeyUpdate extends Record<string, unknown>, KeyRef {
  name: string | null
  isActive: number | null
  agentsMay: AgentLimit | null
  now: Instant
}

const ofCalendar = sql`k.calendar_id = ${sql.placeholder('calendarId')} and k.id = ${sql.placeholder('id')}
  and k.revoked_at is null`
const whyNotChanged = preparedStatement<KeyUpdate, Judged>(() =>
  statement(sql`select ${mayChangeKey.why} as why from api_keys k where ${ofCalendar}`),
)
const update = preparedStatement<KeyUpdate, ApiKeyRow>(() =>
  rowsOf(
    apiKeys,
    statement(sql`
      update api_keys as k set name = coalesce(${sql.placeholder('name')}, name),
        is_active = coalesce(${sql.placeholder('isActive')}, is_active),
        agents_may = coalesce(${sql.placeholder('agentsMay')}, agents_may)
      where ${ofCalendar} and ${mayChangeKey.holds} returning *`),
  ),
)

/** `judged` is empty if the key doesn't exist or has `revoked_at`. */
export const updateKey = (
  key: KeyRef,
  changes: { name?: string | undefined; isActive?: boolean | undefined; agentsMay?: AgentLimit | undefined },
  now: Instant,
) => {
  const isActive = changes.isActive === undefined ? null : Number(changes.isActive)
  const values = { ...key, name: changes.name ?? null, isActive, agentsMay: changes.agentsMay ?? null, now }
  return { judged: whyNotChanged(values), changed: update(values) }
}

const unrevoked = ({ calendarId, id }: KeyRef) =>
  and(eq(apiKeys.calendarId, calendarId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt))

export const replaceSecret = (db: Database, key: KeyRef, secret: Pick<ApiKeyRow, 'hash' | 'prefix'>) =>
  rowsOf(apiKeys, db.update(apiKeys).set(secret).where(unrevoked(key)).returning())

export const revokeKey = (db: Database, key: KeyRef, now: Instant) =>
  db.update(apiKeys).set({ isActive: false, revokedAt: now }).where(unrevoked(key)).returning({ id: apiKeys.id })
