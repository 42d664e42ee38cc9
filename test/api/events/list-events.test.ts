import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
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
  it('lists what is on and to come by its start, with what was called off marked as such', async () => {
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
  ])('answers %s with %j', async (query, expected) => {
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
  ])('refuses %s and names the field %s', async (query, field) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  it('shows members and keys of the calendar what is not for all', async () => {
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

  it('is 404 for a private calendar', async () => {
    const hidden = await newCalendar({ visibility: 'PRIVATE' })
    expect((await send(`GET /calendars/${hidden.slug}/events`)).status).toBe(404)
  })
})

describe('the total of a list', () => {
  it('is what counting by hand gives, wherever the bounds fall and however the events have changed', async () => {
    const own = await newCalendar()
    const first = await newEvent(own)
    // Many events at odd moments, moved, hidden and deleted again, straight in the tables.
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

  it('takes in the first morning that an event can have, east of Greenwich', async () => {
    const own = await newCalendar()
    await newEvent(own, { startAt: '1970-01-01T00:00', endAt: '1970-01-01T01:00', timezone: 'Asia/Tokyo' })
    const { body } = await send(`GET /calendars/${own.slug}/events?past=true`)
    expect([body.total, body.data.length]).toEqual([1, 1])
  })
})
