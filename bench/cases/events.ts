import { CLASSES, EVENT_SIZES, FEED, SINGLES, STUDIO, calendarOf, keyOf } from '../fill.ts'
import { compare, compareSizes } from '../harness.ts'
import { figure, median, type Case } from '../../harness/results.ts'
import { always, requestOf, runLoad } from '../rounds.ts'
import type { Stand } from '../stand.ts'

const FEW = calendarOf(1_000)
/** An upcoming event of this calendar. The first 500 of its 1,000 events have ended. */
const AN_EVENT = 'cal_1000-900'
const FEED_EVENTS = 500

/**
 * Returns a new `from` for each request, so that no response comes from a cache. The events in the list stay the same.
 */
const moments = () => {
  let at = Date.now()
  return () => new Date((at += 1)).toISOString()
}

const openList = (port: number, path: (from: string) => string) => {
  const next = moments()
  return { port, status: 200, next: () => requestOf({ path: path(next()) }) }
}

const listByKey = (port: number, size: number) => ({
  port,
  status: 200,
  next: always({
    path: `/api/v1/calendars/${calendarOf(size)}/events?limit=50`,
    headers: { 'x-svc-api-key': keyOf(size) },
  }),
})

// The module is imported by URL, because the TypeScript project for the tools does not include the Worker's types.
const FILE_MODULE = new URL('../../src/modules/feeds/calendar-file.ts', import.meta.url).href

/**
 * Returns the CPU time in ms needed to write the .ics file from rows in memory. The code runs in V8, as in the Worker.
 */
const fileCpuMs = async (rows: object[]) => {
  const { calendarFile } = (await import(FILE_MODULE)) as { calendarFile(...all: unknown[]): string }
  const head = { name: 'Bench', description: null, timezone: 'Europe/Paris', url: 'https://site.example/c/bench' }
  const settings = { domain: 'calendar.example', urlOf: () => 'https://site.example/e/bench', contact: null }
  const costs = Array.from({ length: 60 }, () => {
    const from = process.cpuUsage()
    calendarFile(head, rows, settings)
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1_000
  })
  return median(costs)
}

const ETAG_MODULE = new URL('../../src/operation/open-answer.ts', import.meta.url).href

/**
 * Requests uncached URLs, each with the ETag that the service would have issued for it. The service then only has to
 * check that nothing has changed.
 */
const revisits = async (port: number) => {
  const { openEtag } = (await import(ETAG_MODULE)) as { openEtag(...all: unknown[]): string }
  const { version } = (
    (await (await fetch(`http://127.0.0.1:${port}/api/health`)).json()) as { data: { version: string } }
  ).data
  const next = moments()
  return {
    port,
    status: 304,
    next: () => {
      const path = `/api/calendars/${FEW}/events?from=${encodeURIComponent(next())}&limit=50`
      const etag = openEtag({ id: 'cal_1000', contentRevision: 0 }, path, null, version)
      return requestOf({ path, headers: { 'If-None-Match': etag } })
    },
  }
}

const fileRow = (index: number) => ({
  id: `evt_${index}`,
  title: 'Évening of songs, sung by many; with a title that must be folded',
  description: 'What it is about, in a few sentences, with commas; semicolons and\nbreaks. '.repeat(6),
  startAt: Date.now() + index,
  endAt: Date.now() + index + 1,
  timezone: 'Europe/Paris',
  allDay: false,
  startDate: null,
  endDate: null,
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  locationType: 'IN_PERSON',
  location: {
    name: 'Hall',
    address: 'Street 1',
    city: 'Lyon',
    region: null,
    country: 'FR',
    latitude: 45,
    longitude: 4,
  },
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  tags: ['music', 'choir'],
  sequence: 0,
  createdAt: 0,
  updatedAt: 0,
})

const feed = async ({ port }: Stand) => {
  const path = `/api/calendars/${FEED}/events.ics`
  const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const count = text.split('BEGIN:VEVENT').length - 1
  if (count !== FEED_EVENTS) throw new Error(`the feed has ${count} events`)
  const cpuMs = await fileCpuMs(Array.from({ length: FEED_EVENTS }, (_, index) => fileRow(index)))
  const { delays } = await runLoad({ port, status: 200, next: always({ path }), connections: 1, forMs: 500 })
  return [
    figure(`generate a calendar file of ${FEED_EVENTS} events, CPU`, cpuMs, 'ms', { most: 15 }),
    figure(`the same file from the cache, p50`, median(delays), 'ms', {}),
  ]
}

