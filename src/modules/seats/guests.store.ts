import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { maybe, projectionOf } from '../../db/projection.ts'
import { inOneBatch, preparedStatement, rowsFrom, statement } from '../../db/statement.ts'
import { calendars, events, guests, orders, parties, tickets } from '../../db/schema.ts'
import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import type { GuestRow, PartyRow } from '../../db/rows.ts'
import type { Party, Placed } from './guests.ts'

export type GuestRef = { guestId: string; eventId: string }

/**
 * Statuses in which an event can have at most one guest per address. Invitees are in `LIVE` but not in `REGISTERED`.
 */
export const LIVE = sql.raw(`('INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`)
export const REGISTERED = sql.raw(`('PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')`)
/** True if the person declined an invitation without ever registering. */
export const hasDeclined = (alias: string) =>
  sql.raw(`(${alias}.status = 'DECLINED' and ${alias}.source = 'INVITE' and ${alias}.ticket_id is null)`)
/** True if guest `alias` has their own address, false if they use the buyer's. */
export const hasOwnAddress = (alias: string) => sql.raw(`${alias}.email_is_buyers = 0`)
export const INTO_LIVE = sql`on conflict (event_id, email) where status in ${LIVE} and email_is_buyers = 0`

const positionInLine = sql<number | null>`case when ${guests.status} = 'WAITLISTED' then (
  select count(distinct w.waitlist_seq) from guests w where w.event_id = ${guests.eventId} and w.status = 'WAITLISTED' and w.waitlist_seq <= ${guests.waitlistSeq}
) end`

const placedRows = projectionOf({
  guest: guests,
  ticketName: maybe(tickets.name),
  ticketWords: maybe(tickets.translations),
  position: positionInLine,
  order: maybe(orders),
})

const selectPlaced = (where: SQL | undefined, most = 1) =>
  placedRows.of(
    new QueryBuilder()
      .select(placedRows.columns)
      .from(guests)
      .leftJoin(tickets, eq(tickets.id, guests.ticketId))
      .leftJoin(orders, eq(orders.id, guests.orderId))
      .where(where)
      .orderBy(...(most === 1 ? [] : [sql`guests.rowid`]))
      .limit(most),
  )

/**
 * The guest touched by the move (one change of guests), with their order. Read in the same batch as the move, to answer
 * the request.
 */
const moveView = preparedStatement<{ moveId: string }, Placed>(() =>
  selectPlaced(eq(guests.moveId, sql.placeholder('moveId'))),
)
export const viewOfMove = (moveId: string) => moveView({ moveId })

/** Id of the guest touched by the move, or null. */
export const guestOfMove = (moveId: string) => sql`(select g.id from guests g where g.move_id = ${moveId})`

/**
 * Ids of all guests touched by the move, appended to the ids from earlier moves of the same request. Evaluated in an
 * UPDATE of the request's claim row, which is why it can read `effect_id`.
 */
export const guestsOfMove = (moveId: string) =>
  sql`(select coalesce(effect_id || ' ', '') || group_concat(g.id, ' ') from guests g where g.move_id = ${moveId})`

const moveViews = preparedStatement<{ moveId: string }, Placed>(() =>
  selectPlaced(eq(guests.moveId, sql.placeholder('moveId')), MAX_PARTY_SIZE),
)
export const viewsOfMove = (moveId: string) => moveViews({ moveId })

/** A party and the members that its buyer still manages, which excludes `TRANSFERRED` and erased members. */
const partyRow = projectionOf({ party: parties })
const partyView = (partyId: string | SQL) => ({
  party: partyRow.of(
    new QueryBuilder()
      .select(partyRow.columns)
      .from(parties)
      .where(sql`${parties.id} = ${partyId}`)
      .limit(1),
  ),
  members: selectPlaced(
    sql`${guests.partyId} = ${partyId} and ${guests.status} <> 'TRANSFERRED' and ${guests.erasedAt} is null
      and exists (select 1 from parties y where y.id = ${guests.partyId} and y.event_id = ${guests.eventId})`,
    MAX_PARTY_SIZE,
  ),
})
const asParty = ({ party: [row], members }: { party: { party: PartyRow }[]; members: Placed[] }): Party | null =>
  row === undefined ? null : { party: row.party, members }

