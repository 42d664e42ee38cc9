import { desc, eq } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guestCounts, mails, tickets } from '../../db/schema.ts'
import { inOneBatch, rowsOf } from '../../db/statement.ts'

/** Counters that are kept anyway, so that the numbers beside a list of a hundred thousand cost nothing. */
export const countsOf = (db: Database, eventId: string) => {
  const counted = { ticketId: guestCounts.ticketId, status: guestCounts.status, guests: guestCounts.guests }
  const named = { id: tickets.id, name: tickets.name }
  return inOneBatch(db, {
    counts: rowsOf(
      counted,
      new QueryBuilder().select(counted).from(guestCounts).where(eq(guestCounts.eventId, eventId)),
    ),
    names: rowsOf(
      named,
      new QueryBuilder().select(named).from(tickets).where(eq(tickets.eventId, eventId)).orderBy(tickets.sortOrder),
    ),
  })
}

/** Mails are kept for thirty days; nobody gets more than this in that time. */
const MOST = 100

export const mailsOf = (guestId: string) =>
  rowsOf(
    mails,
    new QueryBuilder()
      .select()
      .from(mails)
      .where(eq(mails.guestId, guestId))
      .orderBy(desc(mails.createdAt))
      .limit(MOST),
  )
