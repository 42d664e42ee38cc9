import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { makeAppSecret, makeKey } from '../src/access/key-format.ts'
import { SCOPE_NAMES } from '../src/kernel/vocabulary.ts'

const HOUR_MS = 3_600_000

export const KEY = makeKey('live')
/** Access token of an app, for the calendar of `KEY`. */
export const ACCESS_TOKEN = makeAppSecret('at')
/** Has the length of real event ids: requests with other ids bypass the event's Durable Object. */
export const eventIdOf = (name: string) => `evt_${name.padEnd(22, 'x')}`

export const EVENT_SIZES = [1_000, 10_000, 100_000] as const
export const GUEST_SIZES = [100, 1_000, 10_000, 100_000] as const
/** Events whose confirmed guests the benchmarks check in, with the number of guests. */
export const DOOR = { id: eventIdOf('door'), guests: 20_000 }
export const CROWD = { id: eventIdOf('crowd'), guests: 20_000 }
export const RUSH = { id: eventIdOf('rush'), guests: 64 }
/** An event with a checkpoint that admits each guest once. */
export const LUNCH = { id: eventIdOf('lunch'), guests: 20_000, checkpointId: 'cpt_lunch' }
export const DOOR_SIZES = [100, 10_000, 100_000] as const
/** Number of events with the smallest number of guests. Each round checks in all 100 guests of one of them. */
export const ROUNDS_AT_A_DOOR = 6
export const doorOf = (size: number, round: number) => eventIdOf(`door${size}${size === 100 ? `r${round}` : ''}`)
const doorsBySize = DOOR_SIZES.flatMap((size) =>
  Array.from({ length: ROUNDS_AT_A_DOOR }, (_, round) => doorOf(size, round)).map((id) => ({ id, guests: size })),
)
const DOORS = [...new Map([DOOR, CROWD, RUSH, LUNCH, ...doorsBySize].map((door) => [door.id, door])).values()]

export const REGISTRATIONS = eventIdOf('registrations')

export const calendarOf = (size: number) => `bench-${size}`
export const guestEventOf = (size: number) => eventIdOf(`guests${size}`)
export const ticketOf = (eventId: string) => `tkt_${eventId}`
export const FEED = 'bench-feed'
/** A calendar of weekly series, and a calendar with the same number of single events. */
export const CLASSES = { id: 'cal_classes', slug: 'bench-classes', series: 100, dates: 77 }
export const SINGLES = { id: 'cal_singles', slug: 'bench-singles' }
/** The calendar in which a benchmark creates a series. */
export const STUDIO = { id: 'cal_studio', slug: 'bench-studio', key: makeKey('live') }

/** Returns a code in the format that check-in expects, derived from the event and the guest's number. */
export const codeOf = (eventId: string, guest: number) => `qr_${eventId.slice(4, 19)}${String(guest).padStart(7, '0')}`

const codeSql = `'qr_' || substr(:event, 5, 15) || printf('%07d', n)`

const counted = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

const insertEvents = (calendarId: string, count: number, start: string) => `
  ${counted(count)}
  insert into events (id, calendar_id, slug, title, description, start_at, end_at, timezone, all_day, status, visibility,
    location_type, location, location_visibility, requires_approval, waitlist_enabled, registration_questions, tags,
    reminder_minutes, published_at, created_at, updated_at)
  select 'evt_${calendarId}' || n, '${calendarId}', '${calendarId}-' || n, 'Event number ' || n,
    'An evening of talks about the things we make, with something to eat and time to meet.', ${start}, ${start} + ${HOUR_MS},
    'Europe/Berlin', 0, 'PUBLISHED', 'PUBLIC', 'IN_PERSON',
    '{"name":"Town hall","address":"Market 1","city":"Jena","region":null,"country":"DE","latitude":50.9,"longitude":11.6}',
    'PUBLIC', 0, 0, '[]', '["talks"]', '[]', :now, :now, :now
  from numbers`

const insertTickets = (calendarId: string) => `
  insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
  select 'tkt_' || id, id, 'General admission', 'FREE', 0, 0, 0, 0, 0, :now, :now from events where calendar_id = '${calendarId}'`

const insertGuests = (count: number) => `
  ${counted(count)}
  insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source,
    qr_code, answers, waitlist_seq, move_id, created_at, updated_at)
  select 'gst_' || substr(:event, 5) || n, 'cal_bench', :event, :ticket, 'usr_' || n, 'Ada' || n, 'Lovelace', 'guest' || n || '@example.org',
    'ada' || n || ' lovelace guest' || n || '@example.org', case when not :mixed then 'CONFIRMED' when n % 10 = 0 then 'CANCELLED' when n % 10 = 1 then 'WAITLISTED' else 'CONFIRMED' end, 'API',
    ${codeSql}, '[{"questionId":"qst_1","question":"Diet","answer":"none"}]', case when :mixed and n % 10 = 1 then n end,
    'mov_seed' || :event || n, :now - ${count} + n, :now from numbers`

