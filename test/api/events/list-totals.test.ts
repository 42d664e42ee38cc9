import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from '../../../src/db/statement.ts'
import { eventListRead } from '../../../src/modules/events/event-list.store.ts'
import { calendarNamed } from '../../../src/modules/events/event-selection.store.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { appWith } from '../../support/app.ts'
import { tokenFor } from '../../support/identity.ts'

const DAY = 86_400_000
const NOW = Date.now()
/** Offsets used for `from` and `to`. Events start and end at each offset, and one day outside the range. */
const BOUNDS = [-DAY, -1, 0, 1, DAY]
const EDGES = [-2 * DAY, ...BOUNDS, 2 * DAY]
const LIMIT = 8

interface Stored {
  id: string
  title: string
  tags: string[]
  status: string
  visibility: string
  startAt: number
  endAt: number
  updatedAt: number
  seriesId: string | null
}

interface Query {
  from?: number
  to?: number
  past?: boolean
  tag?: string
  q?: string
  status?: string
  updatedSince?: number
  series?: 'all' | 'next' | 'weekly'
}

const DENSE = ['ser_daily', 'ser_weekly']
const SERIES = [...DENSE, 'ser_monthly', null]
const KINDS = [{}, { tags: ['Music'] }, { status: 'DRAFT' }, { visibility: 'UNLISTED' }, { tags: ['music', 'free'] }]

let calendar: Calendar
let stored: Stored[]
const atNow = appWith({ clock: () => NOW })
const iso = (offset: number) => new Date(NOW + offset).toISOString()

beforeAll(async () => {
  calendar = await newCalendar()
  const pairs = EDGES.flatMap((start, index) => EDGES.slice(index + 1).map((end) => [start, end] as const))
  const inSeries: D1PreparedStatement[] = []
  for (const [index, [start, end]] of pairs.entries()) {
    const event = await newEvent(calendar, {
      title: index % 2 === 0 ? `Recital ${index}` : `Talk ${index}`,
      startAt: iso(start),
      endAt: iso(end),
      ...KINDS[index % KINDS.length],
    })
    inSeries.push(
      env.DB.prepare('update events set series_id = ?, recurrence_id = ? where id = ?').bind(
        SERIES[index % SERIES.length] ?? null,
        String(index),
        event.id,
      ),
    )
    if (index % 7 === 3) await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
  }
  for (const id of SERIES) {
    await env.DB.prepare(
      `insert into series (id, calendar_id, slug, template, timezone, start_at, rrule, exdates, rdates, is_dense, made_until, created_at, updated_at)
       select ?, ?, 's', '{}', 'UTC', '2031-01-01', 'FREQ=DAILY', '[]', '[]', ?, '', 0, 0 where ? is not null`,
    )
      .bind(id, calendar.id, DENSE.includes(id ?? '') ? 1 : 0, id)
      .run()
  }
  await env.DB.batch(inSeries)
  await env.DB.prepare('update events set updated_at = end_at where calendar_id = ?').bind(calendar.id).run()
  const { results } = await env.DB.prepare(
    `select id, title, tags, status, visibility, start_at as startAt, end_at as endAt, updated_at as updatedAt,
       series_id as seriesId
     from events where calendar_id = ?`,
  )
    .bind(calendar.id)
    .run<Stored & { tags: string }>()
  stored = results.map((event) => ({ ...event, tags: JSON.parse(event.tags) as string[] }))
})

const orElse = (offset: number | undefined, otherwise: number) => (offset === undefined ? otherwise : NOW + offset)

