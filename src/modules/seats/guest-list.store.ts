import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { maybe, projectionOf } from '../../db/projection.ts'
import { inList, inOneBatch, rowsFrom, statement } from '../../db/statement.ts'
import { guestCounts, guests, tickets } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import type { Instant } from '../../kernel/time.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { guestByShortCode, typedShortCode } from './short-codes.store.ts'
import type { GuestView, ShownGuest } from './guests.ts'

export interface GuestFilter {
  email?: string | undefined
  status?: GuestStatus | undefined
  awaiting?: 'APPROVAL' | 'PAYMENT' | undefined
  ticketId?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
  /** Either both this filter and `answer` are set, or neither is. */
  questionId?: string | undefined
  answer?: string | undefined
  newestFirst?: boolean | undefined
}

/**
 * Multiple choices are stored as one string joined with `, `. Adding the separator on both sides makes `instr()` match
 * whole choices only.
 */
const hasAnswer = (questionId: string, answer: string) => sql`exists (select 1 from json_each(${guests.answers}) a
  where a.value ->> 'questionId' = ${questionId} and instr(', ' || (a.value ->> 'answer') || ', ', ', ' || ${answer} || ', ') > 0)`

/**
 * Excludes erased guests with a subquery over the small index `guests_erased`. A plain `erased_at is null` would read
 * every row that OFFSET skips.
 */
const isListed = (eventId: string) =>
  sql`guests.rowid not in (select x.rowid from guests x where x.event_id = ${eventId} and x.erased_at is not null)`

const matches = (
  eventId: string,
  { email, status, awaiting, ticketId, q, updatedSince, questionId, answer }: GuestFilter,
): SQL | undefined =>
  and(
    eq(guests.eventId, eventId),
    email === undefined ? undefined : eq(guests.email, email),
    status === undefined ? undefined : eq(guests.status, status),
    ticketId === undefined ? undefined : eq(guests.ticketId, ticketId),
    awaiting === undefined
      ? undefined
      : and(eq(guests.status, 'PENDING'), awaiting === 'APPROVAL' ? isNull(guests.orderId) : isNotNull(guests.orderId)),
    // Lists omit erased guests. With `updatedSince` they are included, anonymised, so that a syncing client sees the
    // erasure.
    updatedSince === undefined ? isListed(eventId) : gte(guests.updatedAt, updatedSince),
    questionId === undefined || answer === undefined ? undefined : hasAnswer(questionId, answer),
    // Uses `instr()`, which has no wildcards, so a `%` in the search text matches literally.
    q === undefined || q === ''
      ? undefined
      : sql`(instr(${guests.searchText}, ${foldForSearch(q)}) > 0 or ${guests.id} = ${guestByShortCode(sql`${eventId}`, sql`${typedShortCode(q)}`)})`,
  )

const total = projectionOf({ total: sql<number>`count(*)` })
const summedTotal = projectionOf({ total: sql<number>`coalesce(sum(${guestCounts.guests}), 0)` })

const countOf = (eventId: string, filter: GuestFilter) =>
  total.of(new QueryBuilder().select(total.columns).from(guests).where(matches(eventId, filter)))

/** `guest_counts` has the totals by status and ticket. Any other filter needs a `count(*)`. */
const totalOf = (eventId: string, filter: GuestFilter) => {
  const { email, awaiting, updatedSince, questionId, status, ticketId } = filter
  if (email !== undefined || awaiting !== undefined || updatedSince !== undefined || questionId !== undefined)
    return countOf(eventId, filter)
  return summedTotal.of(
    new QueryBuilder()
      .select(summedTotal.columns)
      .from(guestCounts)
      .where(
        and(
          eq(guestCounts.eventId, eventId),
          status === undefined ? undefined : eq(guestCounts.status, status),
          ticketId === undefined ? undefined : eq(guestCounts.ticketId, ticketId),
        ),
      ),
  )
}

/**
 * Only a few guests share an address: its owner, and party members who use the buyer's. The unary `+` makes SQLite sort
 * those few instead of walking the whole list along the `created_at` index.
 */
