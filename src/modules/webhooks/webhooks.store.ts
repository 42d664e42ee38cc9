import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf } from '../../db/statement.ts'
import { webhooks } from '../../db/schema.ts'
import type { Owner } from './webhooks.ts'

type NewRow = typeof webhooks.$inferInsert

const ownedBy = ({ calendarId, eventId }: Owner) =>
  and(eq(webhooks.calendarId, calendarId), eventId === null ? isNull(webhooks.eventId) : eq(webhooks.eventId, eventId))

const owned = (owner: Owner, id: string) => and(eq(webhooks.id, id), ownedBy(owner))

/** `If-Match` holds inside the statement that writes, so no edit slips in between. */
const atRevision = (ifMatch: string | null) =>
  ifMatch === null ? undefined : sql`cast(${webhooks.revision} as text) = ${ifMatch}`

/** Inserts only while its owner has room; counting and inserting are one statement. */
export const insertWebhook = (db: Database, row: NewRow, most: number) => {
  const columns = Object.entries(getTableColumns(webhooks)).map(([name, column]) => {
    const value = row[name as keyof NewRow] ?? column.default ?? null
    return [name, sql`${value === null ? null : column.mapToDriverValue(value)}`.as(column.name)] as const
  })
  const count = db
    .select({ count: sql<number>`count(*)` })
    .from(webhooks)
    .where(ownedBy({ calendarId: row.calendarId, eventId: row.eventId ?? null }))
  return rowsOf(
    webhooks,
    db
      .insert(webhooks)
      .select(
        db
          .select(Object.fromEntries(columns))
          .from(sql`(select 1)`)
          .where(sql`(${count}) < ${most}`) as never,
      )
      .returning(),
  )
}

export const listWebhooks = (db: Database, owner: Owner) =>
  db.select().from(webhooks).where(ownedBy(owner)).orderBy(asc(webhooks.createdAt), asc(webhooks.id))

/** Those of a calendar's own first. */
export const listWebhooksWithEvents = (db: Database, { calendarId }: Owner) =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.calendarId, calendarId))
    .orderBy(sql`${webhooks.eventId} is not null`, asc(webhooks.createdAt), asc(webhooks.id))

export const findWebhook = async (db: Database, owner: Owner, id: string) => {
  const [row] = await db.select().from(webhooks).where(owned(owner, id))
  return row ?? null
}

/** An edit of nothing leaves the revision as it is. */
export const updateWebhook = (
  db: Database,
  owner: Owner,
  id: string,
  changes: Partial<NewRow>,
  ifMatch: string | null,
) =>
  rowsOf(
    webhooks,
    db
      .update(webhooks)
      .set({ ...changes, revision: sql`${webhooks.revision} + ${Object.keys(changes).length > 0 ? 1 : 0}` })
      .where(and(owned(owner, id), atRevision(ifMatch)))
      .returning(),
  )

/** The secret in force becomes the previous one inside the statement, whoever else rotates at the same time. */
export const rotateSecret = (
  db: Database,
  owner: Owner,
  id: string,
  { secretCipher, now, previousUntil }: { secretCipher: string; now: number; previousUntil: number },
  ifMatch: string | null,
) =>
  rowsOf(
    webhooks,
    db
      .update(webhooks)
      .set({
        previousSecretCipher: sql`${webhooks.secretCipher}`,
        previousSecretUntil: previousUntil,
        secretCipher,
        updatedAt: now,
        revision: sql`${webhooks.revision} + 1`,
      })
      .where(and(owned(owner, id), atRevision(ifMatch)))
      .returning(),
  )

export const deleteWebhook = (db: Database, owner: Owner, id: string) =>
  db.delete(webhooks).where(owned(owner, id)).returning({ id: webhooks.id })
