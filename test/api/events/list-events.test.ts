import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import type { Times } from '../../../src/presentation/event.ts'
import { daysBetween } from '../../../src/presentation/when.ts'
import { asks } from '../../support/asks.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY).toISOString()

let calendar: Calendar
const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)
const list = (query = '') => send(`GET /calendars/${calendar.slug}/events${query}`)
const listAsMember = (query = '') => send(`GET /events?calendarSlug=${calendar.slug}${query}`, { as: calendar.owner })

beforeAll(async () => {
  calendar = await newCalendar()
  const make = (title: string, from: number, to: number, fields = {}) =>
    newEvent(calendar, { title, startAt: at(from), endAt: at(to), ...fields })
  await make('long over', -40, -39)
  await make('just over', -3, -2)
  await make('on now', -1, 1, { tags: ['Music'] })
  await make('soon', 2, 3, { tags: ['music', 'free'], description: 'with 100% brass' })
  await make('later', 30, 31)
  await make('draft', 4, 5, { status: 'DRAFT' })
  await make('unlisted', 4.1, 5, { visibility: 'UNLISTED' })
  await make('private', 4.2, 5, { visibility: 'PRIVATE' })
  const off = await make('called off', 6, 7)
  await send(`POST /events/${off.id}/cancel`, { as: calendar.owner, json: {} })
})

