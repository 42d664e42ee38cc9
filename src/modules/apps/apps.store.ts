import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { AppGrantRow } from '../../db/rows.ts'
import { projectionOf } from '../../db/projection.ts'
import { appCodes, appGrants, appTokens, members } from '../../db/schema.ts'
import { rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { AgentLimit } from '../../kernel/vocabulary.ts'

/** Lists the apps with access, of one member or of all. */
export const listGrants = (calendarId: string, userId: string | null) => {
  const listed = projectionOf({
    grant: appGrants,
    userName: sql<string | null>`(select m.name from ${members} m
      where m.calendar_id = app_grants.calendar_id and m.user_id = app_grants.user_id)`,
  })
  return listed.of(
    new QueryBuilder()
      .select(listed.columns)
      .from(appGrants)
      .where(
        and(
          eq(appGrants.calendarId, calendarId),
          isNull(appGrants.endedAt),
          userId === null ? undefined : eq(appGrants.userId, userId),
        ),
      )
      .orderBy(asc(appGrants.createdAt), asc(appGrants.id)),
  )
}

interface GrantRef {
  calendarId: string
  id: string
  /** Only grants of this member can be changed. Null for owners, who can change all. */
  userId: string | null
}

const running = ({ calendarId, id, userId }: GrantRef) =>
  and(
    eq(appGrants.calendarId, calendarId),
    eq(appGrants.id, id),
    isNull(appGrants.endedAt),
    userId === null ? undefined : eq(appGrants.userId, userId),
  )

export const endGrant = (db: Database, grant: GrantRef, now: Instant) =>
  db.update(appGrants).set({ endedAt: now }).where(running(grant)).returning({ id: appGrants.id })

export const limitGrant = (db: Database, grant: GrantRef, agentsMay: AgentLimit) =>
  db.update(appGrants).set({ agentsMay }).where(running(grant)).returning({ id: appGrants.id })

export const insertCode = (db: Database, code: typeof appCodes.$inferInsert) => db.insert(appCodes).values(code)

export const findAppCode = async (db: Database, hash: string) => {
  const [row] = await db.select().from(appCodes).where(eq(appCodes.hash, hash))
  return row ?? null
}

export const findToken = async (db: Database, hash: string) => {
  const [row] = await db
    .select({ token: appTokens, grant: appGrants })
    .from(appTokens)
    .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
    .where(eq(appTokens.hash, hash))
  return row ?? null
}

interface NewTokens {
  accessHash: string
  accessUntil: Instant
  refreshHash: string
  refreshUntil: Instant
  now: Instant
}

/**
 * Exchanges a code once. All statements except the last apply only while the code is unused, so a concurrent second
 * exchange creates nothing. The member may have left or lost the role since they allowed the app.
 */
export const exchangeCode = (db: Database, hash: string, grantId: string, tokens: NewTokens) => {
  const { accessHash, accessUntil, refreshHash, refreshUntil, now } = tokens
  const made = sql`exists (select 1 from app_grants g where g.id = ${grantId})`
  const token = (tokenHash: string, kind: 'access' | 'refresh', until: Instant) =>
    statement(sql`insert into app_tokens (hash, grant_id, kind, created_at, expires_at)
      select ${tokenHash}, ${grantId}, ${kind}, ${now}, ${until} where ${made}`)
  return {
    granted: statement<{ id: string }>(sql`
      insert into app_grants (id, calendar_id, user_id, client_id, client_name, scopes, resource, created_at)
      select ${grantId}, c.calendar_id, c.user_id, c.client_id, c.client_name, c.scopes, c.resource, ${now}
      from app_codes c join members m on m.calendar_id = c.calendar_id and m.user_id = c.user_id
        and m.role in ('MANAGER', 'OWNER')
      where c.hash = ${hash} and c.used_at is null returning id`),
    access: token(accessHash, 'access', accessUntil),
    refresh: token(refreshHash, 'refresh', refreshUntil),
    used: db
      .update(appCodes)
      .set({ usedAt: now, grantId: sql`(select g.id from app_grants g where g.id = ${grantId})` })
      .where(and(eq(appCodes.hash, hash), isNull(appCodes.usedAt))),
  }
}

/** Ends the grant created with the code, because the code was used twice. */
export const endGrantOfCode = (db: Database, hash: string, now: Instant) =>
  db
    .update(appGrants)
    .set({ endedAt: now })
    .where(
      and(
        isNull(appGrants.endedAt),
        sql`${appGrants.id} in (select c.grant_id from app_codes c where c.hash = ${hash} and c.used_at is not null)`,
      ),
    )

/**
 * Renews the tokens of an active grant. A refresh token always has the same successor, so concurrent renewals store it
 * once.
 */
export const renewTokens = (db: Database, { id }: Pick<AppGrantRow, 'id'>, hash: string, tokens: NewTokens) => {
  const { accessHash, accessUntil, refreshHash, refreshUntil, now } = tokens
  const runs = sql`exists (select 1 from app_grants g where g.id = ${id} and g.ended_at is null)`
  return {
    refresh: statement(sql`insert into app_tokens (hash, grant_id, kind, created_at, expires_at)
      select ${refreshHash}, ${id}, 'refresh', ${now}, ${refreshUntil} where ${runs} on conflict (hash) do nothing`),
    used: db
      .update(appTokens)
      .set({ usedAt: now })
      .where(and(eq(appTokens.hash, hash), isNull(appTokens.usedAt), runs)),
    access: rowsOf(
      { hash: appTokens.hash },
      statement(sql`insert into app_tokens (hash, grant_id, kind, created_at, expires_at)
        select ${accessHash}, ${id}, 'access', ${now}, ${accessUntil} where ${runs} returning hash`),
    ),
  }
}