/** Returns the guest who was the last to transfer their place, for parties without remaining members. */
export const passedOnLast = async (db: Database, partyId: string) => {
  const last = statement<{ id: string }>(sql`
    select id from guests where party_id = ${partyId} and status = 'TRANSFERRED' and erased_at is null order by updated_at desc limit 1`)
  return (await rowsFrom(db, last))[0]?.id
}

export const findParty = async (db: Database, partyId: string) => asParty(await inOneBatch(db, partyView(partyId)))

export const viewOfGuest = preparedStatement<GuestRef, Placed>(() =>
  selectPlaced(and(eq(guests.id, sql.placeholder('guestId')), eq(guests.eventId, sql.placeholder('eventId')))),
)

export const findGuest = async (db: Database, whom: GuestRef) => (await rowsFrom(db, viewOfGuest(whom)))[0] ?? null

export const findLiveGuest = async (db: Database, eventId: string, email: string) => {
  const isLive = sql`${guests.storedStatus} in ${LIVE} and ${guests.emailIsBuyers} = 0`
  const [found] = await rowsFrom(db, selectPlaced(and(eq(guests.eventId, eventId), eq(guests.email, email), isLive)))
  return found ?? null
}

const linkCalendar = { id: calendars.id, linkKeyCipher: calendars.linkKeyCipher }

export const linkOf = async (db: Database, guestId: string) => {
  const [linked] = await db
    .select({ id: guests.id, linkVersion: guests.linkVersion, calendar: linkCalendar })
    .from(guests)
    .innerJoin(calendars, eq(calendars.id, guests.calendarId))
    .where(eq(guests.id, guestId))
  return linked ?? null
}

export const linkOfParty = async (db: Database, partyId: string) => {
  const [linked] = await db
    .select({ id: parties.id, linkVersion: parties.linkVersion, calendar: linkCalendar })
    .from(parties)
    .innerJoin(calendars, eq(calendars.id, parties.calendarId))
    .where(eq(parties.id, partyId))
  return linked ?? null
}

const eventAndCalendar = projectionOf({ event: events, calendar: calendars })

/**
 * Finds the guest of a manage link, with event and calendar. Needs two statements because D1 returns at most 100
 * columns.
 */
export const findManaged = async (db: Database, guestId: string) => {
  const {
    views: [view],
    about: [about],
    together,
  } = await inOneBatch(db, {
    views: selectPlaced(eq(guests.id, guestId)),
    together: partyView(sql`(select g.party_id from guests g where g.id = ${guestId})`),
    about: eventAndCalendar.of(
      new QueryBuilder()
        .select(eventAndCalendar.columns)
        .from(guests)
        .innerJoin(events, eq(events.id, guests.eventId))
        .innerJoin(calendars, eq(calendars.id, guests.calendarId))
        .where(eq(guests.id, guestId))
        .limit(1),
    ),
  })
  return view === undefined || about === undefined ? null : { ...view, ...about, together: asParty(together) }
}

type MemberRef = Pick<GuestRow, 'id' | 'eventId' | 'partyId' | 'email'>

const isSamePerson = ({ eventId, partyId, email }: MemberRef) =>
  and(
    eq(guests.partyId, partyId ?? ''),
    eq(guests.email, email),
    // A party never spans more than one series. Listing the few dates of the series lets SQLite use the index.
    sql`${guests.eventId} in (select d.id from events d where d.id = ${eventId}
      or d.series_id = (select o.series_id from events o where o.id = ${eventId}))`,
  )

/** Finds all guests of the same party with the same email address, including the given guest. */
export const partyOfMember = (db: Database, member: MemberRef) =>
  member.partyId === null
    ? Promise.resolve([{ id: member.id }])
    : db
        .select({ id: guests.id })
        .from(guests)
        .innerJoin(events, eq(events.id, guests.eventId))
        .where(isSamePerson(member))
        .orderBy(asc(events.startAt), asc(guests.id))

const dateRows = projectionOf({ guest: guests, event: events })

/** Finds the dates of a series for which a guest registered together, with the guest of each date. */
export const datesOfGuest = (db: Database, member: MemberRef) =>
  rowsFrom(
    db,
    dateRows.of(
      new QueryBuilder()
        .select(dateRows.columns)
        .from(guests)
        .innerJoin(events, eq(events.id, guests.eventId))
        .where(and(isSamePerson(member), sql`${guests.storedStatus} <> 'TRANSFERRED' and ${guests.erasedAt} is null`))
        .orderBy(asc(events.startAt), asc(guests.id)),
    ),
  )
