import { and, asc, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { among, inOneBatch, maybe, rowsFrom, shapeOf, written, writtenOnce } from '../../db/statement.ts'
import { calendars, events, guestCounts, guests, orders, parties, tickets } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import { MOST_OF_A_PARTY, type GuestStatus } from '../../kernel/vocabulary.ts'
import type { GuestRow, PartyRow } from '../../db/rows.ts'
import { type GuestView, type Party, type Placed, type ShownGuest } from './guests.ts'
import { foldForSearch } from '../../kernel/person-name.ts'

export type Whom = { guestId: string; eventId: string }

/** An event has one live guest per address; one who is only invited is no guest yet. */
export const LIVE = sql.raw(`('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`)
export const REGISTERED = sql.raw(`('PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`)
/** Who was asked to come, and said no before they were a guest. */
export const hasDeclined = (alias: string) =>
  sql.raw(`(${alias}.status = 'DECLINED' and ${alias}.source = 'INVITE' and ${alias}.ticket_id is null)`)
/** Of the guest `alias`: an address of their own, and not that of whoever brought them. */
export const hasOwnAddress = (alias: string) => sql.raw(`${alias}.email_is_buyers = 0`)
export const INTO_LIVE = sql`on conflict (event_id, email) where status in ${LIVE} and email_is_buyers = 0`

const placeInLine = sql<number | null>`case when ${guests.status} = 'WAITLISTED' then (
  select count(distinct w.waitlist_seq) from guests w where w.event_id = ${guests.eventId} and w.status = 'WAITLISTED' and w.waitlist_seq <= ${guests.waitlistSeq}
) end`

const placed = shapeOf({
  guest: guests,
  ticketName: maybe(tickets.name),
  ticketWords: maybe(tickets.translations),
  position: placeInLine,
  order: maybe(orders),
})

const placedWhere = (where: SQL | undefined, most = 1) =>
  placed.of(
    new QueryBuilder()
      .select(placed.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .leftJoin(orders, eq(orders.id, guests.orderId))
      .where(where)
      .orderBy(...(most === 1 ? [] : [sql`guests.rowid`]))
      .limit(most),
  )

/** The guest whom the move `moveId` touched last, with their order: the answer to what the batch did. */
const moveView = writtenOnce<{ moveId: string }, Placed>(() =>
  placedWhere(eq(guests.moveId, sql.placeholder('moveId'))),
)
export const viewOfMove = (moveId: string) => moveView({ moveId })

/** Who it is, if anybody. */
export const guestOfMove = (moveId: string) => sql`(select g.id from guests g where g.move_id = ${moveId})`

/** All whom it touched, beside those of earlier moves of the same request: in the row of its claim. */
export const guestsOfMove = (moveId: string) =>
  sql`(select coalesce(effect_id || ' ', '') || group_concat(g.id, ' ') from guests g where g.move_id = ${moveId})`

/** All whom the move touched last, in the order in which they came. */
const moveViews = writtenOnce<{ moveId: string }, Placed>(() =>
  placedWhere(eq(guests.moveId, sql.placeholder('moveId')), MOST_OF_A_PARTY),
)
export const viewsOfMove = (moveId: string) => moveViews({ moveId })

/** A party and those of it who are still its buyer's to look after: whoever was passed on is not. */
const partyRow = shapeOf({ party: parties })
const partyView = (partyId: string | SQL) => ({
  party: partyRow.of(
    new QueryBuilder()
      .select(partyRow.columns)
      .from(parties)
      .where(sql`${parties.id} = ${partyId}`)
      .limit(1),
  ),
  members: placedWhere(
    sql`${guests.partyId} = ${partyId} and ${guests.status} <> 'TRANSFERRED' and ${guests.erasedAt} is null
      and exists (select 1 from parties y where y.id = ${guests.partyId} and y.event_id = ${guests.eventId})`,
    MOST_OF_A_PARTY,
  ),
})
const asParty = ({ party: [row], members }: { party: { party: PartyRow }[]; members: Placed[] }): Party | null =>
  row === undefined ? null : { party: row.party, members }

/** Of a party in which nobody is left: whose place was passed on last. */
export const passedOnLast = async (db: Database, partyId: string) => {
  const last = written<{ id: string }>(sql`
    select id from guests where party_id = ${partyId} and status = 'TRANSFERRED' and erased_at is null order by updated_at desc limit 1`)
  return (await rowsFrom(db, last))[0]?.id
}

export const findParty = async (db: Database, partyId: string) => asParty(await inOneBatch(db, partyView(partyId)))

/** A guest of the event as they stand, with their order. */
export const viewOfGuest = writtenOnce<Whom, Placed>(() =>
  placedWhere(and(eq(guests.id, sql.placeholder('guestId')), eq(guests.eventId, sql.placeholder('eventId')))),
)

export const findGuest = async (db: Database, whom: Whom) => (await rowsFrom(db, viewOfGuest(whom)))[0] ?? null

export const findLiveGuest = async (db: Database, eventId: string, email: string) => {
  const isLive = sql`${guests.storedStatus} in ${LIVE} and ${guests.emailIsBuyers} = 0`
  const [found] = await rowsFrom(db, placedWhere(and(eq(guests.eventId, eventId), eq(guests.email, email), isLive)))
  return found ?? null
}

export const linkOf = async (db: Database, guestId: string) => {
  const [linked] = await db
    .select({ id: guests.id, linkVersion: guests.linkVersion })
    .from(guests)
    .where(eq(guests.id, guestId))
  return linked ?? null
}

const surroundings = shapeOf({ event: events, calendar: calendars })

/** A guest with event and calendar, for whoever holds the manage link: D1 returns a hundred columns at most. */
export const findManaged = async (db: Database, guestId: string) => {
  const {
    views: [view],
    about: [about],
    together,
  } = await inOneBatch(db, {
    views: placedWhere(eq(guests.id, guestId)),
    together: partyView(sql`(select g.party_id from guests g where g.id = ${guestId})`),
    about: surroundings.of(
      new QueryBuilder()
        .select(surroundings.columns)
        .from(guests)
        .innerJoin(events, eq(events.id, guests.eventId))
        .innerJoin(calendars, eq(calendars.id, guests.calendarId))
        .where(eq(guests.id, guestId))
        .limit(1),
    ),
  })
  return view === undefined || about === undefined ? null : { ...view, ...about, together: asParty(together) }
}

/** Who was registered together with a guest and is written to under the same address, the guest themselves included. */
export const partyOf = (
  db: Database,
  { id, eventId, partyId, email }: Pick<GuestRow, 'id' | 'eventId' | 'partyId' | 'email'>,
) =>
  partyId === null
    ? Promise.resolve([{ id }])
    : db
        .select({ id: guests.id })
        .from(guests)
        .innerJoin(events, eq(events.id, guests.eventId))
        .where(
          and(
            eq(guests.partyId, partyId),
            eq(guests.email, email),
            // A party is of one series: its dates are few, and known by their index.
            sql`${guests.eventId} in (select d.id from events d where d.id = ${eventId}
              or d.series_id = (select o.series_id from events o where o.id = ${eventId}))`,
          ),
        )
        .orderBy(asc(events.startAt), asc(guests.id))

export interface GuestFilter {
  email?: string | undefined
  status?: GuestStatus | undefined
  ticketId?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
  /** Both, or neither. */
  questionId?: string | undefined
  answer?: string | undefined
  newestFirst?: boolean | undefined
}

/** Several choices are kept as one text. */
const answered = (questionId: string, answer: string) => sql`exists (select 1 from json_each(${guests.answers}) a
  where a.value ->> 'questionId' = ${questionId} and instr(', ' || (a.value ->> 'answer') || ', ', ', ' || ${answer} || ', ') > 0)`

/** Along an index of few: the rows that a page leaves behind are not touched for it. */
const isListed = (eventId: string) =>
  sql`guests.rowid not in (select x.rowid from guests x where x.event_id = ${eventId} and x.erased_at is not null)`

const matches = (
  eventId: string,
  { email, status, ticketId, q, updatedSince, questionId, answer }: GuestFilter,
): SQL | undefined =>
  and(
    eq(guests.eventId, eventId),
    email === undefined ? undefined : eq(guests.email, email),
    status === undefined ? undefined : eq(guests.status, status),
    ticketId === undefined ? undefined : eq(guests.ticketId, ticketId),
    // Whoever was erased is in no list; who asks what has changed since is told of them once more, as of nobody.
    updatedSince === undefined ? isListed(eventId) : gte(guests.updatedAt, updatedSince),
    questionId === undefined || answer === undefined ? undefined : answered(questionId, answer),
    // instr() knows no wildcards, so a `%` is only itself.
    q === undefined || q === '' ? undefined : sql`instr(${guests.searchText}, ${foldForSearch(q)}) > 0`,
  )

const total = shapeOf({ total: sql<number>`count(*)` })
const counted = shapeOf({ total: sql<number>`coalesce(sum(${guestCounts.guests}), 0)` })

const countOf = (eventId: string, filter: GuestFilter) =>
  total.of(new QueryBuilder().select(total.columns).from(guests).where(matches(eventId, filter)))

/** The counters know the total by status and ticket; only other filters need counting. */
const totalOf = (eventId: string, filter: GuestFilter) => {
  const { email, updatedSince, questionId, status, ticketId } = filter
  if (email !== undefined || updatedSince !== undefined || questionId !== undefined) return countOf(eventId, filter)
  return counted.of(
    new QueryBuilder()
      .select(counted.columns)
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

/** An address names a guest or two: sorting them costs nothing, walking the list in its order for them does. */
const inOrder = ({ email, newestFirst }: GuestFilter) => {
  const way = newestFirst === true ? desc : asc
  const by = email === undefined ? [guests.createdAt, guests.id] : [sql`+${guests.createdAt}`, sql`+${guests.id}`]
  return by.map(way)
}

const listed = shapeOf({ guest: guests, ticketName: maybe(tickets.name) })

const pageOf = (where: SQL | undefined, filter: GuestFilter, page: PageRequest) =>
  listed.of(
    new QueryBuilder()
      .select(listed.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .where(where)
      .orderBy(...inOrder(filter))
      .limit(page.limit)
      .offset(offsetOf(page)),
  )

/** A search walks the index that holds all it reads. A page that is not full tells the total by itself. */
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

/** Guests of a calendar by their ids, in no order; of an erased one nothing is left to show. */
export const guestsNamed = (calendarId: string, ids: readonly string[]) =>
  listed.of(
    new QueryBuilder()
      .select(listed.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .where(
        sql`${guests.id} in ${among(ids)}
          and ${guests.calendarId} = ${calendarId} and ${guests.erasedAt} is null`,
      ),
  )

export const listGuests = async (db: Database, eventId: string, filter: GuestFilter, page: PageRequest) => {
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

/** Places in line for those of a page who wait: one walk along each line. */
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
    written<{ id: string; position: number }>(sql`
      select id, position from (
        select g.id, dense_rank() over (partition by g.event_id order by g.waitlist_seq) as position
        from json_each(${JSON.stringify(lines)}) l join guests g on g.event_id = l.value ->> 'eventId'
        where g.status = 'WAITLISTED' and g.waitlist_seq <= l.value ->> 'last'
      ) where id in ${among(waiting.map(({ id }) => id))}`),
  )
  const placeOf = new Map(places.map(({ id, position }) => [id, position]))
  return rows.map((row) => ({ ...row, position: placeOf.get(row.guest.id) ?? null }))
}
