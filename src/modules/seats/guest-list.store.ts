import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { maybe, projectionOf, some } from '../../db/projection.ts'
import {
  inList,
  inOneRead,
  paramsOf,
  preparedStatement,
  reading,
  rowsFrom,
  statement,
  type TypedStatement,
} from '../../db/statement.ts'
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

const OPTIONAL = ['email', 'status', 'ticketId', 'updatedSince', 'questionId', 'answer'] as const

/** What the SQL text of a list depends on. */
const shapeOf = (filter: GuestFilter, { limit }: PageRequest) => {
  const set = OPTIONAL.filter((name) => filter[name] !== undefined)
  return {
    set,
    has: (name: (typeof OPTIONAL)[number]) => set.includes(name),
    isSearch: filter.q !== undefined && filter.q !== '',
    awaiting: filter.awaiting,
    isNewestFirst: filter.newestFirst === true,
    /** Part of the text, because SQLite plans a query with a bound limit on every execution. */
    limit,
  }
}
type Shape = ReturnType<typeof shapeOf>

const valuesOf = (eventId: string, filter: GuestFilter, page: PageRequest) => ({
  eventId,
  email: filter.email ?? null,
  status: filter.status ?? null,
  ticketId: filter.ticketId ?? null,
  updatedSince: filter.updatedSince ?? null,
  questionId: filter.questionId ?? null,
  answer: filter.answer ?? null,
  text: foldForSearch(filter.q ?? ''),
  code: typedShortCode(filter.q ?? ''),
  offset: offsetOf(page),
})
const param = paramsOf<ReturnType<typeof valuesOf>>()

/** Prepares a statement once for each shape of filter. */
const preparedByShape = <Row>(write: (shape: Shape) => TypedStatement<Row>) => {
  const prepared = new Map<string, ReturnType<typeof preparedStatement<ReturnType<typeof valuesOf>, Row>>>()
  return (eventId: string, filter: GuestFilter, page: PageRequest) => {
    const shape = shapeOf(filter, page)
    const key = [...shape.set, shape.isSearch, shape.awaiting, shape.isNewestFirst, shape.limit].join()
    let found = prepared.get(key)
    if (found === undefined) prepared.set(key, (found = preparedStatement(() => write(shape))))
    return found(valuesOf(eventId, filter, page))
  }
}

/**
 * Multiple choices are stored as one string joined with `, `. Adding the separator on both sides makes `instr()` match
 * whole choices only.
 */
const hasAnswer = sql`exists (select 1 from json_each(${guests.answers}) a
  where a.value ->> 'questionId' = ${param('questionId')} and instr(', ' || (a.value ->> 'answer') || ', ', ', ' || ${param('answer')} || ', ') > 0)`

/**
 * Excludes erased guests with a subquery over the small index `guests_erased`. A plain `erased_at is null` would read
 * every row that OFFSET skips.
 */
const isListed = sql`guests.rowid not in (select x.rowid from guests x where x.event_id = ${param('eventId')} and x.erased_at is not null)`

/** Uses `instr()`, which has no wildcards, so a `%` in the search text matches literally. */
const isFound = sql`(instr(${guests.searchText}, ${param('text')}) > 0 or ${guests.id} = ${guestByShortCode(sql`${param('eventId')}`, sql`${param('code')}`)})`

const matches = ({ has, isSearch, awaiting }: Shape): SQL | undefined =>
  and(
    eq(guests.eventId, param('eventId')),
    has('email') ? eq(guests.email, param('email')) : undefined,
    has('status') ? eq(guests.status, param('status')) : undefined,
    has('ticketId') ? eq(guests.ticketId, param('ticketId')) : undefined,
    awaiting === undefined
      ? undefined
      : and(eq(guests.status, 'PENDING'), awaiting === 'APPROVAL' ? isNull(guests.orderId) : isNotNull(guests.orderId)),
    // Lists omit erased guests. With `updatedSince` they are included, anonymised, so that a syncing client sees the
    // erasure.
    has('updatedSince') ? gte(guests.updatedAt, param('updatedSince')) : isListed,
    has('questionId') && has('answer') ? hasAnswer : undefined,
    isSearch ? isFound : undefined,
  )

const total = projectionOf({ total: sql<number>`count(*)` })
const summedTotal = projectionOf({ total: sql<number>`coalesce(sum(${guestCounts.guests}), 0)` })

const countOf = preparedByShape((shape) =>
  total.of(new QueryBuilder().select(total.columns).from(guests).where(matches(shape))),
)

const sumOf = preparedByShape(({ has }) =>
  summedTotal.of(
    new QueryBuilder()
      .select(summedTotal.columns)
      .from(guestCounts)
      .where(
        and(
          eq(guestCounts.eventId, param('eventId')),
          has('status') ? eq(guestCounts.status, param('status')) : undefined,
          has('ticketId') ? eq(guestCounts.ticketId, param('ticketId')) : undefined,
        ),
      ),
  ),
)

