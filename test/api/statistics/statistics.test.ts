import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newEvent,
  newGuests,
  newKey,
  newTicket,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { asOwner, pay, refund } from '../../support/orders.ts'

asks({
  'GET /v1/events/:eventId/sales/days': { scope: 'billing:read' },
  'GET /events/:eventId/sales/days': { role: 'OWNER' },
})

const DAY_MS = 86_400_000
const today = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now())
const none = {
  registrations: 0,
  confirmed: 0,
  pending: 0,
  waitlisted: 0,
  declined: 0,
  cancelled: 0,
  checkedIn: 0,
  attendanceRate: 0,
  orders: 0,
}

/** Creates an event with guests in several statuses and with paid orders in EUR and USD. */
const busyEvent = async (home: Calendar) => {
  const event = await newEvent(home, { waitlistEnabled: true }, { price: 1_000 })
  const dollars = await newTicket(event, { price: 700, currency: 'USD' })
  const free = await newTicket(event, { capacity: 2 })
  const first = (await register(event, { ticketId: event.ticketId })).body.data
  const second = (await register(event, { ticketId: dollars.id })).body.data
  await register(event, { ticketId: event.ticketId })
  const inside = (await register(event, { ticketId: free.id })).body.data.guest
  await register(event, { ticketId: free.id })
  await register(event, { ticketId: free.id })
  await pay(home, event, first.order.id)
  await pay(home, event, second.order.id)
  await refund(home, event, first.order.id, { amount: 250 })
  await env.DB.prepare(`update guests set status = 'CHECKED_IN', checked_in_at = ? where id = ?`)
    .bind(Date.now(), inside.id)
    .run()
  return { ...event, dollars: dollars.id, free: free.id, inside: inside.id as string }
}

const totals = {
  ...none,
  registrations: 6,
  confirmed: 3,
  pending: 1,
  waitlisted: 1,
  checkedIn: 1,
  attendanceRate: 0.25,
  orders: 5,
}
const revenue = [
  { currency: 'EUR', gross: 1_000, refunded: 250, net: 750 },
  { currency: 'USD', gross: 700, refunded: 0, net: 700 },
]