/** Inserts rows in bulk. The triggers maintain the counters as usual. */
export const fill = (database: DatabaseSync, now: number) => {
  const run = (sql: string, values: Record<string, string | number> = {}) => {
    const named = { now, ...values }
    const used = Object.entries(named).filter(([name]) => sql.includes(`:${name}`))
    database.prepare(sql).run(Object.fromEntries(used.map(([name, value]) => [`:${name}`, value])))
  }
  const addCalendar = (id: string, slug: string) =>
    run(
      `insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
       values (:id, :slug, :slug, 'Europe/Berlin', 'PUBLIC', 'PRO', :now, :now, :now)`,
      { id, slug },
    )
  const addKey = (calendarId: string, key: string) =>
    run(
      `insert into api_keys (id, calendar_id, name, prefix, hash, scopes, mode, is_active, created_by, created_at, last_used_at)
       values (:id, :calendar, 'bench', 'svc_live_', :hash, :scopes, 'live', 1, 'bench', :now, :now)`,
      {
        id: `key_${calendarId}`,
        calendar: calendarId,
        hash: createHash('sha256').update(key).digest('hex'),
        scopes: JSON.stringify(SCOPE_NAMES),
      },
    )
  database.exec('begin')
  addCalendar('cal_bench', 'bench')
  addKey('cal_bench', KEY)
  run(`insert into members (calendar_id, user_id, role, created_at) values ('cal_bench', 'usr_bench', 'OWNER', :now)`)
  run(
    `insert into app_grants (id, calendar_id, user_id, client_id, client_name, scopes, resource, created_at, last_used_at)
     values ('gnt_bench', 'cal_bench', 'usr_bench', 'https://app.example/client.json', 'bench', :scopes, 'api', :now, :now)`,
    { scopes: JSON.stringify(SCOPE_NAMES) },
  )
  run(
    `insert into app_tokens (hash, grant_id, kind, created_at, expires_at)
     values (:hash, 'gnt_bench', 'access', :now, :now + ${HOUR_MS})`,
    { hash: createHash('sha256').update(ACCESS_TOKEN).digest('hex') },
  )
  for (const size of EVENT_SIZES) {
    const id = `cal_${size}`
    addCalendar(id, calendarOf(size))
    addKey(id, keyOf(size))
    // Half of the events have ended, so that the list of upcoming events starts in the middle of the index.
    run(insertEvents(id, size, `:now + (n - ${size / 2}) * ${HOUR_MS} - ${HOUR_MS / 2}`))
    run(insertTickets(id))
  }
  addCalendar('cal_feed', FEED)
  run(insertEvents('cal_feed', 500, `:now + n * ${HOUR_MS}`))
  addCalendar(CLASSES.id, CLASSES.slug)
  addCalendar(SINGLES.id, SINGLES.slug)
  addCalendar(STUDIO.id, STUDIO.slug)
  addKey(STUDIO.id, STUDIO.key)
  const meetings = CLASSES.series * CLASSES.dates
  const eachWeek = `:now + ((n - 1) % ${CLASSES.series} + 1) * ${HOUR_MS} + ((n - 1) / ${CLASSES.series}) * ${7 * 24 * HOUR_MS}`
  for (const { id } of [CLASSES, SINGLES]) {
    run(insertEvents(id, meetings, eachWeek))
    run(insertTickets(id))
  }
  run(
    `${counted(CLASSES.series)}
     insert into series (id, calendar_id, slug, template, timezone, start_at, duration_minutes, rrule, exdates, rdates, is_dense,
       made_until, created_at, updated_at)
     select 'ser_' || n, '${CLASSES.id}', 'class', '{"title":"Class"}', 'Europe/Berlin', '2026-01-01T10:00:00', 60, 'FREQ=WEEKLY', '[]',
       '[]', 1, '', :now, :now from numbers`,
  )
  run(
    `update events set series_id = 'ser_' || ((cast(substr(id, ${`evt_${CLASSES.id}`.length + 1}) as integer) - 1) % ${CLASSES.series} + 1),
       recurrence_id = id, overrides = '[]' where calendar_id = '${CLASSES.id}'`,
  )
  const hosts = [...GUEST_SIZES.map(guestEventOf), ...DOORS.map(({ id }) => id), REGISTRATIONS]
  for (const event of hosts) {
    run(
      insertEvents('cal_bench', 1, `:now + ${HOUR_MS}`)
        .replace(`'evt_cal_bench' || n`, `'${event}'`)
        .replace(`'cal_bench-' || n`, `'${event}'`),
    )
  }
  run(insertTickets('cal_bench'))
  const addGuests = (event: string, count: number, isMixed: boolean) =>
    run(insertGuests(count), { event, ticket: ticketOf(event), mixed: Number(isMixed) })
  for (const size of GUEST_SIZES) addGuests(guestEventOf(size), size, true)
  for (const { id, guests } of DOORS) addGuests(id, guests, false)
  run(
    `insert into checkpoints (id, calendar_id, event_id, name, mode, created_at, updated_at)
     values (:id, 'cal_bench', :event, 'Lunch', 'ONCE', :now, :now)`,
    { id: LUNCH.checkpointId, event: LUNCH.id },
  )
  database.exec('commit')
}

const keys = new Map<number, string>()

/** Returns the API key of the calendar with `size` events. */
export const keyOf = (size: number): string => {
  const known = keys.get(size) ?? makeKey('live')
  keys.set(size, known)
  return known
}
