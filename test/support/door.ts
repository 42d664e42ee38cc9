import { env } from 'cloudflare:workers'
import { eventWithTicket, insertAll, type Columns } from './rows.ts'

const HOUR = 3_600_000
const TICKET = 'General admission'
/** Another in each file: the desk of an event that an earlier file used may still be awake. */
const run = crypto.randomUUID().slice(0, 8)
let made = 0
const next = () => `${run}${(made += 1)}`

export interface TestGuest {
  id: string
  qrCode: string
  email: string
  name: string
}

/** An event whose door is open now, as rows. */
export const newDoor = async <Calendar extends { id: string }>(calendar: Calendar, fields: Columns = {}) => {
  const now = Date.now()
  const columns = { start_at: now - HOUR, end_at: now + HOUR, timezone: 'UTC', ...fields }
  const { ticketId, ...event } = await eventWithTicket(calendar, columns, { name: TICKET })
  return { ...event, calendar, ticket: { id: ticketId, name: TICKET } }
}

/** Guests of that event, as rows. */
export const newGuests = async (
  door: { id: string; calendar: { id: string }; ticket: { id: string } },
  count: number,
  fields: Columns = {},
) => {
  const now = Date.now()
  const rows = Array.from({ length: count }, () => {
    const n = next()
    return {
      id: `gst_${n}`,
      calendar_id: door.calendar.id,
      event_id: door.id,
      ticket_id: door.ticket.id,
      user_id: `usr_${n}`,
      first_name: 'Guest',
      last_name: n,
      email: `guest-${n}@example.com`,
      status: 'CONFIRMED',
      source: 'API',
      qr_code: `qr_${n.padStart(22, '0')}`,
      answers: '[]',
      move_id: `mov_${n}`,
      created_at: now,
      updated_at: now,
      ...fields,
    }
  })
  await insertAll('guests', rows)
  return rows.map((row): TestGuest => ({
    id: row.id,
    qrCode: row.qr_code,
    email: row.email,
    name: `Guest ${row.last_name}`,
  }))
}

export const newGuest = async (door: Parameters<typeof newGuests>[0], fields: Columns = {}) => {
  const [guest] = await newGuests(door, 1, fields)
  if (guest === undefined) throw new Error('no guest was made')
  return guest
}

export const rowOf = async (table: string, id: string) =>
  env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first<Record<string, string | number | null>>()
