import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, type Judged } from '../../db/guard.ts'
import { paramsOf, preparedStatement, rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { freeShortCode, guestQuota, nextInLine, type QuotaValues } from '../seats/index.ts'
import type { ImportedPerson } from './lines.ts'

/** A line to look up: `sourceId` is its HMAC, `code` the QR code that it wants. */
export interface SoughtLine {
  line: number
  sourceId: string
  email: string
  code: string | null
}

/** Finds what each line already is here: an imported guest, an erased one, or a guest with the same address. */
export const findKnownLines = (db: Database, eventId: string, lines: readonly SoughtLine[]) =>
  rowsFrom(
    db,
    statement<{
      line: number
      importedId: string | null
      isErased: 0 | 1
      guestId: string | null
      isCodeTaken: 0 | 1
    }>(sql`
      select w.value ->> 'line' as line, s.guest_id as importedId,
        s.guest_id is not null and not exists (select 1 from guests h where h.id = s.guest_id and h.erased_at is null) as isErased,
        (select x.id from guests x where x.event_id = ${eventId} and x.email = w.value ->> 'email' and x.email_is_buyers = 0
          order by x.created_at desc limit 1) as guestId,
        exists (select 1 from guests q where q.qr_code = w.value ->> 'code') as isCodeTaken
      from json_each(${JSON.stringify(lines)}) w
        left join import_sources s on s.event_id = ${eventId} and s.source_id = w.value ->> 'sourceId'`),
  )

export const findSeatsTaken = async (db: Database, eventId: string) => {
  const [row] = await rowsFrom(
    db,
    statement<{ seats: number }>(
      sql`select coalesce(sum(seats), 0) as seats from guest_counts where event_id = ${eventId}`,
    ),
  )
  return row?.seats ?? 0
}

/** A guest to insert. `ordinal` is its place among the new guests of the waiting list in this batch. */
interface NewImportedGuest extends Omit<ImportedPerson, 'answers' | 'emailIsBuyers'> {
  emailIsBuyers: 0 | 1
  id: string
  sourceId: string
  userId: string
  searchText: string
  /** JSON array of answers. */
  answers: string
  qrCode: string
  shortCodes: readonly string[]
  checkinId: string
  orderId: string
  partyId: string | null
  ordinal: number
}

/** The buyer of several guests. */
interface NewImportedParty {
  id: string
  firstName: string
  lastName: string
  email: string
  createdAt: Instant
}

export const textOfParties = (parties: readonly NewImportedParty[]) => JSON.stringify(parties)

export const textOfImported = (guests: readonly NewImportedGuest[]) => JSON.stringify(guests)

export type Importing = QuotaValues & {
  eventId: string
  /** JSON array of `NewImportedGuest`. */
  guests: string
  /** JSON array of `NewImportedParty`. */
  parties: string
  /** JSON array of `{sourceId, id}`: lines whose guest exists already. */
  known: string
  source: 'API' | 'DASHBOARD'
  /** Recorded as the person who checked the guests in. */
  by: string
  moveId: string
  now: Instant
}
const param = paramsOf<Importing>()

const incoming = sql`json_each(${param('guests')}) w`
const value = (name: string) => sql.raw(`(w.value ->> '${name}')`)

/** Capacity doesn't apply: these people already have their place. The quota of the plan does. */
export const mayImport = guard([
  guestQuota(sql`(select count(*) from ${incoming} where ${value('status')} <> 'CANCELLED')`),
])

export const whyNotImport = preparedStatement<Importing, Judged>(() =>
  statement(sql`select ${mayImport.why} as why from events e
    where e.id = ${param('eventId')} and not exists (select 1 from guests m where m.move_id = ${param('moveId')})`),
)

const holdsSeat = sql`${value('status')} in ('CONFIRMED', 'CHECKED_IN')`

/**
 * Inserts the guests of one batch, with the times of the file. A line that another request has imported since, or
 * whose address has registered since, inserts nothing.
 */
const insertImported = preparedStatement<Importing, { id: string }>(() =>
  statement(sql`
    insert into guests (id, calendar_id, event_id, ticket_id, order_id, party_id, email_is_buyers, user_id, first_name, last_name, email, search_text, status,
      source, qr_code, short_code, answers, waitlist_seq, move_id, cancelled_at, checked_in_at, created_at, updated_at)
    select ${value('id')}, e.calendar_id, e.id, ${value('ticketId')}, case when ${holdsSeat} then ${value('orderId')} end, ${value('partyId')},
      ${value('emailIsBuyers')}, ${value('userId')},
      ${value('firstName')}, ${value('lastName')}, ${value('email')}, ${value('searchText')}, ${value('status')}, ${param('source')},
      case when ${value('code')} is null or exists (select 1 from guests q where q.qr_code = ${value('code')}) then ${value('qrCode')} else ${value('code')} end,
      ${freeShortCode(sql.raw(`(w.value -> 'shortCodes')`), sql.raw('e.id'))}, ${value('answers')},
      case when ${value('status')} = 'WAITLISTED' then e.next_in_line + ${value('ordinal')} end, ${param('moveId')},
      case when ${value('status')} = 'CANCELLED' then ${value('registeredAt')} end, ${value('checkedInAt')}, ${value('registeredAt')}, ${param('now')}
    from (select e.id, e.calendar_id, ${nextInLine} as next_in_line from events e where e.id = ${param('eventId')} and ${mayImport.holds} limit 1) e
      cross join ${incoming}
    where (${value('emailIsBuyers')} = 1
        or not exists (select 1 from guests x where x.event_id = e.id and x.email = ${value('email')} and x.email_is_buyers = 0))
      and not exists (select 1 from import_sources s where s.event_id = e.id and s.source_id = ${value('sourceId')})
    returning id`),
)

const keepSources = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into import_sources (event_id, source_id, guest_id, created_at)
    select g.event_id, ${value('sourceId')}, g.id, ${param('now')} from ${incoming} join guests g on g.id = ${value('id')}
    where g.move_id = ${param('moveId')}
    union all
    select ${param('eventId')}, w.value ->> 'sourceId', w.value ->> 'id', ${param('now')} from json_each(${param('known')}) w
    where true
    on conflict do nothing`),
)

const PAID_ELSEWHERE = sql.raw(`'PAID'`)
const providerOf = (total: string) => sql.raw(`case when ${total} = 0 then 'FREE' else 'OFFLINE' end`)

/** Guests paid elsewhere, so their order is settled and its refunds are made by hand. */
const insertOrders = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into orders (id, number, calendar_id, event_id, guest_id, buyer_guest_id, ticket_id, ticket_name, status, buyer_first_name,
      buyer_last_name, buyer_email, currency, subtotal, discount, total, provider, paid_at, paid_note, created_at, updated_at)
    select g.order_id, upper(hex(randomblob(6))), g.calendar_id, g.event_id, g.id, g.id, t.id, t.name, ${PAID_ELSEWHERE}, g.first_name,
      g.last_name, g.email, ${value('currency')}, ${value('amount')}, 0, ${value('amount')}, ${providerOf("(w.value ->> 'amount')")}, g.created_at,
      nullif(${value('order')}, ''), g.created_at, ${param('now')}
    from ${incoming} join guests g on g.id = ${value('id')} join tickets t on t.id = g.ticket_id
    where g.move_id = ${param('moveId')} and g.order_id is not null and g.party_id is null`),
)

