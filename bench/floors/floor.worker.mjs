import { DurableObject } from 'cloudflare:workers'

/**
 * The floor that the service is compared with: only the irreducible database work of each operation, hand-written and
 * without any checks.
 */

/** Sends queued calls to D1 as one batch, as the service does. */
class Grouped {
  waiting = []
  isRunning = false

  constructor(db) {
    this.db = db
  }

  take(statements) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ statements, resolve, reject })
      if (!this.isRunning) void this.run()
    })
  }

  async run() {
    this.isRunning = true
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, 40)
      try {
        const results = await this.db.batch(group.flatMap(({ statements }) => statements))
        for (const { statements, resolve } of group) resolve(results.splice(0, statements.length).map((r) => r.results))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.isRunning = false
  }
}

export class FloorDesk extends DurableObject {
  constructor(context, env) {
    super(context, env)
    this.reads = new Grouped(env.DB)
    this.writes = new Grouped(env.DB)
  }

  bound(statements) {
    return statements.map(([sql, ...values]) => this.env.DB.prepare(sql).bind(...values))
  }

  read(statements) {
    return this.reads.take(this.bound(statements))
  }

  write(statements) {
    return this.writes.take(this.bound(statements))
  }
}

const guestByCode = `select g.id, g.first_name, g.last_name, g.email, g.status, g.ticket_id, g.calendar_id, t.name as ticket_name,
    c.id as checkin, c.checked_in_at, c.gate
  from guests g left join tickets t on t.id = g.ticket_id
  left join checkins c on c.event_id = g.event_id and c.guest_id = g.id and c.undone_at is null
  where g.qr_code = ? and g.event_id = ?`
const eventById = `select e.*, c.plan from events e join calendars c on c.id = e.calendar_id where e.id = ?`
const keyOfCalendar = `select k.*, c.plan from api_keys k join calendars c on c.id = k.calendar_id where k.calendar_id = ?`
const deliveries = `insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
  select 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, ?1, '{}', 'pending', ?4, ?4 from webhooks w
  where w.calendar_id = ?2 and w.is_active = 1 and (w.event_id is null or w.event_id = ?3)`

/** Reads the key, the event and the guest in one batch. */
const lookUp = async (at, event, code) => {
  const [, , [guest]] = await at.read([
    [keyOfCalendar, 'cal_bench'],
    [eventById, event],
    [guestByCode, code, event],
  ])
  return guest
}

const admit = async (at, event, code) => {
  const guest = await lookUp(at, event, code)
  if (guest.checkin !== null) return guest
  const [id, now] = [`chk_${crypto.randomUUID()}`, Date.now()]
  const [, , [seen]] = await at.write([
    [
      `insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, told_by, created_at)
       select ?1, calendar_id, event_id, id, ticket_id, ?3, 'floor', ?1, ?3 from guests where id = ?2 and status = 'CONFIRMED'`,
      id,
      guest.id,
      now,
    ],
    [
      `update guests set status = 'CHECKED_IN', checked_in_at = ?, move_id = ?, updated_at = ? where id = ? and status = 'CONFIRMED'`,
      now,
      id,
      now,
      guest.id,
    ],
    [guestByCode, code, event],
    [deliveries, 'checkin.created', guest.calendar_id, event, now],
  ])
  return seen
}

const listEvents = async (db, url) => {
  const calendar = url.searchParams.get('calendar')
  const [keys, rows, totals] = await db.batch([
    db
      .prepare('select * from api_keys k join calendars c on c.id = k.calendar_id where k.calendar_id = ?')
      .bind(calendar),
    db
      .prepare(
        `select events.*, (select json_group_array(json_object('id', t.id, 'name', t.name, 'type', t.type, 'price', t.price,
           'currency', t.currency, 'capacity', t.capacity, 'createdAt', t.created_at)) from tickets t where t.event_id = events.id) as tickets,
           (select json_group_object(ticket_id, seats) from guest_counts where event_id = events.id) as seats
         from events where calendar_id = ?1 and start_at > ?2 - 3600001 and +end_at > ?2 order by start_at, id limit 50`,
      )
      .bind(calendar, Date.now()),
    db
      .prepare(`select sum(events) as total from event_counts where calendar_id = ? and edge = 'end' and shift = 34`)
      .bind(calendar),
  ])
  if (keys.results.length === 0) return new Response(null, { status: 401 })
  const data = rows.results.map((row) => ({ ...row, tickets: JSON.parse(row.tickets), seats: JSON.parse(row.seats) }))
  return Response.json({ data, total: totals.results[0].total })
}

