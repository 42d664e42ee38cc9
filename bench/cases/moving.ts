import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { callerOf } from '../../harness/caller.ts'
import { withDatabase } from '../../harness/database.ts'
import { figure, type Result } from '../../harness/results.ts'
import { startService } from '../../harness/service.ts'

const EVENTS = 100
const GUESTS_PER_EVENT = 1_000
const PIECE_BYTES = 8 * 1024 * 1024
const POLL_MS = 500

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

const newDataDir = () => mkdtempSync(join(tmpdir(), 'event-calendar-moving-'))
const env = { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' }

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
    const out = await timed(async () => {
      const { data } = await old<State>('POST /calendars/large/archives')
      const ready = await until('READY', () => old<State>(`GET /calendars/large/archives/${data.id}`))
      const zip = new Uint8Array(await (await fetch(ready.url)).arrayBuffer())
      return { key: data.key, zip }
    })
    const { key, zip } = out.value
    const inside = await timed(async () => {
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
      figure(`archive of ${name}, ${(zip.length / 1e6).toFixed(1)} MB`, out.seconds, 's', { most: 120 }),
      figure(`restore of ${name}`, inside.seconds, 's', { most: 300 }),
    ]
  } finally {
    await here.stop()
    await there.stop()
    for (const dir of [hereDir, thereDir]) rmSync(dir, { recursive: true, force: true })
  }
}
