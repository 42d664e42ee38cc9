import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { callerOf } from '../../harness/caller.ts'
import { withDatabase } from '../../harness/database.ts'
import { memoryOf } from '../../harness/memory.ts'
import { figure, p99, type Result } from '../../harness/results.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const EVENTS = 100
const GUESTS_PER_EVENT = 1_000
const PIECE_BYTES = 8 * 1024 * 1024
const POLL_MS = 500
const PACE_MS = 50
const ALONE_MS = 20_000

interface State {
  data: { id: string; status: string; key: string; url: string; error: string | null }
}

/** Copies the only event of the calendar 99 times, and gives each 1,000 guests. Triggers maintain the counters. */
const fillCalendar = (database: DatabaseSync, slug: string) => {
  const named = database.prepare(`select e.id, e.calendar_id as calendarId, t.id as ticketId from events e
    join calendars c on c.id = e.calendar_id and c.slug = ? join tickets t on t.event_id = e.id`)
  const { id, calendarId, ticketId } = named.get(slug) as Record<'id' | 'calendarId' | 'ticketId', string>
  const columnsOf = (table: string, changed: Record<string, string>) => {
    const columns = database.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]
    return [columns.map(({ name }) => name).join(', '), columns.map(({ name }) => changed[name] ?? name).join(', ')]
  }
  const numbers = (count: number) =>
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`
  const [eventNames, eventValues] = columnsOf('events', { id: `id || 'x' || n`, slug: `slug || '-' || n` })
  const [ticketNames, ticketValues] = columnsOf('tickets', { id: `id || 'x' || n`, event_id: `event_id || 'x' || n` })
  database.exec('begin')
  database.exec(
    `${numbers(EVENTS - 1)} insert into events (${eventNames}) select ${eventValues} from events, numbers where id = '${id}'`,
  )
  database.exec(
    `insert into taken_slugs (kind, slug, owner_id) select 'event', slug, id from events where calendar_id = '${calendarId}' and id <> '${id}'`,
  )
  database.exec(
    `${numbers(EVENTS - 1)} insert into tickets (${ticketNames}) select ${ticketValues} from tickets, numbers where id = '${ticketId}'`,
  )
  database.exec(`${numbers(GUESTS_PER_EVENT)} insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text,
      status, source, qr_code, answers, move_id, created_at, updated_at)
    select 'gst_' || substr(e.id, 5) || 'g' || n, e.calendar_id, e.id, t.id, 'usr_' || n, 'Ada' || n, 'Lovelace', 'guest' || n || '@example.org',
      'ada' || n || ' lovelace', 'CONFIRMED', 'API', 'qr_' || substr(e.id, 5) || 'g' || n, '[{"questionId":"qst_1","question":"Diet","answer":"none"}]',
      'mov_' || e.id || n, e.created_at, e.created_at
    from events e join tickets t on t.event_id = e.id, numbers where e.calendar_id = '${calendarId}'`)
  database.exec('commit')
}

const timed = async <Value>(work: () => Promise<Value>) => {
  const from = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - from) / 1_000 }
}

const until = async (status: string, ask: () => Promise<State>): Promise<State['data']> => {
  for (;;) {
    const { data } = await ask()
    if (data.status === status) return data
    if (data.status === 'FAILED') throw new Error(data.error ?? 'it failed')
    await sleep(POLL_MS)
  }
}

let guests = 0

/** Registers guests one after the other until `until` resolves, and returns the p99 in milliseconds. */
const registerUntil = async ({ baseUrl }: RunningService, eventId: string, done: Promise<unknown>) => {
  const delays: number[] = []
  const state = { isOver: false }
  const end = done.finally(() => {
    state.isOver = true
  })
  while (!state.isOver) {
    guests += 1
    const body = JSON.stringify({ firstName: 'Ada', lastName: 'Bench', email: `beside${String(guests)}@example.org` })
    const from = performance.now()
    const answer = await fetch(`${baseUrl}/public/events/${eventId}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    if (!answer.ok) throw new Error(`a registration returned ${String(answer.status)}: ${await answer.text()}`)
    await answer.arrayBuffer()
    delays.push(performance.now() - from)
    await sleep(PACE_MS)
  }
  await end
  return p99(delays)
}

/**
 * Runs the work while guests register. Also returns the growth of the runtime's memory: all isolates, the database's
 * cache and the garbage of the registrations.
 */