const listWithSeries = (stand: Stand, name: string, query: string) =>
  compare(stand, {
    name: `${name} / of single events`,
    subject: openList(stand.port, (from) => `/api/calendars/${CLASSES.slug}/events?${query}&from=${from}`),
    floor: openList(stand.port, (from) => `/api/calendars/${SINGLES.slug}/events?limit=50&from=${from}`),
    bound: { least: 1 / 1.5 },
  })

/** Creates a series of 500 dates, each with two tickets and a question. Returns the response time in ms. */
const timeToCreateSeries = async (port: number) => {
  const from = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/series`, {
    method: 'POST',
    headers: { 'x-svc-api-key': STUDIO.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      template: {
        title: 'Yoga',
        capacity: 12,
        tickets: [{ name: 'Mat' }, { name: 'Guest', price: 900, currency: 'EUR' }],
        registrationQuestions: [{ label: 'Level?', type: 'TEXT', required: true }],
      },
      startAt: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      allDayDays: 1,
      timezone: 'Europe/Lisbon',
      rrule: 'FREQ=DAILY',
    }),
  })
  const { data } = (await answer.json()) as { data?: { eventCount: number } }
  if (data?.eventCount !== 500) throw new Error(`${answer.status}: ${data?.eventCount ?? 'no'} dates were created`)
  return performance.now() - from
}

/** Measures event lists in a calendar with 7,700 dates, and the creation of a series. */
const series = async (stand: Stand) => [
  await listWithSeries(stand, 'event list of 50, next date of 100 weekly series', 'limit=50&series=weekly'),
  await listWithSeries(stand, 'the last page of that list', 'limit=50&series=next&page=2'),
  figure('create a series of 500 dates with two tickets and a question', await timeToCreateSeries(stand.port), 'ms', {
    most: 2_000,
  }),
]

export const eventCases: Case[] = [
  {
    name: 'events-cached',
    run: async (stand) => {
      const path = `/api/calendars/${FEW}/events?limit=50`
      const subject = { port: stand.port, status: 200, next: always({ path }) }
      const { byteLength } = await (await fetch(`http://127.0.0.1:${stand.port}${path}`)).arrayBuffer()
      const floorOf = (bare: string) => ({ port: stand.floorPort, status: 200, next: always({ path: bare }) })
      return [
        await compare(stand, {
          name: 'event list of 50, cached / bare hello',
          subject,
          floor: floorOf('/'),
          bound: { least: 0.5 },
        }),
        await compare(stand, {
          name: 'event list of 50, cached, gzip / bare hello',
          subject: { ...subject, next: always({ path, headers: { 'accept-encoding': 'gzip' } }) },
          floor: floorOf('/'),
          bound: { least: 0.5 },
        }),
        await compare(stand, {
          name: `event list of 50, cached / ${Math.round(byteLength / 1_000)} KB of spaces`,
          subject,
          floor: floorOf(`/bytes?count=${byteLength}`),
          bound: { least: 0.6 },
        }),
      ]
    },
  },
  {
    name: 'events-uncached',
    run: async (stand) => [
      await compare(stand, {
        name: 'event list of 50, open, uncached / calendar, page and total in one batch',
        subject: openList(stand.port, (from) => `/api/calendars/${FEW}/events?limit=50&from=${from}`),
        floor: openList(stand.floorPort, (from) => `/open-events?calendar=${FEW}&from=${from}`),
        bound: { least: 0.6 },
      }),
      await compare(stand, {
        name: 'event list of 50, by key / credential, page and total in one batch',
        subject: listByKey(stand.port, 1_000),
        floor: { port: stand.floorPort, status: 200, next: always({ path: '/events?calendar=cal_1000' }) },
        bound: { least: 0.7 },
      }),
    ],
  },
  {
    name: 'events-unchanged',
    run: async (stand) => [
      await compare(stand, {
        name: 'unchanged event list, 304 / one row read',
        subject: await revisits(stand.port),
        floor: { port: stand.floorPort, status: 304, next: always({ path: '/revision?calendar=cal_1000' }) },
        bound: { least: 0.6 },
      }),
    ],
  },
  {
    name: 'events-page',
    run: async (stand) => [
      await compare(stand, {
        name: 'event page / the event as JSON',
        subject: { port: stand.port, status: 200, next: always({ path: `/e/${AN_EVENT}` }) },
        floor: { port: stand.port, status: 200, next: always({ path: `/api/events/slug/${AN_EVENT}` }) },
        bound: { least: 0.5 },
      }),
    ],
  },
  {
    name: 'events-size',
    run: async ({ port }) => [
      await compareSizes({
        name: 'event list of 50, by key, by number of events',
        sizes: EVENT_SIZES.map((size) => ({ size, load: () => listByKey(port, size) })),
        bound: { most: 1.5 },
      }),
    ],
  },
  { name: 'events-series', run: series },
  { name: 'events-file', run: feed },
]