describe('GET .../statistics', () => {
  it('counts guests by status, money per currency and days in the calendar’s time zone', async () => {
    const home = await newCalendar({ timezone: 'Pacific/Auckland' })
    const event = await busyEvent(home)
    const staff = await addMember(home, 'usr_figures_staff', 'STAFF')
    const { status, body, text } = await send(`GET /events/${event.id}/statistics`, { as: staff })
    expect(status, text).toBe(200)
    const { data } = body
    expect(data).toMatchObject({ to: today('Pacific/Auckland'), timezone: 'Pacific/Auckland', totals, revenue })
    expect(data.byTicket).toEqual([
      { ticketId: event.ticketId, name: expect.any(String), capacity: null, confirmed: 1, checkedIn: 0 },
      { ticketId: event.dollars, name: expect.any(String), capacity: null, confirmed: 1, checkedIn: 0 },
      { ticketId: event.free, name: expect.any(String), capacity: 2, confirmed: 1, checkedIn: 1 },
    ])
    expect(data.series).toHaveLength(30)
    expect(data.series.at(-1)).toEqual({ date: data.to, registrations: 6, checkIns: 1 })
    expect(data.series[0]).toEqual({ date: data.from, registrations: 0, checkIns: 0 })
    const { key } = await newKey(home, ['events:read'])
    expect((await send(`GET /v1/events/${event.id}/statistics`, { key })).body.data).toEqual(data)
  })

  it('follows an undone check-in and a cancellation, and excludes guests of other days', async () => {
    const home = await newCalendar({ timezone: 'UTC' })
    const event = await busyEvent(home)
    const read = async (query = '') => (await asOwner(home, `GET /events/${event.id}/statistics${query}`)).body.data
    await env.DB.prepare(`update guests set status = 'CONFIRMED', checked_in_at = null where id = ?`)
      .bind(event.inside)
      .run()
    expect(await read()).toMatchObject({ totals: { checkedIn: 0, confirmed: 4 } })
    expect((await read()).series.at(-1).checkIns).toBe(0)
    await env.DB.prepare(`update guests set status = 'CANCELLED' where id = ?`).bind(event.inside).run()
    expect((await read()).totals).toMatchObject({ confirmed: 3, cancelled: 1, registrations: 6 })
    const past = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10)
    expect(await read(`?from=${past}&to=${past}`)).toMatchObject({ from: past, to: past, totals: none, revenue: [] })
    expect((await read(`?from=${past}`)).series).toHaveLength(41)
  })

  it('counts admitted guests, entries and exits per checkpoint and date in the calendar’s time zone', async () => {
    const home = await newCalendar({ timezone: 'Pacific/Auckland' })
    const event = await newDoor(home, { reentry: true })
    const read = async (query = '') =>
      (await asOwner(home, `GET /events/${event.id}/statistics${query}`)).body.data.byCheckpoint
    expect(await read()).toEqual([])
    const add = async (name: string, mode: string): Promise<string> =>
      (await asOwner(home, `POST /events/${event.id}/checkpoints`, { name, mode })).body.data.id
    const [lunch, room] = [await add('Lunch', 'ONCE'), await add('Room', 'IN_OUT')]
    const [one, two] = await newGuests(event, 2)
    const scan = async (guest: { id: string } | undefined, json: object = {}) => {
      const answer = await asOwner(home, `POST /events/${event.id}/checkins`, { guestId: guest?.id, ...json })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data.id as string
    }
    // Scans at the main door don't appear in `byCheckpoint`, even with `reentry`.
    for (const way of [{}, { direction: 'OUT' }, {}]) await scan(one, way)
    const first = await scan(one, { checkpointId: room })
    for (const direction of ['OUT', 'IN']) await scan(one, { checkpointId: room, direction })
    await scan(two, { checkpointId: room })
    const undone = await scan(two, { checkpointId: lunch })
    await asOwner(home, `DELETE /events/${event.id}/checkins/${undone}`)
    await scan(one, { checkpointId: lunch })
    const date = today('Pacific/Auckland')
    const [nobody, atLunch, inRoom] = [
      { admitted: 0, entries: 0, exits: 0 },
      { admitted: 1, entries: 1, exits: 0 },
      { admitted: 2, entries: 3, exits: 1 },
    ]
    const ofLunch = { checkpointId: lunch, name: 'Lunch', mode: 'ONCE' }
    const ofRoom = { checkpointId: room, name: 'Room', mode: 'IN_OUT' }
    expect(await read()).toEqual([
      { ...ofLunch, ...atLunch, days: [{ date, ...atLunch }] },
      { ...ofRoom, ...inRoom, days: [{ date, ...inRoom }] },
    ])
    // Moves the first entry of a guest 10 days back, so that the same guest is counted on another date.
    const past = new Date(Date.now() - 10 * DAY_MS)
    await env.DB.prepare('update checkpoint_scans set scanned_at = ? where id = ?').bind(past.getTime(), first).run()
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(past)
    const [then, now] = [atLunch, { admitted: 2, entries: 2, exits: 1 }]
    expect((await read())[1]).toEqual({
      ...ofRoom,
      ...inRoom,
      days: [
        { date: day, ...then },
        { date, ...now },
      ],
    })
    expect((await read(`?from=${day}&to=${day}`))[1]).toEqual({ ...ofRoom, ...then, days: [{ date: day, ...then }] })
    expect((await read('?from=2020-01-01&to=2020-01-02'))[1]).toEqual({ ...ofRoom, ...nobody, days: [] })
  })

  it.each([
    ['?from=2026-02-30', 'from'],
    ['?from=yesterday', 'from'],
    ['?from=2026-02-02&to=2026-02-01', 'to'],
    ['?from=2020-01-01&to=2026-01-01', 'to'],
  ])('returns 400 for %s', async (query, field) => {
    const home = await newCalendar()
    const event = await newEvent(home)
    expect((await asOwner(home, `GET /events/${event.id}/statistics${query}`)).body).toMatchObject({
      statusCode: 400,
      errors: [{ field }],
    })
  })
})

