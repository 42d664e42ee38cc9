import { DurableObject } from 'cloudflare:workers'

/** Only what cannot be left out of each operation, by hand and without a check. */

const guestByCode = `select g.*, t.name as ticket_name from guests g left join tickets t on t.id = g.ticket_id
  where g.qr_code = ? and g.event_id = ?`

export class FloorDesk extends DurableObject {
  constructor(context, env) {
    super(context, env)
    context.storage.sql.exec(
      'create table if not exists admissions (guest_id text primary key, id text, at integer, gate text)',
    )
  }

  async lookUp(event, code) {
    const guest = await this.env.DB.prepare(guestByCode).bind(code, event).first()
    const [admission] = this.ctx.storage.sql.exec('select * from admissions where guest_id = ?', guest.id)
    return { guest, admission: admission ?? null }
  }

  async admit(event, code) {
    const { guest, admission } = await this.lookUp(event, code)
    if (admission !== null) return { guest, admission }
    const [id, at] = [`chk_${crypto.randomUUID()}`, Date.now()]
    this.ctx.storage.sql.exec('insert into admissions values (?, ?, ?, ?)', guest.id, id, at, null)
    await this.env.DB.batch([
      this.env.DB.prepare(
        `insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, told_by, created_at)
         values (?, ?, ?, ?, ?, ?, 'floor', ?, ?) on conflict do nothing`,
      ).bind(id, guest.calendar_id, event, guest.id, guest.ticket_id, at, id, at),
      this.env.DB.prepare(
        `update guests set status = 'CHECKED_IN', checked_in_at = ?, move_id = ?, updated_at = ? where id = ? and status = 'CONFIRMED'`,
      ).bind(at, id, at, guest.id),
      deliveries(this.env.DB, 'checkin.created', guest.calendar_id, event, at),
    ])
    return { guest, admission: { id, at } }
  }
}

const deliveries = (db, type, calendarId, eventId, now) =>
  db
    .prepare(
      `insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
       select 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, ?1, '{}', 'pending', ?4, ?4 from webhooks w
       where w.calendar_id = ?2 and w.is_active = 1 and (w.event_id is null or w.event_id = ?3)`,
    )
    .bind(type, calendarId, eventId, now)

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

/** The query of an open list by hand, its rows as they come. */
const listOpenEvents = async (db, url) => {
  const { results } = await db
    .prepare(
      `select id, slug, title, description, start_at, end_at, timezone, status, visibility, location, tags, registration_questions,
         capacity, (select json_group_array(json_object('id', t.id, 'name', t.name, 'price', t.price, 'capacity', t.capacity))
           from tickets t where t.event_id = e.id) as tickets
       from events e where calendar_id = (select id from calendars where slug = ?1) and visibility = 'PUBLIC'
         and status in ('PUBLISHED', 'CANCELLED') and start_at > ?2 order by start_at, id limit 50`,
    )
    .bind(url.searchParams.get('calendar'), Date.parse(url.searchParams.get('from')))
    .all()
  return Response.json({ data: results })
}

const register = async (db, { eventId, ticketId, calendarId, firstName, lastName, email }) => {
  const [id, order, now] = [`gst_${crypto.randomUUID()}`, `ord_${crypto.randomUUID()}`, Date.now()]
  const [made] = await db.batch([
    db
      .prepare(
        `insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, status, source, qr_code,
           answers, move_id, created_at, updated_at)
         select ?1, ?2, e.id, ?4, ?1, ?5, ?6, ?7, 'CONFIRMED', 'PUBLIC', ?8, '[]', ?1, ?9, ?9 from events e where e.id = ?3
           and (e.capacity is null or (select sum(seats) from guest_counts where event_id = e.id) < e.capacity)
         on conflict do nothing returning *`,
      )
      .bind(id, calendarId, eventId, ticketId, firstName, lastName, email, `qr_${crypto.randomUUID()}`, now),
    db
      .prepare(
        `insert into orders (id, number, calendar_id, event_id, guest_id, ticket_id, ticket_name, status, buyer_first_name,
           buyer_last_name, buyer_email, subtotal, discount, total, provider, created_at, updated_at)
         values (?1, ?1, ?2, ?3, ?4, ?5, 'General admission', 'PAID', ?6, ?7, ?8, 0, 0, 0, 'FREE', ?9, ?9)`,
      )
      .bind(order, calendarId, eventId, id, ticketId, firstName, lastName, email, now),
    deliveries(db, 'guest.registered', calendarId, eventId, now),
    db
      .prepare(
        `insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
         values ('mail_' || lower(hex(randomblob(16))), ?1, ?2, ?3, 'confirmation', ?4, '{}', ?3, 'pending', ?5, ?5)`,
      )
      .bind(calendarId, eventId, id, email, now),
  ])
  return Response.json({ data: { guest: made.results[0] } })
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    if (url.pathname === '/events') return listEvents(env.DB, url)
    if (url.pathname === '/open-events') return listOpenEvents(env.DB, url)
    if (url.pathname === '/registrations') return register(env.DB, await request.json())
    if (url.pathname === '/checkins') {
      const { eventId, qrCode } = await request.json()
      return Response.json({ data: await env.DESK.getByName(eventId).admit(eventId, qrCode) })
    }
    if (url.pathname === '/lookup') {
      const event = url.searchParams.get('event')
      return Response.json({ data: await env.DESK.getByName(event).lookUp(event, url.searchParams.get('qrCode')) })
    }
    return new Response('hello')
  },
}
