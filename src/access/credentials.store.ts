import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../db/database.ts'
import type { ApiKeyRow, AppGrantRow, CalendarRow, DoorPassRow } from '../db/rows.ts'
import { apiKeys, appGrants, appTokens, calendars, doorPasses, members } from '../db/schema.ts'
import { projectionOf } from '../db/projection.ts'
import { rowsOf, preparedStatement } from '../db/statement.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Role } from '../kernel/vocabulary.ts'

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

const roleOfGrant = sql<Role | null>`(select m.role from ${members} m
  where m.calendar_id = app_grants.calendar_id and m.user_id = app_grants.user_id)`
interface StoredApp {
  grant: AppGrantRow
  calendar: CalendarRow
  role: Role | null
  /** Null if the grant was found by its id. */
  expiresAt: Instant | null
  /** When the token was issued, if no request has used it yet. */
  unusedSince: Instant | null
}
const appByHash = preparedStatement<{ hash: string }, StoredApp>(() => {
  const app = projectionOf({
    grant: appGrants,
    calendar: calendars,
    role: roleOfGrant,
    expiresAt: sql<Instant>`${appTokens.expiresAt}`,
    unusedSince: sql<Instant | null>`case when ${appTokens.usedAt} is null then ${appTokens.createdAt} end`,
  })
  return app.of(
    new QueryBuilder()
      .select(app.columns)
      .from(appTokens)
      .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
      .innerJoin(calendars, eq(calendars.id, appGrants.calendarId))
      .where(and(eq(appTokens.hash, sql.placeholder('hash')), eq(appTokens.kind, 'access')))
      .limit(1),
  )
})
const appById = preparedStatement<{ id: string }, StoredApp>(() => {
  const [grant, calendar, role, none] = [appGrants, calendars, roleOfGrant, sql<null>`null`]
  const app = projectionOf({ grant, calendar, role, expiresAt: none, unusedSince: none })
  return app.of(
    new QueryBuilder()
      .select(app.columns)
      .from(appGrants)
      .innerJoin(calendars, eq(calendars.id, appGrants.calendarId))
      .where(eq(appGrants.id, sql.placeholder('id')))
      .limit(1),
  )
})

export const appQuery = (named: Named) => ('hash' in named ? appByHash(named) : appById(named))

/** An app has access while its grant is active and the person who gave it is a member. */
export const isAppUsable = <
  Row extends Pick<StoredApp, 'role' | 'expiresAt'> & { grant: Pick<AppGrantRow, 'endedAt'> },
>(
  row: Row,
  now: Instant,
): row is Row & { role: Role } =>
  row.grant.endedAt === null && row.role !== null && (row.expiresAt === null || row.expiresAt > now)

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

export const noteAppUse = (db: Database, grantId: string, now: Instant) =>
  db
    .update(appGrants)
    .set({ lastUsedAt: now })
    .where(and(eq(appGrants.id, grantId), or(isNull(appGrants.lastUsedAt), lt(appGrants.lastUsedAt, now - MINUTE_MS))))

/**
 * Records the first request with an access token. It proves that the response to the exchange has arrived, so the
 * exchanged refresh token gets a `used_at` later than its successor's `created_at`.
 */
export const noteFirstUse = (db: Database, used: { hash: string; grantId: string; createdAt: Instant }, now: Instant) =>
  db
    .update(appTokens)
    .set({ usedAt: Math.max(now, used.createdAt + 1) })
    .where(
      sql`${appTokens.hash} in (${used.hash}, (select t.hash from app_tokens t where t.grant_id = ${used.grantId}
        and t.kind = 'refresh' and t.used_at <= ${used.createdAt} order by t.used_at desc limit 1))`,
    )
