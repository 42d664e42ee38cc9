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

const placed = projectionOf({
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
const moveView = preparedStatement<{ moveId: string }, Placed>(() =>
  placedWhere(eq(guests.moveId, sql.placeholder('moveId'))),
)
export const viewOfMove = (moveId: string) => moveView({ moveId })

/** Who it is, if anybody. */
export const guestOfMove = (moveId: string) => sql`(select g.id from guests g where g.move_id = ${moveId})`

/** All whom it touched, beside those of earlier moves of the same request: in the row of its claim. */
export const guestsOfMove = (moveId: string) =>
  sql`(select coalesce(effect_id || ' ', '') || group_concat(g.id, ' ') from guests g where g.move_id = ${moveId})`

/** All whom the move touched last, in the order in which they came. */
const moveViews = preparedStatement<{ moveId: string }, Placed>(() =>
  placedWhere(eq(guests.moveId, sql.placeholder('moveId')), MAX_PARTY_SIZE),
)
export const viewsOfMove = (moveId: string) => moveViews({ moveId })

/** A party and those of it who are still its buyer's to look after: whoever was passed on is not. */
const partyRow = projectionOf({ party: parties })
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
    MAX_PARTY_SIZE,
  ),
})
const asParty = ({ party: [row], members }: { party: { party: PartyRow }[]; members: Placed[] }): Party | null =>
  row === undefined ? null : { party: row.party, members }

/** Of a party in which nobody is left: whose place was passed on last. */
export const passedOnLast = async (db: Database, partyId: string) => {
  const last = statement<{ id: string }>(sql`
    select id from guests where party_id = ${partyId} and status = 'TRANSFERRED' and erased_at is null order by updated_at desc limit 1`)
  return (await rowsFrom(db, last))[0]?.id
}

export const findParty = async (db: Database, partyId: string) => asParty(await inOneBatch(db, partyView(partyId)))

/** A guest of the event as they stand, with their order. */
export const viewOfGuest = preparedStatement<GuestRef, Placed>(() =>
  placedWhere(and(eq(guests.id, sql.placeholder('guestId')), eq(guests.eventId, sql.placeholder('eventId')))),
)

export const findGuest = async (db: Database, whom: GuestRef) => (await rowsFrom(db, viewOfGuest(whom)))[0] ?? null

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

const surroundings = projectionOf({ event: events, calendar: calendars })

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
export const partyOfMember = (
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
