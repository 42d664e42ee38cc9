import { desc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guestCounts, mails, tickets } from '../../db/schema.ts'
import { inOneBatch, rowsOf, statement } from '../../db/statement.ts'
import { withAsciiDomain } from '../../kernel/email-address.ts'
import type { Instant } from '../../kernel/time.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import { guestByShortCode, typedShortCode, waitingCounts, type WaitingCounts } from '../seats/index.ts'

/**
 * Reads `guest_counts`, which triggers keep up to date anyway. Showing counts next to a list of 100,000 guests
 * therefore costs almost nothing.
 */
export const countsOf = (db: Database, eventId: string) => {
  const counted = { ticketId: guestCounts.ticketId, status: guestCounts.status, guests: guestCounts.guests }
  const waiting = waitingCounts(sql`${eventId}`)
  const named = { id: tickets.id, name: tickets.name }
  return inOneBatch(db, {
    counts: rowsOf(
      counted,
      new QueryBuilder().select(counted).from(guestCounts).where(eq(guestCounts.eventId, eventId)),
    ),
    waiting: statement<WaitingCounts>(
      sql`select ${waiting.approvals} as approvals, ${waiting.unpaidOrders} as unpaidOrders, ${waiting.unpaidGuests} as unpaidGuests`,
    ),
    names: rowsOf(
      named,
      new QueryBuilder().select(named).from(tickets).where(eq(tickets.eventId, eventId)).orderBy(tickets.sortOrder),
    ),
  })
}

/** The service deletes emails after 30 days, and no guest gets more than `MAX_MAILS_LISTED` in that time. */
const MAX_MAILS_LISTED = 100

export const mailsOf = (guestId: string) =>
  rowsOf(
    mails,
    new QueryBuilder()
      .select()
      .from(mails)
      .where(eq(mails.guestId, guestId))
      .orderBy(desc(mails.createdAt))
      .limit(MAX_MAILS_LISTED),
  )

export const MAX_PEOPLE_FOUND = 200
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export interface FoundGuest {
  guestId: string
  firstName: string
  lastName: string
  email: string
  emailIsBuyers: number
  status: string
  createdAt: Instant
  ticketName: string | null
  eventId: string
  eventTitle: string
  startAt: Instant
  startDate: string | null
}

/**
 * Searches one event after another, because the indexes are per event: one of addresses, and a covering index for name
 * searches.
 */
export const peopleNamed = (calendarId: string, q: string) => {
  const fits = ADDRESS.test(q)
    ? sql`x.email = ${withAsciiDomain(q.toLowerCase())}`
    : sql`(instr(x.search_text, ${foldForSearch(q)}) > 0 or x.id = ${guestByShortCode(sql.raw('o.id'), sql`${typedShortCode(q)}`)})`
  return statement<FoundGuest>(sql`
    select g.id as guestId, g.first_name as firstName, g.last_name as lastName, g.email, g.email_is_buyers as emailIsBuyers, g.shown_status as status,
      g.created_at as createdAt, t.name as ticketName, e.id as eventId, e.title as eventTitle, e.start_at as startAt,
      e.start_date as startDate
    from (
      select x.id from events o cross join guests x on x.event_id = o.id
      where o.calendar_id = ${calendarId} and ${fits} order by x.created_at desc, x.id limit ${MAX_PEOPLE_FOUND}
    ) f cross join guests g on g.id = f.id join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
    where g.erased_at is null order by g.created_at desc, g.id`)
}