const inOrder = ({ email, newestFirst }: GuestFilter) => {
  const way = newestFirst === true ? desc : asc
  const by = email === undefined ? [guests.createdAt, guests.id] : [sql`+${guests.createdAt}`, sql`+${guests.id}`]
  return by.map(way)
}

const guestViewRows = projectionOf({ guest: guests, ticketName: maybe(tickets.name) })

const pageOf = (where: SQL | undefined, filter: GuestFilter, page: PageRequest) =>
  guestViewRows.of(
    new QueryBuilder()
      .select(guestViewRows.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .where(where)
      .orderBy(...inOrder(filter))
      .limit(page.limit)
      .offset(offsetOf(page)),
  )

/** Searches a covering index. If the page isn't full, its length gives the total, and no count is needed. */
const searchGuests = async (db: Database, eventId: string, filter: GuestFilter, page: PageRequest) => {
  const found = new QueryBuilder()
    .select({ id: guests.id })
    .from(guests)
    .where(matches(eventId, filter))
    .orderBy(...inOrder(filter))
    .limit(page.limit)
    .offset(offsetOf(page))
  const rows = await rowsFrom(db, pageOf(inArray(guests.id, found), filter, { page: 1, limit: page.limit }))
  if (rows.length > 0 && rows.length < page.limit) return { rows, total: offsetOf(page) + rows.length }
  if (rows.length === 0 && page.page === 1) return { rows, total: 0 }
  const [count] = await rowsFrom(db, countOf(eventId, filter))
  return { rows, total: count?.total ?? 0 }
}

/** Selects guests of a calendar by id, in no particular order and without erased guests. */
export const guestsNamed = (calendarId: string, ids: readonly string[]) =>
  guestViewRows.of(
    new QueryBuilder()
      .select(guestViewRows.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .where(
        sql`${guests.id} in ${inList(ids)}
          and ${guests.calendarId} = ${calendarId} and ${guests.erasedAt} is null`,
      ),
  )

export const listGuestViews = async (db: Database, eventId: string, filter: GuestFilter, page: PageRequest) => {
  if (filter.q !== undefined && filter.q !== '') {
    const found = await searchGuests(db, eventId, filter, page)
    return { views: await withPositions(db, found.rows), total: found.total }
  }
  const { rows, counts } = await inOneBatch(db, {
    rows: pageOf(matches(eventId, filter), filter, page),
    counts: totalOf(eventId, filter),
  })
  return { views: await withPositions(db, rows), total: counts[0]?.total ?? 0 }
}

/** Adds waiting list positions to the `WAITLISTED` guests of a page. Walks each event's waiting list only once. */
export const withPositions = async <Guest extends ShownGuest>(
  db: Database,
  rows: Omit<GuestView<Guest>, 'position'>[],
): Promise<GuestView<Guest>[]> => {
  const waiting = rows.flatMap(({ guest }) => (guest.status === 'WAITLISTED' ? [guest] : []))
  if (waiting.length === 0) return rows.map((row) => ({ ...row, position: null }))
  const lines = [...Map.groupBy(waiting, ({ eventId }) => eventId)].map(([eventId, guestsInLine]) => ({
    eventId,
    last: Math.max(...guestsInLine.map(({ waitlistSeq }) => waitlistSeq ?? 0)),
  }))
  const places = await rowsFrom(
    db,
    statement<{ id: string; position: number }>(sql`
      select id, position from (
        select g.id, dense_rank() over (partition by g.event_id order by g.waitlist_seq) as position
        from json_each(${JSON.stringify(lines)}) l join guests g on g.event_id = l.value ->> 'eventId'
        where g.status = 'WAITLISTED' and g.waitlist_seq <= l.value ->> 'last'
      ) where id in ${inList(waiting.map(({ id }) => id))}`),
  )
  const placeOf = new Map(places.map(({ id, position }) => [id, position]))
  return rows.map((row) => ({ ...row, position: placeOf.get(row.guest.id) ?? null }))
}