const insertParties = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into parties (id, calendar_id, event_id, buyer_first_name, buyer_last_name, buyer_email, answers, created_at, updated_at)
    select p.value ->> 'id', e.calendar_id, e.id, p.value ->> 'firstName', p.value ->> 'lastName', p.value ->> 'email', '[]',
      p.value ->> 'createdAt', ${param('now')}
    from json_each(${param('parties')}) p join events e on e.id = ${param('eventId')}
    where exists (select 1 from guests g where g.party_id = p.value ->> 'id' and g.move_id = ${param('moveId')})`),
)

const insertOrderSeats = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into order_seats (order_id, guest_id, position, ticket_id, ticket_name, price, discount)
    select g.order_id, g.id, row_number() over (partition by g.order_id order by g.rowid), t.id, t.name, ${value('amount')}, 0
    from ${incoming} join guests g on g.id = ${value('id')} join tickets t on t.id = g.ticket_id
    where g.move_id = ${param('moveId')} and g.order_id is not null and g.party_id is not null`),
)

const insertPartyOrders = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into orders (id, number, calendar_id, event_id, guest_id, party_id, quantity, buyer_guest_id, ticket_id, ticket_name, status,
      buyer_first_name, buyer_last_name, buyer_email, currency, subtotal, discount, total, provider, paid_at, paid_note, created_at, updated_at)
    select s.order_id, upper(hex(randomblob(6))), y.calendar_id, y.event_id, f.guest_id, y.id, s.quantity, y.id, f.ticket_id, f.ticket_name,
      ${PAID_ELSEWHERE}, y.buyer_first_name, y.buyer_last_name, y.buyer_email, s.currency, s.total, 0, s.total, ${providerOf('s.total')},
      y.created_at, nullif(s.reference, ''), y.created_at, ${param('now')}
    from (
      select g.order_id, count(*) as quantity, sum(${value('amount')}) as total, max(${value('currency')}) as currency,
        max(${value('order')}) as reference
      from ${incoming} join guests g on g.id = ${value('id')}
      where g.move_id = ${param('moveId')} and g.order_id is not null and g.party_id is not null group by g.order_id
    ) s join order_seats f on f.order_id = s.order_id and f.position = 1 join guests g on g.id = f.guest_id
      join parties y on y.id = g.party_id`),
)

const insertCheckins = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, told_by, created_at)
    select ${value('checkinId')}, g.calendar_id, g.event_id, g.id, g.ticket_id, g.checked_in_at, ${param('by')}, ${param('moveId')}, ${param('now')}
    from ${incoming} join guests g on g.id = ${value('id')} where g.move_id = ${param('moveId')} and g.checked_in_at is not null`),
)

/** All statements of one batch. A batch that ran before changes nothing. */
export const importBatch = (values: Importing) => ({
  guests: insertImported(values),
  why: whyNotImport(values),
  sources: keepSources(values),
  parties: insertParties(values),
  seats: insertOrderSeats(values),
  orders: [insertOrders(values), insertPartyOrders(values)],
  checkins: insertCheckins(values),
})