/** Computes the expected list from `stored`: the ids in order, each with the number of further dates in its series. */
const counted = ({ from, to, past, tag, q, status, updatedSince, series = 'all' }: Query, isOpen: boolean) => {
  const meansThePast = past === undefined && (from !== undefined || updatedSince !== undefined)
  const found = stored.filter(
    (event) =>
      (!isOpen || (event.visibility === 'PUBLIC' && event.status !== 'DRAFT')) &&
      (meansThePast || (past === true ? event.endAt <= NOW : event.endAt > NOW)) &&
      event.endAt > orElse(from, -Infinity) &&
      event.startAt < orElse(to, Infinity) &&
      (tag === undefined || event.tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
      (q === undefined || event.title.toLowerCase().includes(q.toLowerCase())) &&
      (status === undefined || event.status === status) &&
      event.updatedAt >= orElse(updatedSince, -Infinity),
  )
  const sorted = found.toSorted((left, right) => left.startAt - right.startAt || (left.id < right.id ? -1 : 1))
  const ordered = past === true ? sorted.toReversed() : sorted
  const datesOf = (seriesId: string | null) => ordered.filter((event) => event.seriesId === seriesId)
  const isShort = (seriesId: string | null) =>
    seriesId !== null && (series === 'next' || (series === 'weekly' && DENSE.includes(seriesId)))
  return ordered
    .filter((event) => !isShort(event.seriesId) || datesOf(event.seriesId)[0] === event)
    .map(({ id, seriesId }) => [id, series === 'all' || seriesId === null ? null : datesOf(seriesId).length - 1])
}

const paramsOf = ({ from, to, updatedSince, ...query }: Query) => {
  const moments = { from, to, updatedSince }
  return [
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(moments).flatMap(([name, at]) => (at === undefined ? [] : [`${name}=${iso(at)}`])),
  ].join('&')
}

/** Reads all pages of the list, and returns the events it shows and the distinct values of `total`. */
const walked = async (query: Query, isOpen: boolean) => {
  const path = isOpen ? `/api/calendars/${calendar.slug}/events?` : `/api/events?calendarSlug=${calendar.slug}&`
  const headers: Record<string, string> = isOpen ? {} : { Authorization: `Bearer ${await tokenFor(calendar.owner)}` }
  const shown: [string, number | null][] = []
  const totals: number[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const answer = await atNow.request(`${path}${paramsOf(query)}&limit=${LIMIT}&page=${page}`, { headers })
    const body = await answer.json<{
      data: { id: string; seriesDates: number | null }[]
      total: number
      totalPages: number
    }>()
    expect(answer.status, JSON.stringify(body)).toBe(200)
    shown.push(...body.data.map(({ id, seriesDates }): (typeof shown)[number] => [id, seriesDates]))
    totals.push(body.total)
    totalPages = body.totalPages
  }
  return { shown, totals: [...new Set(totals)] }
}

const RANGES = [undefined, ...BOUNDS].flatMap((from) =>
  [undefined, ...BOUNDS]
    .filter((to) => from === undefined || to === undefined || from < to)
    .flatMap((to) =>
      [undefined, true, false].map((past): Query => ({
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(past === undefined ? {} : { past }),
      })),
    ),
)

describe('total of an event list', () => {
  it.each<[string, boolean, Query]>([
    ['for visitors', true, {}],
    ['for members', false, {}],
    ['for visitors, by status', true, { status: 'CANCELLED' }],
    ['for members, by status', false, { status: 'DRAFT' }],
    ['for visitors, by tag', true, { tag: 'MUSIC' }],
    ['for visitors, by q', true, { q: 'recital' }],
    ['for visitors, by updatedSince', true, { updatedSince: 0 }],
    ['for visitors, series=next', true, { series: 'next' }],
    ['for members, series=weekly and status', false, { series: 'weekly', status: 'PUBLISHED' }],
    ['for visitors, series=weekly and tag', true, { series: 'weekly', tag: 'MUSIC' }],
    ['for members, all filters together', false, { tag: 'music', q: 'TALK', updatedSince: -DAY, status: 'PUBLISHED' }],
  ])('equals the number of events on all pages for any from, to and past: %s', async (_name, isOpen, words) => {
    for (const range of RANGES) {
      const query = { ...range, ...words }
      const expected = counted(query, isOpen)
      expect(await walked(query, isOpen), paramsOf(query)).toEqual({ shown: expected, totals: [expected.length] })
    }
  })
})

it('an event list with series=weekly reads at most 30 % more rows when series have five times as many dates', async () => {
  const rowsRead = async (dates: number) => {
    const home = await newCalendar()
    const first = NOW + DAY
    const rows = Array.from({ length: 40 * dates }, (_, index) => {
      const [series, date] = [index % 40, Math.floor(index / 40)]
      const at = first + series * 3_600_000 + date * 7 * DAY
      return { id: `evt_${dates}x${index}`, series: `ser_${dates}x${series}`, date, at }
    })
    const own = JSON.stringify(rows)
    await env.DB.batch([
      env.DB.prepare(
        `insert into series (id, calendar_id, slug, template, timezone, start_at, rrule, exdates, rdates, is_dense, made_until, created_at, updated_at)
         select distinct value ->> 'series', ?, 's', '{}', 'UTC', '2031-01-01', 'FREQ=WEEKLY', '[]', '[]', 1, '', 0, 0 from json_each(?)`,
      ).bind(home.id, own),
      env.DB.prepare(
        `insert into events (id, calendar_id, slug, title, start_at, end_at, timezone, all_day, status, visibility, location_type,
           location_visibility, requires_approval, waitlist_enabled, registration_questions, tags, reminder_minutes, created_at, updated_at,
           series_id, recurrence_id, overrides)
         select value ->> 'id', ?, value ->> 'id', 'Class', value ->> 'at', (value ->> 'at') + 3600000, 'UTC', 0, 'PUBLISHED', 'PUBLIC', 'ONLINE',
           'PUBLIC', 0, 0, '[]', '[]', '[]', 0, 0, value ->> 'series', value ->> 'date', '[]' from json_each(?)`,
      ).bind(home.id, own),
    ])
    const selection = { endsAfter: NOW, startsBefore: null, endedBy: null, audience: 'open', series: 'weekly' } as const
    const { statements } = eventListRead(calendarNamed(home.slug), selection, { page: 1, limit: 50 }, NOW)
    const read = await env.DB.batch<{ total?: number }>(
      inOrder(statements).map((statement) => {
        const { sql, params } = statement.toSQL()
        return env.DB.prepare(sql).bind(...params)
      }),
    )
    for (const statement of inOrder(statements)) {
      const { sql, params } = statement.toSQL()
      const plan = await env.DB.prepare(`explain query plan ${sql}`)
        .bind(...params)
        .all<{ detail: string }>()
      expect(plan.results.filter(({ detail }) => /^SCAN (?:events|series|[fos]\b)/.test(detail))).toEqual([])
    }
    expect(read[0]?.results).toHaveLength(40)
    expect(read[1]?.results).toEqual([{ total: 40, next: first + 3_600_000, last: null }])
    return read.reduce((sum, { meta }) => sum + meta.rows_read, 0)
  }
  const [short, long] = [await rowsRead(15), await rowsRead(75)]
  expect(long).toBeLessThan(short * 1.3)
})
