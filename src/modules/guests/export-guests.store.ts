import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { RegistrationAnswer } from '../../db/rows.ts'
import type { GuestView, ShownGuest } from './guests.ts'

/** Large enough that the way to the database is not what counts, small enough to be held without notice. */
const PAGE = 500

interface Line extends Omit<ShownGuest, 'answers'> {
  answers: string
  ticketName: string | null
}

/** By hand, because a builder that maps each value by itself takes as long as all the rest. */
const readPage = (db: Database, eventId: string, after: Line | null) =>
  db.all<Line>(sql`
    select g.id, g.event_id as eventId, g.ticket_id as ticketId, g.order_id as orderId, g.first_name as firstName,
      g.last_name as lastName, g.email, g.status, g.source, g.qr_code as qrCode, g.answers, g.waitlist_seq as waitlistSeq,
      g.approved_at as approvedAt, g.cancelled_at as cancelledAt, g.checked_in_at as checkedInAt, g.created_at as createdAt,
      g.updated_at as updatedAt, t.name as ticketName
    from guests g left join tickets t on t.id = g.ticket_id
    where g.event_id = ${eventId} and ${after === null ? sql`1` : sql`(g.created_at, g.id) > (${after.createdAt}, ${after.id})`}
    order by g.created_at, g.id limit ${PAGE}`)

const NO_ANSWERS: RegistrationAnswer[] = []

const viewOf = ({ ticketName, answers, ...guest }: Line) => ({
  guest: { ...guest, answers: answers === '[]' ? NO_ANSWERS : (JSON.parse(answers) as RegistrationAnswer[]) },
  ticketName,
})

/** The line as it stands when the export begins: one walk instead of one for every page. */
const placesInLine = async (db: Database, eventId: string) => {
  const line = await db.all<{ id: string }>(
    sql`select id from guests where event_id = ${eventId} and status = 'WAITLISTED' order by waitlist_seq`,
  )
  return new Map(line.map(({ id }, index) => [id, index + 1]))
}

/**
 * The guests of an event page by page along their index: their number costs time and no memory. The next page is
 * asked for while the last one is being written.
 */
export async function* guestPages(
  db: Database,
  eventId: string,
  { positions }: { positions: boolean },
): AsyncGenerator<GuestView<ShownGuest>[]> {
  const places = positions ? await placesInLine(db, eventId) : new Map<string, number>()
  let lines = await readPage(db, eventId, null)
  while (lines.length > 0) {
    const last = lines.at(-1) ?? null
    const next = lines.length < PAGE ? Promise.resolve([]) : Promise.resolve(readPage(db, eventId, last))
    // A failure is met where the page is awaited; until then it must not count as one that nobody handles.
    next.catch(() => {})
    yield lines.map((line) => ({ ...viewOf(line), position: places.get(line.id) ?? null }))
    lines = await next
  }
}

/** Questions that somebody answered, whether or not the event still asks them. */
export const answeredQuestions = (db: Database, eventId: string) =>
  db.all<{ id: string; label: string }>(sql`
    select a.value ->> 'questionId' as id, max(a.value ->> 'question') as label
    from guests g, json_each(g.answers) a where g.event_id = ${eventId} and g.answers <> '[]'
    group by a.value ->> 'questionId' order by min(g.created_at), id`)