const measured = async <Value>(service: RunningService, eventId: string, work: () => Promise<Value>) => {
  const memory = memoryOf(service.dataDir)
  const alone = await registerUntil(service, eventId, sleep(ALONE_MS))
  memory.forgetPeak()
  const before = memory.now()
  const running = timed(work)
  const beside = await registerUntil(service, eventId, running)
  return { ...(await running), alone, beside, grownMiB: (memory.peak() - before) / 2 ** 20 }
}

const figuresOf = (
  name: string,
  { seconds, alone, beside, grownMiB }: Awaited<ReturnType<typeof measured>>,
  most: number,
) => [
  figure(name, seconds, 's', { most }),
  figure(`${name}, growth of the runtime's memory with a heap of ${MAX_HEAP_MB} MB`, grownMiB, 'MiB', {}),
  figure(`${name}, p99 of registrations beside it (alone ${alone.toFixed(0)} ms)`, beside / alone, '×', { most: 2 }),
]

/** An event of another calendar, for the concurrent registrations. */
const newEventBeside = async (service: RunningService) => {
  const api = callerOf(service)
  await api('POST /calendars', { name: 'Beside', timezone: 'Europe/Berlin', slug: 'beside' })
  const times = { startAt: '2031-05-02T16:00:00Z', timezone: 'Europe/Berlin' }
  const { data } = await api<{ data: { id: string } }>('POST /events', {
    calendarSlug: 'beside',
    title: 'Beside',
    ...times,
  })
  return data.id
}

const newDataDir = () => mkdtempSync(join(tmpdir(), 'event-calendar-moving-'))
/** Limits the heap of each isolate, as Cloudflare does. A job that needs more ends the service, and the bench fails. */
const MAX_HEAP_MB = 128
const env = {
  RATE_LIMIT_SCALE: '100000',
  LOG_LEVEL: 'warn',
  DEFAULT_PLAN: 'PRO',
  MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${MAX_HEAP_MB}`,
}

/** Moves a calendar of 100,000 guests from one service to another. */
export const moveCalendar = async (): Promise<Result[]> => {
  const [hereDir, thereDir] = [newDataDir(), newDataDir()]
  const first = await startService({ dataDir: hereDir, env })
  const prepare = callerOf(first)
  await prepare('POST /calendars', { name: 'Large', timezone: 'Europe/Berlin', slug: 'large' })
  const times = { startAt: '2031-05-02T16:00:00Z', timezone: 'Europe/Berlin' }
  await prepare('POST /events', { calendarSlug: 'large', title: 'Open day', ...times })
  await first.stop()
  withDatabase(hereDir, (database) => fillCalendar(database, 'large'))
  const here = await startService({ dataDir: hereDir, env })
  const there = await startService({ dataDir: thereDir, env })
  try {
    const [old, other] = [callerOf(here), callerOf(there)]
    const [besideHere, besideThere] = [await newEventBeside(here), await newEventBeside(there)]
    const out = await measured(here, besideHere, async () => {
      const { data } = await old<State>('POST /calendars/large/archives')
      const ready = await until('READY', () => old<State>(`GET /calendars/large/archives/${data.id}`))
      const zip = new Uint8Array(await (await fetch(ready.url)).arrayBuffer())
      return { key: data.key, zip }
    })
    const { key, zip } = out.value
    const inside = await measured(there, besideThere, async () => {
      const { data } = await other<State>('POST /restores')
      for (let piece = 0; piece * PIECE_BYTES < zip.length; piece += 1)
        await fetch(`${there.baseUrl}/restores/${data.id}/pieces/${String(piece + 1)}`, {
          method: 'PUT',
          headers: { Authorization: `Bearer ${there.demo.tokens.owner}`, 'Content-Type': 'application/zip' },
          body: zip.slice(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
        })
      await other(`POST /restores/${data.id}/start`, { key })
      return until('DONE', () => other<State>(`GET /restores/${data.id}`))
    })
    const name = `${(EVENTS * GUESTS_PER_EVENT).toLocaleString('en')} guests`
    return [
      ...figuresOf(`archive of ${name}, ${(zip.length / 1e6).toFixed(1)} MB`, out, 120),
      ...figuresOf(`restore of ${name}`, inside, 300),
    ]
  } finally {
    await here.stop()
    await there.stop()
    for (const dir of [hereDir, thereDir]) rmSync(dir, { recursive: true, force: true })
  }
}