/** `guest_counts` has the totals by status and ticket. Any other filter needs a `count(*)`. */
const totalOf = (eventId: string, filter: GuestFilter, page: PageRequest) => {
  const { email, awaiting, updatedSince, questionId } = filter
  const isCounted =
    email === undefined && awaiting === undefined && updatedSince === undefined && questionId === undefined
  return (isCounted ? sumOf : countOf)(eventId, filter, page)
}

/**
 * Only a few guests share an address: its owner, and party members who use the buyer's. The unary `+` makes SQLite sort
 * those few instead of walking the whole list along the `created_at` index.
 */
const inOrder = ({ has, isNewestFirst }: Shape) => {
  const way = isNewestFirst ? desc : asc
  const by = has('email') ? [sql`+${guests.createdAt}`, sql`+${guests.id}`] : [guests.createdAt, guests.id]
  return by.map(way)
}

/** The columns of `ShownGuest`. The others are a third of a row. */
const shownColumns = {
  id: guests.id,
  eventId: guests.eventId,
  ticketId: guests.ticketId,
  orderId: guests.orderId,
  partyId: guests.partyId,
  emailIsBuyers: guests.emailIsBuyers,
  firstName: guests.firstName,
  lastName: guests.lastName,
  email: guests.email,
  locale: guests.locale,
  status: guests.status,
  source: guests.source,
  qrCode: guests.qrCode,
  shortCode: guests.shortCode,
  answers: guests.answers,
  waitlistSeq: guests.waitlistSeq,
  offerExpiresAt: guests.offerExpiresAt,
  approvedAt: guests.approvedAt,
  cancelledAt: guests.cancelledAt,
  checkedInAt: guests.checkedInAt,
  createdAt: guests.createdAt,
  updatedAt: guests.updatedAt,
} satisfies Record<keyof ShownGuest, Column>

const guestViewRows = projectionOf({ guest: some(shownColumns), ticketName: maybe(tickets.name) })

const guestViews = () =>
  new QueryBuilder().select(guestViewRows.columns).from(guests).leftJoin(tickets, eq(tickets.id, guests.ticketId))

const pageOf = preparedByShape((shape) =>
  guestViewRows.of(
    guestViews()
      .where(matches(shape))
      .orderBy(...inOrder(shape))
      .limit(shape.limit)
      .offset(param('offset')),
  ),
)

const searchedPage = preparedByShape((shape) =>
  guestViewRows.of(
    guestViews()
      .where(
        inArray(
          guests.id,
          new QueryBuilder()
            .select({ id: guests.id })
            .from(guests)
            .where(matches(shape))
            .orderBy(...inOrder(shape))
            .limit(shape.limit)
            .offset(param('offset')),
        ),
      )
      .orderBy(...inOrder(shape)),
  ),
)

interface FoundGuests {
  rows: Omit<GuestView<ShownGuest>, 'position'>[]
  total: number
}

/** Searches a covering index. If the page isn't full, its length gives the total, and no count is needed. */
const searchGuests = async (db: Database, eventId: string, filter: GuestFilter, page: PageRequest) => {
  const rows = await rowsFrom(db, searchedPage(eventId, filter, page))
  if (rows.length > 0 && rows.length < page.limit) return { rows, total: offsetOf(page) + rows.length }
  if (rows.length === 0 && page.page === 1) return { rows, total: 0 }
  const [count] = await rowsFrom(db, countOf(eventId, filter, page))
  return { rows, total: count?.total ?? 0 }
}

/** Selects guests of a calendar by id, in no particular order and without erased guests. */
export const guestsNamed = (calendarId: string, ids: readonly string[]) =>
  guestViewRows.of(
    guestViews().where(
      sql`${guests.id} in ${inList(ids)}
          and ${guests.calendarId} = ${calendarId} and ${guests.erasedAt} is null`,
    ),
  )

/** Reads a page without a search. */
export const guestListPage = (eventId: string, filter: GuestFilter, page: PageRequest) =>
  reading(
    { rows: pageOf(eventId, filter, page), counts: totalOf(eventId, filter, page) },
    ({ rows, counts }): FoundGuests => ({ rows, total: counts[0]?.total ?? 0 }),
  )

/** Returns a page of guests. `found` has its rows if they are read already. */
export const listGuestViews = async (
  db: Database,
  eventId: string,
  filter: GuestFilter,
  page: PageRequest,
  found: FoundGuests | null,
) => {
  const isSearch = filter.q !== undefined && filter.q !== ''
  const { rows, total: all } =
    found ??
    (isSearch
      ? await searchGuests(db, eventId, filter, page)
      : await inOneRead(db, guestListPage(eventId, filter, page)))
  return { views: await withPositions(db, rows), total: all }
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
