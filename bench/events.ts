import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { buildWorker } from '../scripts/start/build-worker.ts'
import { migrate } from '../scripts/start/migrate.ts'
import { runtimeOptions } from '../scripts/start/runtime.ts'
import { freePort } from '../test/support/host/free-port.ts'
import { requestsPerSecond } from './serve-load.ts'

const ROUNDS = 9
const ROUND_MS = 1_200
const CONNECTIONS = 8
const LARGE = 100_000
const SMALL = 1_000
const FEED_EVENTS = 500
const HOUR_MS = 3_600_000
const MOST_FEED_MS = 15

const SAMPLE = {
  id: 'evt_0',
  calendarId: 'cal_feed',
  slug: 'sample',
  title: 'Évening of songs, sung by many; with a title that must be folded',
  description: 'What it is about, in a few sentences, with commas; semicolons and\nbreaks. '.repeat(6),
  coverUrl: null,
  startAt: 0,
  endAt: 0,
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
    latitude: 45.7,
    longitude: 4.8,
  },
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  capacity: null,
  requiresApproval: false,
  waitlistEnabled: false,
  registrationOpensAt: null,
  registrationClosesAt: null,
  checkInOpensAt: null,
  checkInClosesAt: null,
  registrationQuestions: [],
  tags: ['music', 'choir'],
  reminderMinutes: [],
  sequence: 0,
  revision: 1,
  cancelledAt: null,
  cancellationReason: null,
  publishedAt: 0,
  createdAt: 0,
  updatedAt: 0,
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Reached by its address: the tools' types do not include the Worker's.
const FEED_MODULE = new URL('../src/modules/feeds/calendar-file.ts', import.meta.url).href
const FLOOR = fileURLToPath(new URL('events-floor.worker.mjs', import.meta.url))

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>

/** A calendar with events an hour apart, the first of them in the next hour, each with one ticket. */
const fill = async (db: Database, slug: string, count: number) => {
  const now = Date.now()
  const id = `cal_${slug}`
  await db.batch([
    db
      .prepare(
        `insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
        values (?1, ?2, 'Bench', 'Europe/Paris', 'PUBLIC', 'PRO', ?3, ?3, ?3)`,
      )
      .bind(id, slug, now),
  ])
  const STEP = 10_000
  for (let first = 0; first < count; first += STEP) {
    const numbers = `with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${Math.min(first + STEP, count) - 1})`
    await db.batch([
      db
        .prepare(
          `insert into events (id, calendar_id, slug, title, description, start_at, end_at, timezone, all_day, status, visibility,
            location_type, location, location_visibility, requires_approval, waitlist_enabled, registration_questions, tags,
            reminder_minutes, published_at, created_at, updated_at)
          ${numbers} select 'evt_${slug}_' || i, ?1, '${slug}-' || i, 'Event number ' || i, 'What it is about, in a sentence or two.',
            ?2 + i * ${HOUR_MS}, ?2 + (i + 1) * ${HOUR_MS}, 'Europe/Paris', 0, 'PUBLISHED', 'PUBLIC', 'IN_PERSON',
            '{"name":"Hall","address":"Street 1","city":"Lyon","region":null,"country":"FR","latitude":45.7,"longitude":4.8}', 'PUBLIC',
            0, 0, '[]', '["one","two"]', '[]', ?2, ?2, ?2 from n`,
        )
        .bind(id, now + HOUR_MS),
      db
        .prepare(
          `insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
          ${numbers} select 'tkt_${slug}_' || i, 'evt_${slug}_' || i, 'General admission', 'FREE', 0, 0, 0, 0, 0, ?1, ?1 from n`,
        )
        .bind(now),
    ])
  }
}

