import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { appWith } from '../../support/app.ts'
import { tokenFor } from '../../support/identity.ts'

const DAY = 86_400_000
const NOW = Date.now()
/** What a list may be asked from and to. Events begin and end at each of them, and a day beyond. */
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
}

interface Query {
  from?: number
  to?: number
  past?: boolean
  tag?: string
  q?: string
  status?: string
  updatedSince?: number
}

const KINDS = [{}, { tags: ['Music'] }, { status: 'DRAFT' }, { visibility: 'UNLISTED' }, { tags: ['music', 'free'] }]

let calendar: Calendar
let stored: Stored[]
const atNow = appWith({ clock: () => NOW })
const iso = (offset: number) => new Date(NOW + offset).toISOString()

beforeAll(async () => {
  calendar = await newCalendar()
  const pairs = EDGES.flatMap((start, index) => EDGES.slice(index + 1).map((end) => [start, end] as const))
  for (const [index, [start, end]] of pairs.entries()) {
    const event = await newEvent(calendar, {
      title: index % 2 === 0 ? `Recital ${index}` : `Talk ${index}`,
      startAt: iso(start),
      endAt: iso(end),
      ...KINDS[index % KINDS.length],
    })
    if (index % 7 === 3) await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
  }
  await env.DB.prepare('update events set updated_at = end_at where calendar_id = ?').bind(calendar.id).run()
  const { results } = await env.DB.prepare(
    `select id, title, tags, status, visibility, start_at as startAt, end_at as endAt, updated_at as updatedAt
     from events where calendar_id = ?`,
  )
    .bind(calendar.id)
    .run<Stored & { tags: string }>()
  stored = results.map((event) => ({ ...event, tags: JSON.parse(event.tags) as string[] }))
})

const orElse = (offset: number | undefined, otherwise: number) => (offset === undefined ? otherwise : NOW + offset)

/** What the query asks for, by hand: the ids in their order. */
const counted = ({ from, to, past, tag, q, status, updatedSince }: Query, isOpen: boolean) => {
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
  return (past === true ? sorted.toReversed() : sorted).map(({ id }) => id)
}

const paramsOf = ({ from, to, updatedSince, ...query }: Query) => {
  const moments = { from, to, updatedSince }
  return [
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(moments).flatMap(([name, at]) => (at === undefined ? [] : [`${name}=${iso(at)}`])),
  ].join('&')
}

/** The ids of all pages, and what each of them says of the whole. */
const walked = async (query: Query, isOpen: boolean) => {
  const path = isOpen ? `/api/calendars/${calendar.slug}/events?` : `/api/events?calendarSlug=${calendar.slug}&`
  const headers: Record<string, string> = isOpen ? {} : { Authorization: `Bearer ${await tokenFor(calendar.owner)}` }
  const ids: string[] = []
  const totals: number[] = []
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const answer = await atNow.request(`${path}${paramsOf(query)}&limit=${LIMIT}&page=${page}`, { headers })
    const body = await answer.json<{ data: { id: string }[]; total: number; totalPages: number }>()
    expect(answer.status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.map(({ id }) => id))
    totals.push(body.total)
    totalPages = body.totalPages
  }
  return { ids, totals: [...new Set(totals)] }
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

describe('the total of a list is what walking all its pages gives, wherever from, to and now fall', () => {
  it.each<[string, boolean, Query]>([
    ['for all', true, {}],
    ['for members', false, {}],
    ['for all, of a status', true, { status: 'CANCELLED' }],
    ['for members, of a status', false, { status: 'DRAFT' }],
    ['for all, of a tag', true, { tag: 'MUSIC' }],
    ['for all, by words', true, { q: 'recital' }],
    ['for all, by what has changed', true, { updatedSince: 0 }],
    ['for members, by everything at once', false, { tag: 'music', q: 'TALK', updatedSince: -DAY, status: 'PUBLISHED' }],
  ])('%s', async (_name, isOpen, words) => {
    for (const range of RANGES) {
      const query = { ...range, ...words }
      const expected = counted(query, isOpen)
      expect(await walked(query, isOpen), paramsOf(query)).toEqual({ ids: expected, totals: [expected.length] })
    }
  })
})
