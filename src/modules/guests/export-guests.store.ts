import { and, asc, eq, sql } from 'drizzle-orm'
import { handwritten, type Database } from '../../db/database.ts'
import { guests, tickets } from '../../db/schema.ts'
import type { GuestView } from './guests.ts'
import { withPositions } from './guests.store.ts'

/** Large enough that the way to the database is not what counts, small enough to be held without notice. */
const PAGE = 1_000

/** The guests of an event page by page along their index: their number costs time and no memory. */
export async function* guestPages(db: Database, eventId: string): AsyncGenerator<GuestView[]> {
  let after = sql`1`
  for (;;) {
    const rows = await db
      .select({ guest: guests, ticketName: tickets.name })
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .where(and(eq(guests.eventId, eventId), after))
      .orderBy(asc(guests.createdAt), asc(guests.id))
      .limit(PAGE)
    const last = rows.at(-1)?.guest
    if (last === undefined) return
    yield await withPositions(db, eventId, rows)
    if (rows.length < PAGE) return
    after = sql`(${guests.createdAt}, ${guests.id}) > (${last.createdAt}, ${last.id})`
  }
}

/** Questions that somebody answered, whether or not the event still asks them. */
export const answeredQuestions = (db: Database, eventId: string) =>
  handwritten<{ id: string; label: string }>(
    db,
    sql`
    select a.value ->> 'questionId' as id, max(a.value ->> 'question') as label
    from guests g, json_each(g.answers) a where g.event_id = ${eventId} and g.answers <> '[]'
    group by a.value ->> 'questionId' order by min(g.created_at), id`,
  )