describe('GET /calendars/:slug/events', () => {
  it('lists current and upcoming events by start, and cancelled ones with status CANCELLED', async () => {
    const answer = await list()
    expect(titles(answer)).toEqual(['on now', 'soon', 'called off', 'later'])
    expect(answer.body).toMatchObject({ total: 4, page: 1, limit: 50, totalPages: 1 })
    expect(answer.body.data[2].status).toBe('CANCELLED')
  })

  it.each([
    ['?past=true', ['just over', 'long over']],
    [`?past=true&from=${at(-10)}`, ['just over']],
    [`?past=true&to=${at(-10)}`, ['long over']],
    [`?from=${at(-10)}&to=${at(2.5)}`, ['just over', 'on now', 'soon']],
    [`?from=${at(-10)}&to=${at(2.5)}&past=false`, ['on now', 'soon']],
    [`?to=${at(1)}`, ['on now']],
    [`?from=${at(20)}`, ['later']],
    ['?tag=music', ['on now', 'soon']],
    ['?tag=nothing', []],
    ['?q=SOON', ['soon']],
    ['?q=100%25', ['soon']],
    ['?q=%25', ['soon']],
    ['?q=_', []],
    [`?q=${'x'.repeat(100)}`, []],
    ['?status=PUBLISHED', ['on now', 'soon', 'later']],
    ['?status=DRAFT', []],
    ['?limit=2', ['on now', 'soon']],
    ['?limit=2&page=2', ['called off', 'later']],
    ['?page=9', []],
    [`?updatedSince=${at(-1)}`, ['long over', 'just over', 'on now', 'soon', 'called off', 'later']],
    [`?updatedSince=${at(1)}`, []],
  ])('given %s, returns %j', async (query, expected) => {
    const answer = await list(query)
    expect(answer.status, answer.text).toBe(200)
    expect(titles(answer)).toEqual(expected)
    const whole = await list(query.replace(/[?&](?:limit|page)=\d+/g, '').replace(/^&/, '?'))
    expect(answer.body.total).toBe(whole.body.data.length)
  })

  it.each([
    ['?limit=101', 'limit'],
    ['?limit=0', 'limit'],
    ['?page=0', 'page'],
    ['?page=x', 'page'],
    ['?from=yesterday', 'from'],
    [`?from=${at(2)}&to=${at(1)}`, 'from'],
    ['?past=perhaps', 'past'],
    ['?status=GONE', 'status'],
    [`?q=${'x'.repeat(101)}`, 'q'],
  ])('returns 400 for %s and names the field %s', async (query, field) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  it('shows drafts, unlisted and private events to members only', async () => {
    expect(titles(await listAsMember())).toEqual([
      'on now',
      'soon',
      'draft',
      'unlisted',
      'private',
      'called off',
      'later',
    ])
    expect(titles(await listAsMember('&status=DRAFT'))).toEqual(['draft'])
    const stranger = await send(`GET /events?calendarSlug=${calendar.slug}`, { as: 'usr_stranger' })
    expect(stranger.status).toBe(404)
  })

  it('returns 404 for a private calendar', async () => {
    const hidden = await newCalendar({ visibility: 'PRIVATE' })
    expect((await send(`GET /calendars/${hidden.slug}/events`)).status).toBe(404)
  })
})

describe('total of an event list', () => {
  it('equals a count of the rows for any range, even after events were moved, hidden and deleted', async () => {
    const own = await newCalendar()
    const first = await newEvent(own)
    // 600 events at irregular times, which are then moved, hidden and deleted directly in D1.
    const now = Date.now()
    const { results } = await env.DB.prepare('select * from events where id = ?').bind(first.id).run()
    const columns = Object.keys(results[0] ?? {})
    const insert = env.DB.prepare(
      `insert into events (${columns.join(', ')}) select ${columns
        .map((name) =>
          name === 'id' || name === 'slug'
            ? `'${name}_' || value`
            : name === 'start_at'
              ? `?2 + ((value * 7919) % 997 - 500) * 3600011`
              : name === 'end_at'
                ? `?2 + ((value * 7919) % 997 - 500) * 3600011 + 1 + (value % 50) * 1000000`
                : name,
        )
        .join(
          ', ',
        )} from events, (with recursive n(value) as (select 1 union all select value + 1 from n where value < 600) select value from n) where id = ?1`,
    )
    await insert.bind(first.id, now).run()
    await env.DB.batch([
      env.DB.prepare(`update events set end_at = end_at + 90000000 where calendar_id = ? and rowid % 7 = 0`).bind(
        own.id,
      ),
      env.DB.prepare(`update events set visibility = 'UNLISTED' where calendar_id = ? and rowid % 11 = 0`).bind(own.id),
      env.DB.prepare(`update events set status = 'DRAFT' where calendar_id = ? and rowid % 13 = 0`).bind(own.id),
      env.DB.prepare(`delete from events where calendar_id = ? and rowid % 17 = 0`).bind(own.id),
    ])
    const stored = await env.DB.prepare('select start_at, end_at, status, visibility from events where calendar_id = ?')
      .bind(own.id)
      .run<{ start_at: number; end_at: number; status: string; visibility: string }>()
    const open = stored.results.filter(({ status, visibility }) => status === 'PUBLISHED' && visibility === 'PUBLIC')
    const iso = (moment: number) => new Date(moment).toISOString()
    for (const [from, to] of [
      [-300, 300],
      [-1, 1],
      [10, 200],
      [-400, -100],
      [-500, 500],
    ] as const) {
      const [low, high] = [now + from * 3600_000, now + to * 3600_000]
      const ranged = await send(`GET /calendars/${own.slug}/events?limit=1&from=${iso(low)}&to=${iso(high)}`)
      expect(ranged.body.total).toBe(open.filter((event) => event.end_at > low && event.start_at < high).length)
      const past = await send(`GET /calendars/${own.slug}/events?limit=1&past=true&from=${iso(low)}&to=${iso(high)}`)
      const after = Date.now()
      expect(past.body.total).toBe(
        open.filter((event) => event.end_at > low && event.start_at < high && event.end_at <= after).length,
      )
    }
    const coming = await send(`GET /calendars/${own.slug}/events?limit=1`)
    expect(coming.body.total).toBe(open.filter((event) => event.end_at > Date.now()).length)
    const all = await send(`GET /events?calendarSlug=${own.slug}&limit=1&from=1990-01-01`, { as: own.owner })
    expect(all.body.total).toBe(stored.results.length)
  })

  it('includes an event at the start of 1970 in a time zone east of UTC', async () => {
    const own = await newCalendar()
    await newEvent(own, { startAt: '1970-01-01T00:00', endAt: '1970-01-01T01:00', timezone: 'Asia/Tokyo' })
    const { body } = await send(`GET /calendars/${own.slug}/events?past=true`)
    expect([body.total, body.data.length]).toEqual([1, 1])
  })
})

asks({ 'GET /calendars/:slug/days': { isOpen: true } })

describe('GET /calendars/:slug/days', () => {
  const MARCH = 'from=2031-03-01&to=2031-03-31'
  const dayIn = (ahead: number) => at(ahead).slice(0, 10)
  let house: Calendar
  const days = (query: string) => send(`GET /calendars/${house.slug}/days?${query}`)
  const make = (title: string, startAt: string, endAt: string, fields = {}) =>
    newEvent(house, { title, startAt, endAt, timezone: 'Europe/Lisbon', ...fields })

  beforeAll(async () => {
    house = await newCalendar({ timezone: 'Europe/Lisbon' })
    const hall = { location: { name: 'Great Hall', city: 'Lisbon' } }
    await make('late', '2031-03-01T21:00:00Z', '2031-03-02T02:00:00Z', { ...hall, tags: ['Jazz'] })
    await make('fair', '2031-03-07T09:00:00Z', '2031-03-09T17:00:00Z', hall)
    await make('whole day', '2031-03-12', '2031-03-13', { allDay: true })
    await make('there', '2031-03-14T16:00:00Z', '2031-03-14T17:00:00Z', { timezone: 'Asia/Tokyo' })
    const secret = { location: { name: 'Back door', city: 'Porto' }, locationVisibility: 'GUESTS_ONLY' }
    await make('for guests', '2031-03-20T20:00:00Z', '2031-03-20T21:00:00Z', secret)
    await make('before midnight', '2031-03-22T23:30:00Z', '2031-03-22T23:50:00Z')
    await make('after midnight', '2031-03-23T00:10:00Z', '2031-03-23T00:20:00Z')
    await make('draft', '2031-03-25T09:00:00Z', '2031-03-25T10:00:00Z', { ...hall, status: 'DRAFT' })
    await make('unlisted', '2031-03-26T09:00:00Z', '2031-03-26T10:00:00Z', { ...hall, visibility: 'UNLISTED' })
    const off = await make('called off', '2031-03-28T09:00:00Z', '2031-03-28T10:00:00Z', hall)
    await send(`POST /events/${off.id}/cancel`, { as: house.owner, json: {} })
    await make('begins before', '2031-02-27T09:00:00Z', '2031-03-01T12:00:00Z', hall)
    await make('over', '2021-03-01T09:00:00Z', '2021-03-01T10:00:00Z', hall)
    const template = { title: 'jam', location: { name: 'Clube Farol' } }
    const rule = {
      startAt: `${dayIn(1)}T19:00`,
      durationMinutes: 60,
      timezone: 'Europe/Lisbon',
      rrule: 'FREQ=WEEKLY;COUNT=3',
    }
    await send('POST /series', { as: house.owner, json: { calendarSlug: house.slug, template, ...rule } })
  })

  it('returns every local date with a listed event, including each date of a series', async () => {
    const { status, body, headers } = await days(MARCH)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toContain('public')
    const on = [1, 7, 8, 9, 12, 15, 20, 22, 23, 28].map((day) => `2031-03-${String(day).padStart(2, '0')}`)
    expect(body.data).toMatchObject({ from: '2031-03-01', to: '2031-03-31', days: on })
    const ahead = await days(`from=${dayIn(0)}&to=${dayIn(20)}`)
    expect(ahead.body.data.days).toEqual([dayIn(1), dayIn(8), dayIn(15)])
    expect((await days(`${MARCH}&tag=jazz`)).body.data.days).toEqual(['2031-03-01'])
    expect((await days(`${MARCH}&q=midnight`)).body.data.days).toEqual(['2031-03-22', '2031-03-23'])
  })

  it('counts current and upcoming events by location name, or by city if the location is GUESTS_ONLY', async () => {
    const { places } = (await days(MARCH)).body.data
    expect(places).toEqual([
      { name: 'Great Hall', events: 4 },
      { name: 'Clube Farol', events: 3 },
      { name: 'Porto', events: 1 },
    ])
    expect((await days('tag=Jazz')).body.data.places).toEqual([{ name: 'Great Hall', events: 1 }])
  })

  it('returns the same dates as the event list for any time zone and length', async () => {
    const zones = ['Europe/Lisbon', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu']
    const hour = 3_600_000
    for (let index = 0; index < 40; index += 1) {
      // The days around the nights in which the clocks change in Europe/Lisbon.
      const start = Date.UTC(2032, index % 2 === 0 ? 2 : 9, 20) + index * 7.3 * hour
      const length = [0.5, 4, 11.9, 12, 24, 61][index % 6]! * hour
      await make(`walk ${index}`, new Date(start).toISOString(), new Date(start + length).toISOString(), {
        timezone: zones[index % 4],
      })
    }
    for (const range of ['from=2032-03-15&to=2032-04-20', 'from=2032-10-25&to=2032-11-05']) {
      const listed = await send(`GET /calendars/${house.slug}/events?${range}&limit=100`)
      const [, from = '', to = ''] = /from=(\S+)&to=(\S+)/.exec(range) ?? []
      const dates = new Set((listed.body.data as Times[]).flatMap(daysBetween))
      expect(dates.size).toBeGreaterThan(5)
      expect((await days(range)).body.data.days).toEqual(
        [...dates].filter((date) => date >= from && date <= to).toSorted(),
      )
    }
  })

  it('defaults to this month and the next, and returns 400 for more than 100 days', async () => {
    const { body } = await days('')
    expect(body.data.from.slice(8)).toBe('01')
    expect(Date.parse(body.data.to) - Date.parse(body.data.from)).toBeGreaterThan(57 * DAY)
    expect(body.data.from <= new Date().toISOString().slice(0, 10)).toBe(true)
    expect((await days('from=2031-01-01&to=2031-04-10')).status).toBe(200)
    expect((await days('from=2031-01-01&to=2031-04-11')).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'to' }],
    })
    expect((await days('from=2031-01-02&to=2031-01-01')).status).toBe(400)
  })
})
