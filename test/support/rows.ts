import { env } from 'cloudflare:workers'

interface Calendar {
  id: string
}
export type Columns = Record<string, string | number | null>

let made = 0
const later = (days: number) => Date.now() + days * 86_400_000

/** Rows of one shape, straight into the database. */
export const insertAll = async (table: string, rows: readonly Columns[]) => {
  const names = Object.keys(rows[0] ?? {})
  const values = names.map((name) => `value ->> '${name}'`).join(', ')
  const sql = `insert into ${table} (${names.join(', ')}) select ${values} from json_each(?)`
  for (let start = 0; start < rows.length; start += 1_000) {
    await env.DB.prepare(sql)
      .bind(JSON.stringify(rows.slice(start, start + 1_000)))
      .run()
  }
}

const insert = (table: string, row: Columns) => insertAll(table, [row])

/** A published event a month from now, straight in the database: tests of other modules set every column they mean. */
export const eventRow = async (calendar: Calendar, columns: Columns = {}) => {
  made += 1
  const now = Date.now()
  const id = `evt_${String(made).padStart(6, '0')}${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  await insert('events', {
    id,
    calendar_id: calendar.id,
    slug: id.replaceAll('_', '-'),
    title: `Event ${made}`,
    start_at: later(30),
    end_at: later(30) + 7_200_000,
    timezone: 'Europe/Paris',
    all_day: 0,
    status: 'PUBLISHED',
    visibility: 'PUBLIC',
    location_type: 'IN_PERSON',
    location_visibility: 'PUBLIC',
    requires_approval: 0,
    waitlist_enabled: 0,
    registration_questions: '[]',
    tags: '[]',
    reminder_minutes: '[]',
    created_at: now,
    updated_at: now,
    ...columns,
  })
  return { id, slug: id.replaceAll('_', '-') }
}

export const ticketRow = async (event: { id: string }, columns: Columns = {}) => {
  made += 1
  const now = Date.now()
  const id = `tkt_${made}_${crypto.randomUUID()}`
  await insert('tickets', {
    id,
    event_id: event.id,
    name: `Ticket ${made}`,
    type: Number(columns.price ?? 0) > 0 ? 'PAID' : 'FREE',
    price: 0,
    currency: Number(columns.price ?? 0) > 0 ? 'EUR' : null,
    requires_approval: 0,
    is_hidden: 0,
    is_paused: 0,
    sort_order: made,
    created_at: now,
    updated_at: now,
    ...columns,
  })
  return { id }
}

export const couponRow = async (calendar: Calendar, columns: Columns & { code: string }) => {
  made += 1
  const now = Date.now()
  const id = `cpn_${made}_${crypto.randomUUID()}`
  await insert('coupons', {
    id,
    calendar_id: calendar.id,
    ticket_ids: '[]',
    code_folded: columns.code.toUpperCase(),
    discount_type: 'PERCENT',
    percent_off: 50,
    is_active: 1,
    created_at: now,
    updated_at: now,
    ...columns,
  })
  return { id }
}

/** An event with one ticket. */
export const eventWithTicket = async (calendar: Calendar, event: Columns = {}, ticket: Columns = {}) => {
  const row = await eventRow(calendar, event)
  return { ...row, ticketId: (await ticketRow(row, ticket)).id }
}
