import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeKey } from '../../src/access/key-format.ts'
import { SCOPE_NAMES } from '../../src/kernel/vocabulary.ts'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { compareSizes, type Sized } from '../harness.ts'
import { requestOf, type Request } from '../rounds.ts'
import { WITHOUT_LIMITS } from '../stand.ts'

/**
 * The same event in two databases: one with 1,000 guests and 10 calendars, the other with 1,000,000 guests and 100,000
 * calendars.
 */
const GUESTS_AN_EVENT = 1_000
const FEW = { guests: 1_000, calendars: 10 }
const MANY = { guests: 1_000_000, calendars: 100_000 }
type Size = typeof FEW

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEY = makeKey('live')
/** A feed requested with a token bypasses the cache, so the service generates it for every request. */
const FEED_TOKEN = 'feed-of-the-million'
/** Has the length of real event ids: requests with other ids bypass the event's Durable Object. */
const eventSql = (number: string) => `'evt_million' || printf('%015d', ${number})`
const EVENT = `evt_million${'1'.padStart(15, '0')}`
const CALENDAR = 'million-1'
const EVENTS_PER_BATCH = 100

const codeOf = (guest: number) => `qr_million${String(guest).padStart(15, '0')}`

const numbersTo = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Inserts rows in bulk. The triggers maintain the counters as usual. */
const fill = (database: DatabaseSync, { guests, calendars }: Size, owner: string, now: number) => {
  const events = guests / GUESTS_AN_EVENT
  const run = (sql: string, values: Record<string, string | number> = {}) => database.prepare(sql).run(values)
  database.exec('begin')
  run(
    `${numbersTo(calendars)} insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
     select 'cal_million' || n, 'million-' || n, 'Calendar ' || n, 'UTC', 'PUBLIC', 'PRO', :now, :now, :now from numbers`,
    { now },
  )
  run(`update calendars set feed_token_hash = :hash where id = 'cal_million1'`, { hash: sha256(FEED_TOKEN) })
  run(
    `${numbersTo(calendars)} insert into members (calendar_id, user_id, role, name, email, created_at)
     select 'cal_million' || n, case when n < 4 then :owner else 'usr_' || n end, 'OWNER', 'Ada', 'ada' || n || '@example.org', :now from numbers`,
    { owner, now },
  )
  run(
    `insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, is_active, created_by, created_at, last_used_at)
     values ('key_million', 'cal_million1', 'bench', 'svc_live_', :hash, :scopes, 'live', 1, 'bench', :now, :now)`,
    { hash: sha256(KEY), scopes: JSON.stringify(SCOPE_NAMES), now },
  )
  run(
    `${numbersTo(events)} insert into events (id, calendar_id, slug, title, start_at, end_at, timezone, all_day, status, visibility,
       location_type, location_visibility, requires_approval, waitlist_enabled, registration_questions, tags, reminder_minutes, published_at,
       created_at, updated_at)
     select ${eventSql('n')}, 'cal_million' || n, 'million-' || n, 'Event ' || n, :start, :end, 'UTC', 0, 'PUBLISHED', 'PUBLIC', 'IN_PERSON',
       'PUBLIC', 0, 0, '[]', '[]', '[]', :now, :now, :now from numbers`,
    { start: now + HOUR_MS, end: now + 2 * HOUR_MS, now },
  )
  run(
    `${numbersTo(events)} insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
     select 'tkt_million' || n, ${eventSql('n')}, 'General admission', 'FREE', 0, 0, 0, 0, 0, :now, :now from numbers`,
    { now },
  )
  database.exec('commit')
  for (let from = 1; from <= events; from += EVENTS_PER_BATCH) {
    database.exec('begin')
    run(
      `with recursive events_of(e) as (select cast(:from as integer) union all select e + 1 from events_of where e < :to),
         numbers(n) as (select 1 union all select n + 1 from numbers where n < ${GUESTS_AN_EVENT})
       insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source, qr_code,
         answers, move_id, created_at, updated_at)
       select 'gst_million' || e || 'n' || n, 'cal_million' || e, ${eventSql('e')}, 'tkt_million' || e, 'usr_' || n, 'Ada' || n, 'Lovelace',
         'guest' || n || '@example.org', 'ada' || n || ' lovelace guest' || n || '@example.org', 'CONFIRMED', 'API',
         'qr_million' || printf('%015d', (e - 1) * ${GUESTS_AN_EVENT} + n), '[]', 'mov_million' || e || 'n' || n, :now - ${GUESTS_AN_EVENT} + n, :now
       from events_of, numbers`,
      { from, to: Math.min(from + EVENTS_PER_BATCH - 1, events), now },
    )
    database.exec('commit')
  }
  database.exec('pragma wal_checkpoint(truncate)')
}

const subjectOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

const startFilled = async (dataDir: string, size: Size): Promise<RunningService> => {
  const first = await startService({ dataDir, env: WITHOUT_LIMITS })
  const owner = subjectOf(first.demo.tokens.owner)
  await first.stop()
  withDatabase(dataDir, (database) => fill(database, size, owner, Date.now()))
  return startService({ dataDir, env: WITHOUT_LIMITS })
}

const keyed = { 'x-svc-api-key': KEY }

/** The requests sent to both services. If a response could be cached, each request differs from all earlier ones. */
const requestCases = () => {
  let [moment, scanned, came] = [Date.now(), 0, 0]
  const since = () => new Date((moment += 1)).toISOString()
  const sessionOf = ({ demo }: RunningService) => ({ authorization: `Bearer ${demo.tokens.owner}` })
  const cases: Record<string, (service: RunningService) => Request> = {
    'list events, open': () => ({ path: `/api/calendars/${CALENDAR}/events?limit=50&from=${since()}` }),
    'list events, API key': () => ({ path: `/api/v1/calendars/${CALENDAR}/events?limit=50`, headers: keyed }),
    'list guests': () => ({ path: `/api/v1/events/${EVENT}/guests?limit=50`, headers: keyed }),
    'search guests': () => ({ path: `/api/v1/events/${EVENT}/guests?limit=50&q=ada99`, headers: keyed }),
    'look a code up': () => ({
      path: `/api/v1/events/${EVENT}/checkins/lookup?qrCode=${codeOf(1_000)}`,
      headers: keyed,
    }),
    'check in': () => ({
      method: 'POST',
      path: `/api/v1/events/${EVENT}/checkins`,
      headers: keyed,
      body: { qrCode: codeOf((scanned += 1)) },
    }),
    register: () => ({
      method: 'POST',
      path: `/api/public/events/${EVENT}/registrations`,
      body: { firstName: 'Ada', lastName: 'Million', email: `m${(came += 1)}@example.org` },
    }),
    'page of the change feed': () => ({ path: '/api/v1/changes?limit=100', headers: keyed }),
    'calendar feed (ICS)': () => ({ path: `/api/calendars/${CALENDAR}/events.ics?token=${FEED_TOKEN}` }),
    "export an event's guests": () => ({ path: `/api/v1/events/${EVENT}/export?format=csv`, headers: keyed }),
    'statistics of an event': () => ({ path: `/api/v1/events/${EVENT}/statistics`, headers: keyed }),
    'analytics of a calendar': (service) => ({
      path: `/api/calendars/${CALENDAR}/analytics?from=${new Date(moment - 7 * DAY_MS).toISOString().slice(0, 10)}&to=${since().slice(0, 10)}`,
      headers: sessionOf(service),
    }),
    "console: a calendar's events": (service) => ({
      path: `/api/events?calendarSlug=${CALENDAR}&limit=50`,
      headers: sessionOf(service),
    }),
    "console: an event's guests": (service) => ({
      path: `/api/events/${EVENT}/guests?limit=50`,
      headers: sessionOf(service),
    }),
    'calendars of a user': (service) => ({ path: '/api/calendars', headers: sessionOf(service) }),
  }
  return cases
}

/** 409 is the response for a guest who has already checked in. */
const STATUSES = [200, 409]

/** Starts two separate services. Filling their databases takes a few minutes. */
export const compareMillion = async () => {
  const root = mkdtempSync(join(tmpdir(), 'event-calendar-million-'))
  const few = await startFilled(join(root, 'few'), FEW)
  const many = await startFilled(join(root, 'many'), MANY)
  const [ofFew, ofMany] = [requestCases(), requestCases()]
  try {
    const results = []
    for (const name of Object.keys(ofFew)) {
      const sized = (size: number, service: RunningService, cases: ReturnType<typeof requestCases>): Sized => {
        const one = cases[name]
        if (one === undefined) throw new Error(`no request is called ${name}`)
        return { size, load: () => ({ port: service.port, status: STATUSES, next: () => requestOf(one(service)) }) }
      }
      const sizes = [sized(FEW.guests, few, ofFew), sized(MANY.guests, many, ofMany)]
      results.push(await compareSizes({ name, sizes, bound: { most: 1.5 } }))
    }
    return results
  } finally {
    await few.stop()
    await many.stop()
    rmSync(root, { recursive: true, force: true })
  }
}
