import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, type Judged } from '../../db/guard.ts'
import { paramsOf, preparedStatement, rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { freeShortCode, guestQuota, nextInLine, type QuotaValues } from '../seats/index.ts'
import type { ImportedPerson } from './lines.ts'

export const findSeatsTaken = async (db: Database, eventId: string) => {
  const [row] = await rowsFrom(
    db,
    statement<{ seats: number }>(
      sql`select coalesce(sum(seats), 0) as seats from guest_counts where event_id = ${eventId}`,
    ),
  )
  return row?.seats ?? 0
}

/** A guest to insert. `ordinal` is its position among this batch's new guests on the waiting list. */
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
  /** JSON object of digests. */
  fields: string
}

/** The buyer of several guests. */
interface NewImportedParty {
  id: string
  firstName: string
  lastName: string
  email: string
  createdAt: Instant
  /** Set if the buyer has no email address. */
  erasedAt: Instant | null
}

/** A guest of an earlier import, with new values. Null for unchanged columns. */
interface ChangedGuest extends Pick<
  NewImportedGuest,
  'id' | 'sourceId' | 'firstName' | 'lastName' | 'searchText' | 'answers'
> {
  status: string | null
  orderId: string | null
  amount: number
  currency: string | null
  order: string
  cancelledAt: Instant | null
  checkedInAt: Instant | null
  checkinId: string | null
  fields: string
  wasStatus: string
  seenAt: Instant
}

export const textOfChanged = (guests: readonly ChangedGuest[]) => JSON.stringify(guests)

export const textOfParties = (parties: readonly NewImportedParty[]) => JSON.stringify(parties)

export const textOfImported = (guests: readonly NewImportedGuest[]) => JSON.stringify(guests)

export type Importing = QuotaValues & {
  eventId: string
  /** JSON array of `NewImportedGuest`. */
  guests: string
  /** JSON array of `NewImportedParty`. */
  parties: string
  /** JSON array of `{sourceId, id}`: lines whose guest already exists. */
  known: string
  /** JSON array of `ChangedGuest`. */
  changes: string
  source: 'API' | 'DASHBOARD'
  /** Product of the file, such as `LUMA`. */
  product: string
  /** Recorded as the actor who checked the guests in. */
  by: string
  moveId: string
  now: Instant
}
const param = paramsOf<Importing>()

type Incoming = 'guests' | 'changes'
const rowsIn = (list: Incoming) => sql`json_each(${param(list)}) w`
const incoming = rowsIn('guests')
const value = (name: string) => sql.raw(`(w.value ->> '${name}')`)

/** Ignores the capacity, because these people already have their seat, but not the plan's quota. */
export const mayImport = guard([
  guestQuota(sql`(select count(*) from ${incoming} where ${value('status')} <> 'CANCELLED')`),
])

export const whyNotImport = preparedStatement<Importing, Judged>(() =>
  statement(sql`select ${mayImport.why} as why from events e
    where e.id = ${param('eventId')} and not exists (select 1 from guests m where m.move_id = ${param('moveId')})`),
)

const holdsSeat = sql`${value('status')} in ('CONFIRMED', 'CHECKED_IN')`

/**
 * Inserts the guests of one batch, with the times in the file. Skips lines that another request has imported since, or
 * whose address has registered since.
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
    insert into import_sources (event_id, source_id, guest_id, created_at, fields, product)
    select g.event_id, ${value('sourceId')}, g.id, ${param('now')}, ${value('fields')}, ${param('product')} from ${incoming} join guests g on g.id = ${value('id')}
    where g.move_id = ${param('moveId')}
    union all
    select ${param('eventId')}, w.value ->> 'sourceId', w.value ->> 'id', ${param('now')}, null, null from json_each(${param('known')}) w
    where true
    on conflict do nothing`),
)

/**
 * Updates guests of earlier imports. Skips guests changed since the report. A freed seat goes to the waiting list with
 * the next change there, because an import sends no email.
 */
const changeImported = preparedStatement<Importing, { id: string }>(() =>
  statement(sql`
    update guests set first_name = ${value('firstName')}, last_name = ${value('lastName')}, search_text = ${value('searchText')},
      answers = ${value('answers')}, status = coalesce(${value('status')}, status), order_id = coalesce(${value('orderId')}, order_id),
      cancelled_at = coalesce(${value('cancelledAt')}, cancelled_at), checked_in_at = coalesce(${value('checkedInAt')}, checked_in_at),
      move_id = ${param('moveId')}, updated_at = ${param('now')}
    from ${rowsIn('changes')} where guests.id = ${value('id')} and guests.event_id = ${param('eventId')} and guests.erased_at is null
      and guests.updated_at = ${value('seenAt')} and guests.shown_status = ${value('wasStatus')}
    returning guests.id`),
)

