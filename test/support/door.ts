import { env } from 'cloudflare:workers'

const HOUR = 3_600_000
/** Another in each file: the desk of an event that an earlier file used may still be awake. */
const run = crypto.randomUUID().slice(0, 8)
let made = 0
const next = () => `${run}${(made += 1)}`

type Row = Record<string, string | number | null>

const insertAll = async (table: string, rows: Row[]) => {
  const names = Object.keys(rows[0] ?? {})
  const sql = `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `value ->> '${name}'`).join(', ')} from json_each(?)`
  for (let start = 0; start < rows.length; start += 1_000) {
    await env.DB.prepare(sql)
      .bind(JSON.stringify(rows.slice(start, start + 1_000)))
      .run()
  }
}

export interface TestGuest {
  id: string
  qrCode: string
  email: string
  name: string
}

/** An event whose door is open now, as rows. */
export const newDoor = async <Calendar extends { id: string }>(calendar: Calendar, fields: Row = {}) => {
  const [now, n] = [Date.now(), next()]
  const id = `evt_door_${n}`
  await insertAll('events', [
    {
      id,
      calendar_id: calendar.id,
      slug: `door-${n}`,
      title: `Door ${n}`,
      start_at: now - HOUR,
      end_at: now + HOUR,
      timezone: 'UTC',
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
      ...fields,
    },
  ])
  const ticket = { id: `tkt_door_${n}`, name: 'General admission' }
  await insertAll('tickets', [
    {
      ...ticket,
      event_id: id,
      type: 'FREE',
      price: 0,
      requires_approval: 0,
      is_hidden: 0,
      is_paused: 0,
      sort_order: 0,
      created_at: now,
      updated_at: now,
    },
  ])
  return { id, slug: `door-${n}`, calendar, ticket }
}

/** Guests of that event, as rows. */
export const newGuests = async (
  door: { id: string; calendar: { id: string }; ticket: { id: string } },
  count: number,
  fields: Row = {},
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

export const newGuest = async (door: Parameters<typeof newGuests>[0], fields: Row = {}) => {
  const [guest] = await newGuests(door, 1, fields)
  if (guest === undefined) throw new Error('no guest was made')
  return guest
}

export const rowOf = async (table: string, id: string) =>
  env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first<Record<string, string | number | null>>()
