import { asc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import { members } from '../../db/schema.ts'
import { rowsFrom, rowsOf, statement, preparedStatement } from '../../db/statement.ts'
import type { Profile } from '../../access/actor.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Role } from '../../kernel/vocabulary.ts'

const shown = { userId: members.userId, role: members.role, name: members.name, email: members.email }

export const listMembersOf = (calendarId: string) =>
  rowsOf(
    shown,
    new QueryBuilder()
      .select(shown)
      .from(members)
      .where(eq(members.calendarId, calendarId))
      .orderBy(asc(members.createdAt), asc(members.userId)),
  )

interface Member {
  userId: string
  role: Role
  name: string | null
  email: string | null
}

interface MemberValues extends Record<string, unknown> {
  calendarId: string
  userId: string
  /** The new role. Null removes the member. */
  role: Role | null
}

/**
 * The calendar must keep at least one `OWNER`. If two owners demote each other concurrently, the guard refuses the
 * second write.
 */
export const keepsAnOwner = guard([
  unless(
    'last_owner',
    sql`${sql.placeholder('role')} = 'OWNER' or exists (select 1 from members others
      where others.calendar_id = ${sql.placeholder('calendarId')} and others.role = 'OWNER'
        and others.user_id <> ${sql.placeholder('userId')})`,
  ),
])

const verdict = preparedStatement<MemberValues, Judged>(() => judgedBy(keepsAnOwner))

const upsertMember = preparedStatement<MemberValues & { now: Instant }, Member>(() =>
  rowsOf(
    shown,
    statement(sql`
      insert into members (calendar_id, user_id, role, created_at)
      select ${sql.placeholder('calendarId')}, ${sql.placeholder('userId')}, ${sql.placeholder('role')}, ${sql.placeholder('now')}
      where ${keepsAnOwner.holds}
      on conflict (calendar_id, user_id) do update set role = excluded.role
      returning user_id, role, name, email`),
  ),
)

export const putMemberStatement = (calendarId: string, userId: string, role: Role, now: Instant) => {
  const values = { calendarId, userId, role, now }
  return { judged: verdict(values), there: upsertMember(values) }
}

/** The role, if the member has it, otherwise null. Used as `effectId`, which must not contain a user id. */
export const hasRole = (calendarId: string, userId: string, role: Role) =>
  sql`(select m.role from members m where m.calendar_id = ${calendarId} and m.user_id = ${userId} and m.role = ${role})`

const remove = preparedStatement<MemberValues, { user_id: string }>(() =>
  statement(sql`
    delete from members
    where calendar_id = ${sql.placeholder('calendarId')} and user_id = ${sql.placeholder('userId')} and ${keepsAnOwner.holds}
    returning user_id`),
)

export const deleteMember = (calendarId: string, userId: string) => {
  const values = { calendarId, userId, role: null }
  return { judged: verdict(values), gone: remove(values) }
}

/** Counts the credentials that the user created and that are still valid. Someone else may depend on them. */
export const countCredentialsOf = (calendarId: string, userId: string, now: Instant) =>
  statement<{ keys: number; passes: number }>(sql`
    select (select count(*) from api_keys k where k.calendar_id = ${calendarId} and k.created_by = ${userId}
        and k.is_active = 1 and (k.expires_at is null or k.expires_at > ${now})) as keys,
      (select count(*) from door_passes p join events e on e.id = p.event_id and e.calendar_id = ${calendarId}
        where p.created_by = ${userId} and p.revoked_at is null and p.expires_at > ${now}) as passes`)

/** Writes the user's name and email from the identity provider, or nulls, to all their memberships. */
export const setProfile = (userId: string, { name, email }: Profile) =>
  rowsOf(
    { calendarId: members.calendarId },
    statement(sql`update members set name = ${name}, email = ${email} where user_id = ${userId} returning calendar_id`),
  )

export const addressesOfOwners = async (db: Database, calendarId: string) => {
  const rows = await rowsFrom(
    db,
    statement<{ email: string }>(
      sql`select distinct email from members where calendar_id = ${calendarId} and role = 'OWNER' and email is not null`,
    ),
  )
  return rows.map(({ email }) => email)
}
