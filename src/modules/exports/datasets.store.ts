import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { RegistrationQuestion } from '../../db/rows.ts'
import type { Cell } from '../../kernel/csv.ts'
import { isoOrNull } from '../../kernel/time.ts'

const PAGE = 1_000

type Row = Record<string, Cell>

/** A set of rows that is read page by page along an index, so that its size costs time and no memory. */
export interface Dataset {
  columns: string[]
  rows: AsyncGenerator<Row[]>
}

interface Wanted {
  calendarId: string
  eventId: string | null
}

const at = (value: Cell | undefined) => isoOrNull((value ?? null) as number | null)

/** Reads pages by keyset: `query` gets the last row of the page before. */
async function* paged<R extends { id: string }>(
  query: (after: R | null) => Promise<R[]>,
  render: (row: R) => Row,
): AsyncGenerator<Row[]> {
  let after: R | null = null
  for (;;) {
    const rows: R[] = await query(after)
    if (rows.length > 0) yield rows.map(render)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}

interface EventLine {
  id: string
  slug: string
  title: string
  status: string
  visibility: string
  start_at: number
  end_at: number
  timezone: string
  capacity: number | null
  registration_questions: string
  registered: number
  created_at: number
}

const eventsQuery =
  (db: Database, { calendarId, eventId }: Wanted) =>
  (after: EventLine | null) =>
    db.all<EventLine>(sql`
    select e.id, e.slug, e.title, e.status, e.visibility, e.start_at, e.end_at, e.timezone, e.capacity, e.registration_questions,
      e.created_at, (select coalesce(sum(c.guests), 0) from guest_counts c
        where c.event_id = e.id and c.status in ('PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN')) as registered
    from events e where e.calendar_id = ${calendarId} and ${eventId === null ? sql`1` : sql`e.id = ${eventId}`}
      and ${after === null ? sql`1` : sql`(e.start_at, e.id) > (${after.start_at}, ${after.id})`}
    order by e.start_at, e.id limit ${PAGE}`)

const EVENT_COLUMNS = 'id slug title status visibility startAt endAt timezone capacity registered createdAt'.split(' ')

const toEventRow = (row: EventLine): Row => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  status: row.status,
  visibility: row.visibility,
  startAt: at(row.start_at),
  endAt: at(row.end_at),
  timezone: row.timezone,
  capacity: row.capacity,
  registered: row.registered,
  createdAt: at(row.created_at),
})

/** Walks the events one by one: everything below an event lies along an index of that event. */
async function* perEvent(
  db: Database,
  wanted: Wanted,
  rowsOf: (eventId: string) => AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  const events = paged(eventsQuery(db, wanted), (row) => ({ id: row.id }))
  for await (const page of events) for (const { id } of page) yield* rowsOf(String(id))
}

interface Line {
  id: string
  sort_at: number
  [name: string]: Cell
}

const below =
  (db: Database, select: (eventId: string, after: SQL) => SQL, alias: string, sortColumn: string) =>
  (eventId: string, render: (row: Line) => Row) => {
    const key = sql.raw(`(${alias}.${sortColumn}, ${alias}.id)`)
    return paged<Line>(
      (after) =>
        db.all<Line>(sql`${select(eventId, after === null ? sql`1` : sql`${key} > (${after.sort_at}, ${after.id})`)}
            order by ${sql.raw(`${alias}.${sortColumn}, ${alias}.id`)} limit ${PAGE}`),
      render,
    )
  }

const GUEST_COLUMNS =
  'id firstName lastName email status ticketId ticketName orderId createdAt checkedInAt qrCode source'.split(' ')

const questionsOf = async (db: Database, wanted: Wanted): Promise<RegistrationQuestion[]> => {
  if (wanted.eventId === null) return []
  const [event] = await eventsQuery(db, wanted)(null)
  return event === undefined ? [] : (JSON.parse(event.registration_questions) as RegistrationQuestion[])
}

