import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import type { Database } from '../../db/database.ts'
import type { CalendarRow, MemberInvitationRow } from '../../db/rows.ts'
import { calendars, memberInvitations } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { rowsFrom, rowsOf, statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import type { Profile } from '../../access/actor.ts'
import { quotaSays } from '../../kernel/quotas.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Role } from '../../kernel/vocabulary.ts'

const MAX_OPEN_INVITATIONS = 50

export type InvitationValues = Pick<
  MemberInvitationRow,
  'id' | 'calendarId' | 'email' | 'role' | 'moveId' | 'createdBy' | 'createdAt' | 'expiresAt'
> & { mostRecipients: number; day: number; dayEnds: string }
const param = paramsOf<InvitationValues>()

const isOpen = sql.raw('i.accepted_at is null')
const openInvitations = sql`(select count(*) from member_invitations i
  where i.calendar_id = ${param('calendarId')} and ${isOpen} and i.email <> ${param('email')})`
const recipientsToday = sql`coalesce((select r.recipients from recipient_counts r
  where r.calendar_id = ${param('calendarId')} and r.day = ${param('day')}), 0)`

export const mayInviteMember = guard([
  // The owner may have been removed since the gate read their role.
  unless(
    'role_insufficient',
    sql`exists (select 1 from members m where m.calendar_id = ${param('calendarId')}
      and m.user_id = ${param('createdBy')} and m.role = 'OWNER')`,
  ),
  // Another owner may have requested the erasure since then.
  unless(
    'erasure_pending',
    sql`not exists (select 1 from calendars c where c.id = ${param('calendarId')} and c.erase_at is not null)`,
  ),
  unless('invitation_limit_reached', sql`${openInvitations} < ${sql.raw(String(MAX_OPEN_INVITATIONS))}`),
  unless('quota_exceeded', sql`${recipientsToday} < ${param('mostRecipients')}`, {
    says: quotaSays('recipientsPerDay'),
    data: sql`json_object('quota', 'recipientsPerDay', 'limit', ${param('mostRecipients')}, 'used', ${recipientsToday},
      'resetsAt', ${param('dayEnds')})`,
  }),
])

export const whyNotInvited = preparedStatement<InvitationValues, Judged>(() => judgedBy(mayInviteMember))

/**
 * Inviting the same address again sends a new link. The higher `link_version` invalidates the old link, and any claim
 * made through it is discarded.
 */
export const insertInvitation = preparedStatement<InvitationValues, MemberInvitationRow>(() =>
  rowsOf(
    memberInvitations,
    statement(sql`
      insert into member_invitations (id, calendar_id, email, role, move_id, created_by, created_at, expires_at)
      select ${param('id')}, ${param('calendarId')}, ${param('email')}, ${param('role')}, ${param('moveId')},
        ${param('createdBy')}, ${param('createdAt')}, ${param('expiresAt')}
      where ${mayInviteMember.holds}
      on conflict (calendar_id, email) where accepted_at is null do update set role = excluded.role,
        link_version = member_invitations.link_version + 1, move_id = excluded.move_id, created_by = excluded.created_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        claimed_by = null, claimed_name = null, claimed_email = null, claimed_at = null
      returning *`),
  ),
)

/** The number of invitations that the commit wrote: 1, or 0 if it was refused. */
export const askedBy = (moveId: string) => sql`(select count(*) from member_invitations i where i.move_id = ${moveId})`

export const wasAsked = (moveId: string) => sql`${askedBy(moveId)} > 0`

export const listInvitationsOf = (calendarId: string) =>
  rowsOf(
    memberInvitations,
    new QueryBuilder()
      .select()
      .from(memberInvitations)
      .where(sql`${memberInvitations.calendarId} = ${calendarId} and ${memberInvitations.acceptedAt} is null`)
      .orderBy(desc(memberInvitations.createdAt), desc(memberInvitations.id)),
  )

export const deleteInvitation = (calendarId: string, id: string) =>
  statement<{ id: string }>(
    sql`delete from member_invitations where id = ${id} and calendar_id = ${calendarId} and accepted_at is null returning id`,
  )

/**
 * Deletes the open invitations of a user who is no longer an owner, so that they cannot let anyone in, not even
 * themselves. Run it after the change to `members`, in the same batch.
 */
export const withdrawInvitationsOf = (calendarId: string, userId: string) =>
  statement<{ id: string }>(sql`
    delete from member_invitations where calendar_id = ${calendarId} and created_by = ${userId} and accepted_at is null
      and not exists (select 1 from members m where m.calendar_id = ${calendarId} and m.user_id = ${userId}
        and m.role = 'OWNER') returning id`)

/** Null unless the owner who sent the invitation is a member and shares their name. */
const invitedBy = sql<string | null>`(select m.name from members m
  where m.calendar_id = member_invitations.calendar_id and m.user_id = member_invitations.created_by)`

const withCalendar = projectionOf({ invitation: memberInvitations, calendar: calendars, invitedBy })

/** Finds an invitation with its calendar, no matter which user it is for. */
const findWhere = async (
  db: Database,
  where: SQL,
): Promise<{ invitation: MemberInvitationRow; calendar: CalendarRow; invitedBy: string | null } | null> => {
  const [found] = await rowsFrom(
    db,
    withCalendar.of(
      new QueryBuilder()
        .select(withCalendar.columns)
        .from(memberInvitations)
        .innerJoin(calendars, eq(calendars.id, memberInvitations.calendarId))
        .where(where),
    ),
  )
  return found ?? null
}

export const findInvitation = (db: Database, id: string) => findWhere(db, eq(memberInvitations.id, id))
/** Finds an invitation by the id of the commit that last emailed it. */
export const findAsked = (db: Database, moveId: string) => findWhere(db, eq(memberInvitations.moveId, moveId))

interface Claim {
  id: string
  linkVersion: number
  userId: string
  profile: Profile
  now: Instant
}

/**
 * Claims an invitation for one user. A user with the invited address becomes a member immediately. The first user with
 * a different address has to wait until an owner confirms them; until then, the user with the invited address can still
 * claim it.
 */
export const claimInvitation = ({ id, linkVersion, userId, profile: { name, email }, now }: Claim) =>
  rowsOf(
    memberInvitations,
    statement(sql`
      update member_invitations set claimed_by = ${userId}, claimed_name = ${name}, claimed_email = ${email},
        claimed_at = ${now}, accepted_at = case when email = ${email} then ${now} end
      where id = ${id} and link_version = ${linkVersion} and expires_at > ${now} and accepted_at is null
        and (claimed_by is null or claimed_by = ${userId} or email = ${email})
        and exists (select 1 from calendars c where c.id = member_invitations.calendar_id and c.suspended_at is null
          and c.erase_at is null)
      returning *`),
  )

export const confirmInvitation = (calendarId: string, id: string, now: Instant) =>
  rowsOf(
    memberInvitations,
    statement(sql`
      update member_invitations set accepted_at = ${now}
      where id = ${id} and calendar_id = ${calendarId} and accepted_at is null and claimed_by is not null returning *`),
  )

/** Id of the user whose claim was accepted at `now`, or null. */
export const acceptedBy = (id: string, now: Instant) =>
  sql`(select i.claimed_by from member_invitations i where i.id = ${id} and i.accepted_at = ${now})`

const rank = (role: string) => sql.raw(`(case ${role} when 'OWNER' then 3 when 'MANAGER' then 2 else 1 end)`)

/**
 * Makes the user whose claim was accepted at `now` a member. A user who is already a member keeps the higher of the two
 * roles.
 */
export const memberOfInvitation = (id: string, now: Instant) =>
  statement<{ userId: string; role: Role }>(sql`
    insert into members (calendar_id, user_id, role, name, email, created_at)
    select i.calendar_id, i.claimed_by, i.role, i.claimed_name, i.claimed_email, ${now}
    from member_invitations i where i.id = ${id} and i.accepted_at = ${now}
    on conflict (calendar_id, user_id) do update set name = excluded.name, email = excluded.email,
      role = case when ${rank('excluded.role')} > ${rank('members.role')} then excluded.role else members.role end
    returning user_id as userId, role`)