const start = async (dir: string, worker: Parameters<typeof runtimeOptions>[0]['worker']) => {
  const port = await freePort()
  const vars = {
    ENVIRONMENT: 'local',
    TOPOLOGY: 'single',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}/api`,
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'silent',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir: dir, port, vars, logLevel: 'error' }))
  await runtime.ready
  const db = await runtime.getD1Database('DB', 'event-calendar')
  await migrate(db, join(ROOT, 'migrations'))
  for (const [slug, count] of [
    ['small', SMALL],
    ['large', LARGE],
    ['feed', FEED_EVENTS],
  ] as const)
    await fill(db, slug, count)
  return { runtime, port }
}

const dirs = ['service', 'floor'].map((name) => realpathSync(mkdtempSync(join(tmpdir(), `event-calendar-${name}-`))))
const built = await buildWorker(ROOT, new AbortController().signal)
const [service, floor] = await Promise.all([
  start(dirs[0] ?? '', built),
  start(dirs[1] ?? '', {
    scriptPath: FLOOR,
    options: { compatibilityDate: '2026-11-02', d1Databases: built.options.d1Databases ?? {} },
  }),
])

/** What writing the file costs, its rows once read: the median of many, in the same engine as the Worker's. */
const feedCpuMs = async () => {
  const { calendarFile } = (await import(FEED_MODULE)) as { calendarFile(...all: unknown[]): string }
  const at = Date.now()
  const rows = Array.from({ length: FEED_EVENTS }, (_, index) => ({
    ...SAMPLE,
    id: `evt_${index}`,
    startAt: at + index,
    endAt: at + index + 1,
  }))
  const head = { name: 'Bench', description: null, timezone: 'Europe/Paris', url: 'https://site.example/c/bench' }
  const settings = { domain: 'calendar.example', urlOf: () => 'https://site.example/e/bench' }
  const costs = Array.from({ length: 60 }, () => {
    const from = process.cpuUsage()
    calendarFile(head, rows, settings)
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1_000
  })
  return median(costs)
}

let isGood = true
const compare = async (
  name: string,
  [own, other]: readonly [{ port: number; path: (n: number) => string }, { port: number; path: (n: number) => string }],
  { least }: { least: number },
) => {
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { port, path }] of [own, other].entries()) {
      const rate = await requestsPerSecond({
        port,
        connections: CONNECTIONS,
        forMs: round === 0 ? 1_000 : ROUND_MS,
        path,
      })
      if (round > 0) rates[index as 0 | 1].push(rate)
    }
  }
  // Each round is held against the round beside it: what else the machine does weighs on both.
  const ratio = median(rates[0].map((rate, round) => rate / (rates[1][round] ?? Number.NaN)))
  isGood &&= ratio >= least
  console.log(
    `${name}\n  ${Math.round(median(rates[0]))} req/s against ${Math.round(median(rates[1]))}: ratio ${ratio.toFixed(2)} (at least ${least})`,
  )
}

try {
  const list = (slug: string) => `/api/calendars/${slug}/events`
  // A start of its own for every request, so that no answer is in the cache: always after now, always the same events.
  const base = Date.now() + HOUR_MS / 2
  const moment = (n: number) => new Date(base + (n % 1_000_000)).toISOString()
  const uncached = (slug: string) => ({ port: service.port, path: (n: number) => `${list(slug)}?from=${moment(n)}` })
  await compare(
    'cached event list of 50, against a bare hello',
    [
      { port: service.port, path: () => list('small') },
      { port: floor.port, path: () => '/' },
    ],
    { least: 0.5 },
  )
  await compare(
    'uncached event list of 50, against the same query by hand',
    [uncached('small'), { port: floor.port, path: (n) => `/list?slug=small&from=${moment(n)}` }],
    { least: 0.6 },
  )
  await compare(`page 1 of ${LARGE} events, against page 1 of ${SMALL}`, [uncached('large'), uncached('small')], {
    least: 1 / 1.5,
  })
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/calendars/feed/events.ics`)
  const text = await answer.text()
  if (text.split('BEGIN:VEVENT').length - 1 !== FEED_EVENTS) throw new Error('the feed does not hold all its events')
  const cpuMs = await feedCpuMs()
  isGood &&= cpuMs < MOST_FEED_MS
  console.log(`the file of ${FEED_EVENTS} events\n  ${cpuMs.toFixed(1)} ms of CPU (under ${MOST_FEED_MS})`)
} finally {
  await Promise.all([service.runtime.dispose(), floor.runtime.dispose()])
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