const changeSources = preparedStatement<Importing, never>(() =>
  statement(sql`
    update import_sources set fields = ${value('fields')} from ${rowsIn('changes')} join guests g on g.id = ${value('id')}
    where import_sources.event_id = ${param('eventId')} and import_sources.source_id = ${value('sourceId')}
      and g.move_id = ${param('moveId')}`),
)

const PAID_ELSEWHERE = sql.raw(`'PAID'`)
const providerOf = (total: string) => sql.raw(`case when ${total} = 0 then 'FREE' else 'OFFLINE' end`)

/** The guests paid elsewhere, so their orders are settled and refunds are made by hand. */
const insertOrders = (list: Incoming) =>
  preparedStatement<Importing, never>(() =>
    statement(sql`
    insert into orders (id, number, calendar_id, event_id, guest_id, buyer_guest_id, ticket_id, ticket_name, status, buyer_first_name,
      buyer_last_name, buyer_email, currency, subtotal, discount, total, provider, paid_at, paid_note, created_at, updated_at)
    select g.order_id, upper(hex(randomblob(6))), g.calendar_id, g.event_id, g.id, g.id, t.id, t.name, ${PAID_ELSEWHERE}, g.first_name,
      g.last_name, g.email, ${value('currency')}, ${value('amount')}, 0, ${value('amount')}, ${providerOf("(w.value ->> 'amount')")}, g.created_at,
      nullif(${value('order')}, ''), g.created_at, ${param('now')}
    from ${rowsIn(list)} join guests g on g.id = ${value('id')} join tickets t on t.id = g.ticket_id
    where g.move_id = ${param('moveId')} and g.order_id = ${value('orderId')} and g.party_id is null`),
  )

const insertParties = preparedStatement<Importing, never>(() =>
  statement(sql`
    insert into parties (id, calendar_id, event_id, buyer_first_name, buyer_last_name, buyer_email, answers, erased_at, created_at, updated_at)
    select p.value ->> 'id', e.calendar_id, e.id, p.value ->> 'firstName', p.value ->> 'lastName', p.value ->> 'email', '[]', p.value ->> 'erasedAt',
      p.value ->> 'createdAt', ${param('now')}
    from json_each(${param('parties')}) p join events e on e.id = ${param('eventId')}
    where exists (select 1 from guests g where g.party_id = p.value ->> 'id' and g.move_id = ${param('moveId')})`),
)

const insertOrderSeats = (list: Incoming) =>
  preparedStatement<Importing, never>(() =>
    statement(sql`
    insert into order_seats (order_id, guest_id, position, ticket_id, ticket_name, price, discount)
    select g.order_id, g.id, row_number() over (partition by g.order_id order by g.rowid), t.id, t.name, ${value('amount')}, 0
    from ${rowsIn(list)} join guests g on g.id = ${value('id')} join tickets t on t.id = g.ticket_id
    where g.move_id = ${param('moveId')} and g.order_id = ${value('orderId')} and g.party_id is not null`),
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

const insertCheckins = (list: Incoming) =>
  preparedStatement<Importing, never>(() =>
    statement(sql`
    insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, told_by, created_at)
    select ${value('checkinId')}, g.calendar_id, g.event_id, g.id, g.ticket_id, g.checked_in_at, ${param('by')}, ${param('moveId')}, ${param('now')}
    from ${rowsIn(list)} join guests g on g.id = ${value('id')} where g.move_id = ${param('moveId')} and g.checked_in_at is not null
      and ${value('checkinId')} is not null`),
  )

const orderOfNew = insertOrders('guests')
const orderOfChanged = insertOrders('changes')
const seatsOfNew = insertOrderSeats('guests')
const seatsOfChanged = insertOrderSeats('changes')
const checkinsOfNew = insertCheckins('guests')
const checkinsOfChanged = insertCheckins('changes')

/** Event id of a webhook event that is about the whole calendar. */
export const NO_EVENT = sql`null`

/** All statements of one batch. Idempotent. */
export const importBatch = (values: Importing) => ({
  guests: insertImported(values),
  changed: changeImported(values),
  why: whyNotImport(values),
  sources: [keepSources(values), changeSources(values)],
  parties: insertParties(values),
  seats: [seatsOfNew(values), seatsOfChanged(values)],
  orders: [orderOfNew(values), insertPartyOrders(values), orderOfChanged(values)],
  checkins: [checkinsOfNew(values), checkinsOfChanged(values)],
})