/** Reads the parts of the public event list: the calendar, one page of events with the seats taken, and the total. */
const listOpenEvents = async (db, url) => {
  const slug = url.searchParams.get('calendar')
  const from = Date.parse(url.searchParams.get('from'))
  const [calendars, rows, totals] = await db.batch([
    db.prepare('select * from calendars where slug = ?').bind(slug),
    db
      .prepare(
        `select id, slug, title, description, start_at, end_at, timezone, status, visibility, location, tags, registration_questions,
           capacity, (select json_group_array(json_object('id', t.id, 'name', t.name, 'price', t.price, 'capacity', t.capacity))
             from tickets t where t.event_id = e.id) as tickets,
           (select json_group_object(ticket_id, seats) from guest_counts where event_id = e.id) as seats
         from events e where calendar_id = (select id from calendars where slug = ?1) and visibility = 'PUBLIC'
           and status in ('PUBLISHED', 'CANCELLED') and start_at > ?2 order by start_at, id limit 50`,
      )
      .bind(slug, from),
    db
      .prepare(
        `select sum(events) as total from event_counts where calendar_id = (select id from calendars where slug = ?1)
           and edge = 'end' and shift = 34 and visibility = 'PUBLIC' and status in ('PUBLISHED', 'CANCELLED')`,
      )
      .bind(slug),
  ])
  if (calendars.results.length === 0) return new Response(null, { status: 404 })
  const data = rows.results.map((row) => ({ ...row, tickets: JSON.parse(row.tickets), seats: JSON.parse(row.seats) }))
  return Response.json({ data, total: totals.results[0].total })
}

const register = async (at, { eventId, ticketId, calendarId, firstName, lastName, email }) => {
  const [id, order, now] = [`gst_${crypto.randomUUID()}`, `ord_${crypto.randomUUID()}`, Date.now()]
  await at.read([[eventById, eventId]])
  const [[guest]] = await at.write([
    [
      `insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, status, source, qr_code,
         answers, move_id, created_at, updated_at)
       select ?1, ?2, e.id, ?4, ?1, ?5, ?6, ?7, 'CONFIRMED', 'PUBLIC', ?8, '[]', ?1, ?9, ?9 from events e where e.id = ?3
         and (e.capacity is null or (select sum(seats) from guest_counts where event_id = e.id) < e.capacity)
       on conflict do nothing returning *`,
      id,
      calendarId,
      eventId,
      ticketId,
      firstName,
      lastName,
      email,
      `qr_${crypto.randomUUID()}`,
      now,
    ],
    [
      `insert into orders (id, number, calendar_id, event_id, guest_id, ticket_id, ticket_name, status, buyer_first_name,
         buyer_last_name, buyer_email, subtotal, discount, total, provider, created_at, updated_at)
       values (?1, ?1, ?2, ?3, ?4, ?5, 'General admission', 'PAID', ?6, ?7, ?8, 0, 0, 0, 'FREE', ?9, ?9)`,
      order,
      calendarId,
      eventId,
      id,
      ticketId,
      firstName,
      lastName,
      email,
      now,
    ],
    [deliveries, 'guest.registered', calendarId, eventId, now],
    [
      `insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
       values ('mail_' || lower(hex(randomblob(16))), ?1, ?2, ?3, 'confirmation', ?4, '{}', ?3, 'pending', ?5, ?5)`,
      calendarId,
      eventId,
      id,
      email,
      now,
    ],
  ])
  return guest
}

const readRevision = async (db, url) => {
  const { results } = await db
    .prepare('select content_revision from calendars where id = ?')
    .bind(url.searchParams.get('calendar'))
    .all()
  return new Response(null, { status: 304, headers: { ETag: `"${results[0].content_revision}"` } })
}

let bytes = new Uint8Array(0)
const asManyBytes = (count) => {
  if (bytes.length !== count) bytes = new Uint8Array(count).fill(32)
  return new Response(bytes)
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    if (url.pathname === '/bytes') return asManyBytes(Number(url.searchParams.get('count')))
    if (url.pathname === '/events') return listEvents(env.DB, url)
    if (url.pathname === '/revision') return readRevision(env.DB, url)
    if (url.pathname === '/open-events') return listOpenEvents(env.DB, url)
    const at = (event) => env.DESK.getByName(event)
    if (url.pathname === '/registrations') {
      const newcomer = await request.json()
      return Response.json({ data: { guest: await register(at(newcomer.eventId), newcomer) } })
    }
    if (url.pathname === '/checkins') {
      const { eventId, qrCode } = await request.json()
      return Response.json({ data: await admit(at(eventId), eventId, qrCode) })
    }
    if (url.pathname === '/lookup') {
      const event = url.searchParams.get('event')
      return Response.json({ data: await lookUp(at(event), event, url.searchParams.get('qrCode')) })
    }
    return new Response('hello')
  },
}
