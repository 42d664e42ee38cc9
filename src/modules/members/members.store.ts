import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf } from '../../db/statement.ts'
import type { MemberRow } from '../../db/rows.ts'
import { members } from '../../db/schema.ts'

const shown = { userId: members.userId, role: members.role }

export const listMembersOf = (db: Database, calendarId: string) =>
  db
    .select(shown)
    .from(members)
    .where(eq(members.calendarId, calendarId))
    .orderBy(asc(members.createdAt), asc(members.userId))

export const isMember = async (db: Database, calendarId: string, userId: string) => {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.calendarId, calendarId), eq(members.userId, userId)))
  return rows.length > 0
}

/** Asked inside the writing statement, so that two owners who demote each other cannot both succeed. */
const hasAnotherOwner = (calendarId: string) =>
  sql`(select count(*) from members as owners where owners.calendar_id = ${calendarId} and owners.role = 'OWNER') > 1`

/** Writes nothing when it would leave the calendar without an owner. */
export const putMember = (db: Database, member: MemberRow) =>
  rowsOf(
    shown,
    db
      .insert(members)
      .values(member)
      .onConflictDoUpdate({
        target: [members.calendarId, members.userId],
        set: { role: member.role },
        setWhere: sql`excluded.role = 'OWNER' or ${members.role} <> 'OWNER' or ${hasAnotherOwner(member.calendarId)}`,
      })
      .returning(shown),
  )

/** Deletes nothing when it would leave the calendar without an owner. */
export const deleteMember = (db: Database, calendarId: string, userId: string) =>
  db
    .delete(members)
    .where(
      and(
        eq(members.calendarId, calendarId),
        eq(members.userId, userId),
        or(ne(members.role, 'OWNER'), hasAnotherOwner(calendarId)),
      ),
    )
    .returning({ userId: members.userId })