/** Of one event, a column per question; of a whole calendar, whose events ask other things, the event instead. */
const guestsOf = async (db: Database, wanted: Wanted): Promise<Dataset> => {
  const questions = await questionsOf(db, wanted)
  const read = below(
    db,
    (eventId, after) => sql`
      select g.id, g.created_at as sort_at, g.first_name, g.last_name, g.email, g.status, g.ticket_id, t.name as ticket_name,
        g.order_id, g.checked_in_at, g.qr_code, g.source, g.answers, g.event_id, e.slug as event_slug
      from guests g join events e on e.id = g.event_id left join tickets t on t.id = g.ticket_id
      where g.event_id = ${eventId} and ${after}`,
    'g',
    'created_at',
  )
  const render = (row: Line): Row => {
    const answers = JSON.parse(String(row.answers)) as { questionId: string; answer: string }[]
    const fixed: Row = {
      id: row.id,
      firstName: row.first_name ?? null,
      lastName: row.last_name ?? null,
      email: row.email ?? null,
      status: row.status ?? null,
      ticketId: row.ticket_id ?? null,
      ticketName: row.ticket_name ?? null,
      orderId: row.order_id ?? null,
      createdAt: at(row.sort_at),
      checkedInAt: at(row.checked_in_at),
      qrCode: row.qr_code ?? null,
      source: row.source ?? null,
    }
    if (wanted.eventId === null) return { ...fixed, eventId: row.event_id ?? null, eventSlug: row.event_slug ?? null }
    for (const { id, label } of questions)
      fixed[label] = answers.find(({ questionId }) => questionId === id)?.answer ?? ''
    return fixed
  }
  const more = wanted.eventId === null ? ['eventId', 'eventSlug'] : questions.map(({ label }) => label)
  return { columns: [...GUEST_COLUMNS, ...more], rows: perEvent(db, wanted, (eventId) => read(eventId, render)) }
}

const ORDER_COLUMNS =
  `id number eventId status createdAt paidAt firstName lastName email ticketId ticketName currency subtotal
  discount total refunded net couponCode provider paymentReference guestId`.split(/\s+/)

const ordersOf = (db: Database, wanted: Wanted): Dataset => {
  const read = below(
    db,
    (eventId, after) => sql`
      select o.*, o.created_at as sort_at from orders o where o.event_id = ${eventId} and ${after}`,
    'o',
    'created_at',
  )
  const render = (row: Line): Row => ({
    id: row.id,
    number: row.number ?? null,
    eventId: row.event_id ?? null,
    status: row.status ?? null,
    createdAt: at(row.sort_at),
    paidAt: at(row.paid_at),
    firstName: row.buyer_first_name ?? null,
    lastName: row.buyer_last_name ?? null,
    email: row.buyer_email ?? null,
    ticketId: row.ticket_id ?? null,
    ticketName: row.ticket_name ?? null,
    currency: row.currency ?? null,
    subtotal: row.subtotal ?? null,
    discount: row.discount ?? null,
    total: row.total ?? null,
    refunded: row.refunded ?? null,
    net: Number(row.total) - Number(row.refunded),
    couponCode: row.coupon_code ?? null,
    provider: row.provider ?? null,
    paymentReference: row.payment_reference ?? null,
    guestId: row.guest_id ?? null,
  })
  return { columns: ORDER_COLUMNS, rows: perEvent(db, wanted, (eventId) => read(eventId, render)) }
}

const CHECKIN_COLUMNS =
  'id eventId guestId firstName lastName email ticketName checkedInAt checkedInBy gate deviceId'.split(' ')

const checkinsOf = (db: Database, wanted: Wanted): Dataset => {
  const read = below(
    db,
    (eventId, after) => sql`
      select c.id, c.checked_in_at as sort_at, c.event_id, c.guest_id, g.first_name, g.last_name, g.email, t.name as ticket_name,
        c.checked_in_by, c.gate, c.device_id
      from checkins c left join guests g on g.id = c.guest_id left join tickets t on t.id = c.ticket_id
      where c.event_id = ${eventId} and c.undone_at is null and ${after}`,
    'c',
    'checked_in_at',
  )
  const render = (row: Line): Row => ({
    id: row.id,
    eventId: row.event_id ?? null,
    guestId: row.guest_id ?? null,
    firstName: row.first_name ?? null,
    lastName: row.last_name ?? null,
    email: row.email ?? null,
    ticketName: row.ticket_name ?? null,
    checkedInAt: at(row.sort_at),
    checkedInBy: row.checked_in_by ?? null,
    gate: row.gate ?? null,
    deviceId: row.device_id ?? null,
  })
  return { columns: CHECKIN_COLUMNS, rows: perEvent(db, wanted, (eventId) => read(eventId, render)) }
}

export const openDataset = async (
  db: Database,
  dataset: 'GUESTS' | 'ORDERS' | 'CHECKINS' | 'EVENTS',
  wanted: Wanted,
): Promise<Dataset> => {
  if (dataset === 'GUESTS') return guestsOf(db, wanted)
  if (dataset === 'ORDERS') return ordersOf(db, wanted)
  if (dataset === 'CHECKINS') return checkinsOf(db, wanted)
  return { columns: EVENT_COLUMNS, rows: paged(eventsQuery(db, wanted), toEventRow) }
}