describe('GET .../analytics', () => {
  it('adds up all events of the calendar, lists each in byEvent and includes no other calendar', async () => {
    const [home, elsewhere] = [await newCalendar({ timezone: 'UTC' }), await newCalendar()]
    const busy = await busyEvent(home)
    const quiet = await newEvent(home)
    await register(quiet)
    await register(await newEvent(elsewhere))
    const { key } = await newKey(home, ['analytics:read'])
    const { data } = (await send(`GET /v1/calendars/${home.slug}/analytics`, { key })).body
    expect(data.totals).toMatchObject({ registrations: 7, confirmed: 4, checkedIn: 1, attendanceRate: 0.2, orders: 6 })
    expect(data.revenue).toEqual(revenue)
    expect(data.byEvent).toMatchObject([
      { eventId: busy.id, slug: busy.slug, registrations: 6, confirmed: 3, checkedIn: 1 },
      { eventId: quiet.id, slug: quiet.slug, registrations: 1, confirmed: 1, checkedIn: 0 },
    ])
    expect(data.byTicket).toHaveLength(4)
    expect(data.series.at(-1)).toMatchObject({ registrations: 7, checkIns: 1 })
    const manager = await addMember(home, 'usr_figures_manager', 'MANAGER')
    expect((await send(`GET /calendars/${home.slug}/analytics`, { as: manager })).body.data).toEqual(data)
    const { key: other } = await newKey(home, ['events:read'])
    expect((await send(`GET /v1/calendars/${home.slug}/analytics`, { key: other })).body.code).toBe('scope_missing')
  })

  it('counts no-shows only at events that ended in the range and were not cancelled', async () => {
    const home = await newCalendar({ timezone: 'UTC' })
    const analytics = async (query = '') =>
      (await asOwner(home, `GET /calendars/${home.slug}/analytics${query}`)).body.data
    const coming = await newEvent(home)
    await newGuests(coming, 4)
    expect((await analytics()).noShows).toEqual({ guests: 0, confirmed: 0, events: 0, rate: null })

    const ended = { startAt: Date.now() - 2 * DAY_MS, endAt: Date.now() - DAY_MS }
    const over = await newEvent(home, ended)
    await newGuests(over, 3)
    await newGuests(over, 5, { status: 'CHECKED_IN' })
    await newGuests(over, 2, { status: 'CANCELLED' })
    await newGuests(over, 2, { status: 'PENDING' })
    await newGuests(await newEvent(home, { ...ended, status: 'CANCELLED' }), 6)
    await newEvent(home, ended)
    expect((await analytics()).noShows).toEqual({ guests: 3, confirmed: 8, events: 2, rate: 0.375 })

    const [from, to] = [1, 40].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))
    expect((await analytics(`?from=${from}&to=${to}`)).noShows.events).toBe(0)
    expect((await analytics(`?from=2020-01-01&to=2020-02-01`)).noShows.events).toBe(0)
  })

  it('is maintained by triggers and matches the guest and order rows', async () => {
    const home = await newCalendar()
    await busyEvent(home)
    await busyEvent(home)
    const compare = async (kept: string, counted: string) => {
      const [left, right] = [
        await env.DB.prepare(kept).bind(home.id).all(),
        await env.DB.prepare(counted).bind(home.id).all(),
      ]
      expect(left.results.length).toBeGreaterThan(0)
      expect(left.results).toEqual(right.results)
    }
    await compare(
      `select event_id, bucket, ticket_id, status, guests from guest_activity where calendar_id = ? and guests <> 0 order by 1, 2, 3, 4`,
      `select event_id, created_at / 900000 as bucket, ticket_id, status, count(*) as guests from guests where calendar_id = ?
       group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    )
    await compare(
      `select event_id, ticket_id, currency, status, orders, subtotal, discount, total, refunded from order_activity
       where calendar_id = ? and orders <> 0 order by 1, 2, 3, 4`,
      `select event_id, ticket_id, coalesce(currency, '') as currency, status, count(*) as orders, sum(subtotal) as subtotal,
       sum(discount) as discount, sum(total) as total, sum(refunded) as refunded from orders where calendar_id = ?
       group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    )
  })

  it('reads only the index guest_activity_calendar, neither guests nor orders', async () => {
    const { results } = await env.DB.prepare(
      `explain query plan select a.status, sum(a.guests) from guest_activity a where a.calendar_id = 'c' and a.bucket >= 1 and a.bucket < 2 group by a.status`,
    ).all<{ detail: string }>()
    expect(results.map(({ detail }) => detail).join()).toContain(
      'USING INDEX guest_activity_calendar (calendar_id=? AND bucket>? AND bucket<?)',
    )
  })
})

describe('GET .../sales/days', () => {
  it('returns each day with sales, per currency, in the calendar’s time zone', async () => {
    const home = await newCalendar({ timezone: 'Pacific/Auckland' })
    const event = await busyEvent(home)
    const days = async (query = '') =>
      (await asOwner(home, `GET /events/${event.id}/sales/days${query}`)).body.data as { days: object[] }
    const date = today('Pacific/Auckland')
    const sold = [
      { date, currency: 'EUR', orders: 1, gross: 1_000, refunded: 250, net: 750 },
      { date, currency: 'USD', orders: 1, gross: 700, refunded: 0, net: 700 },
    ]
    expect(await days()).toMatchObject({ to: date, timezone: 'Pacific/Auckland', days: sold })
    await env.DB.prepare(`update order_activity set bucket = bucket - 288 where event_id = ? and currency = 'USD'`)
      .bind(event.id)
      .run()
    const before = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(Date.now() - 3 * DAY_MS)
    expect((await days()).days).toEqual([{ ...sold[1], date: before }, sold[0]])
    expect((await days(`?from=${before}&to=${before}`)).days).toEqual([{ ...sold[1], date: before }])
    expect((await days(`?from=2020-01-01&to=2020-01-31`)).days).toEqual([])
  })
})
