import { globSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { buildWorker } from '../scripts/start/build-worker.ts'
import { encryptionKeyOf } from '../scripts/start/data-dir.ts'
import { runtimeOptions } from '../scripts/start/runtime.ts'
import { freePort } from '../test/support/host/free-port.ts'
import { startService, type RunningService } from '../test/support/host/service.ts'
import { requestsPerSecond } from './serve-load.ts'

const FEW = 1_000
const MANY = 100_000
const ROUNDS = 60
const LOAD_MS = 5_000
const LOAD_ROUNDS = 3
const CONNECTIONS = 8

const env = { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' }
const BATCH_WORKER = fileURLToPath(new URL('batch.worker.mjs', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
let isGood = true

const report = (name: string, value: string, holds: boolean, bound: string) => {
  isGood &&= holds
  console.log(`  ${name.padEnd(58)}${value.padStart(12)}   (${bound}${holds ? '' : ': MISSED'})`)
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface BenchEvent {
  id: string
  ticketId: string
}

const call = async ({ baseUrl, demo }: RunningService, method: string, path: string, json?: unknown) => {
  const headers: Record<string, string> = { 'x-svc-api-key': demo.apiKeys.pro }
  if (json !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

const newEvent = async (service: RunningService, title: string): Promise<BenchEvent> => {
  const answer = await call(service, 'POST', '/v1/events', { title, startAt: '2035-05-02T18:00:00Z', timezone: 'UTC' })
  const { data } = (await answer.json()) as { data: { id: string; tickets: { id: string }[] } }
  return { id: data.id, ticketId: data.tickets[0]?.id ?? '' }
}

/** Guests in bulk, into the data of a service that is down; the triggers count them as they come. */
const fill = (dataDir: string, event: BenchEvent, count: number) => {
  for (const file of globSync('state/**/*.sqlite', { cwd: dataDir })) {
    const db = new DatabaseSync(join(dataDir, file))
    try {
      if (db.prepare(`select 1 from sqlite_master where name = 'guests'`).get() === undefined) continue
      db.prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3)
        insert into guests (id, calendar_id, event_id, ticket_id, user_id, first_name, last_name, email, search_text, status, source,
          qr_code, answers, waitlist_seq, move_id, created_at, updated_at)
        select 'gst_' || ?1 || i, (select calendar_id from events where id = ?1), ?1, ?2, 'usr_' || i, 'Firstname' || (i % 977),
          'Lastname' || i, 'person' || i || '@example.org', 'firstname' || (i % 977) || ' lastname' || i || ' person' || i || '@example.org',
          case i % 10 when 0 then 'CANCELLED' when 1 then 'WAITLISTED' else 'CONFIRMED' end, 'API', 'qr_' || ?1 || i,
          '[{"questionId":"qst_1","question":"Diet","answer":"none"}]', case i % 10 when 1 then i end, 'mov_' || i, 1700000000000 + i,
          1700000000000 + i from n`,
      ).run(event.id, event.ticketId, count)
    } finally {
      db.close()
    }
  }
}

const timeOf = async (service: RunningService, paths: string[]) => {
  const times: number[][] = paths.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, path] of paths.entries()) {
      const from = performance.now()
      await (await call(service, 'GET', path)).arrayBuffer()
      times[index]?.push(performance.now() - from)
    }
  }
  return times.map((each) => median(each.slice(10)))
}

const lists = async (service: RunningService, few: BenchEvent, many: BenchEvent) => {
  const queries = ['', '?status=CONFIRMED', '?status=WAITLISTED', '?email=person500@example.org']
  for (const query of [...queries, 'ticket']) {
    const pathOf = ({ id, ticketId }: BenchEvent) =>
      `/v1/events/${id}/guests${query === 'ticket' ? `?ticketId=${ticketId}` : query}`
    const [small = Number.NaN, large = Number.NaN] = await timeOf(service, [pathOf(few), pathOf(many)])
    const name = query === '' ? 'page 1' : query === 'ticket' ? '?ticketId=…' : query
    const ratio = large / small
    report(`guest list ${name}: ${MANY} guests against ${FEW}`, ratio.toFixed(2), ratio <= 1.5, 'at most 1.5')
    console.log(`    ${small.toFixed(2)} ms and ${large.toFixed(2)} ms`)
  }
  const words = ['lastname99999', 'son4242', 'nobody at all', 'e']
  const times = await timeOf(
    service,
    words.map((word) => `/v1/events/${many.id}/guests?q=${encodeURIComponent(word)}`),
  )
  for (const [index, time] of times.entries()) {
    report(`?q=${words[index]} among ${MANY} guests`, `${time.toFixed(1)} ms`, time < 50, 'under 50 ms')
  }
}

/** The largest of the service's processes is its runtime. */
const memoryOf = ({ pid }: RunningService) => {
  const sizes = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
      if (group !== pid || !stat.includes('(workerd)')) return []
      return [Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) / 1024]
    } catch {
      return []
    }
  })
  return Math.max(0, ...sizes)
}

const exportAll = async (service: RunningService, many: BenchEvent) => {
  for (const format of ['csv', 'json']) {
    await sleep(500)
    const before = memoryOf(service)
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, memoryOf(service))), 10)
    const from = performance.now()
    const answer = await call(service, 'GET', `/v1/events/${many.id}/export?format=${format}`)
    let bytes = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
    const seconds = (performance.now() - from) / 1000
    clearInterval(watch)
    const rate = MANY / seconds
    report(
      `export of ${MANY} guests as ${format}, rows a second`,
      `${Math.round(rate)}`,
      rate >= 20_000,
      'at least 20000',
    )
    const added = peak - before
    report(
      `memory added meanwhile (${(bytes / 1e6).toFixed(0)} MB sent)`,
      `${added.toFixed(0)} MB`,
      added < 64,
      'under 64 MB',
    )
  }
}

let people = 0
const registration =
  (port: number, { id, ticketId }: BenchEvent) =>
  () => {
    people += 1
    const body = JSON.stringify({ firstName: 'Ada', lastName: 'Bench', email: `bench${people}@example.org`, ticketId })
    return `POST /api/public/events/${id}/registrations HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

const bareBatch = async (dir: string) => {
  const port = await freePort()
  const worker = {
    scriptPath: BATCH_WORKER,
    options: { compatibilityDate: '2026-11-02', d1Databases: { DB: 'bench' } },
  }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir: dir, port, vars: {}, logLevel: 'warn' }))
  await runtime.ready
  try {
    const queries = globSync('*.sql', { cwd: MIGRATIONS })
      .toSorted()
      .flatMap((file) => readFileSync(join(MIGRATIONS, file), 'utf8').split('--> statement-breakpoint'))
    const parents = [
      `insert into calendars (id, slug, name, timezone, visibility, plan, content_changed_at, created_at, updated_at)
        values ('cal', 'cal', 'c', 'UTC', 'PUBLIC', 'PRO', 1, 1, 1)`,
      `insert into events (id, calendar_id, slug, title, start_at, end_at, timezone, all_day, status, visibility, location_type,
        location_visibility, requires_approval, waitlist_enabled, registration_questions, tags, reminder_minutes, created_at, updated_at)
        values ('evt', 'cal', 'evt', 'e', 1, 2, 'UTC', 0, 'PUBLISHED', 'PUBLIC', 'ONLINE', 'PUBLIC', 0, 0, '[]', '[]', '[]', 1, 1)`,
      `insert into tickets (id, event_id, name, type, price, requires_approval, is_hidden, is_paused, sort_order, created_at, updated_at)
        values ('tkt', 'evt', 'T', 'FREE', 0, 0, 0, 0, 0, 1, 1)`,
    ]
    const body = JSON.stringify([...queries, ...parents].map((query) => query.trim()).filter(Boolean))
    const ready = await fetch(`http://127.0.0.1:${port}/set-up`, { method: 'POST', body })
    if (!ready.ok) throw new Error(`the bare batch could not be set up: ${await ready.text()}`)
    await requestsPerSecond({ port, connections: CONNECTIONS, forMs: 1_000 })
    return await requestsPerSecond({ port, connections: CONNECTIONS, forMs: LOAD_MS })
  } finally {
    await runtime.dispose()
  }
}

/** The service as it is deployed, but with nobody to take mail from the queue: mail leaves in other invocations. */
const withoutMailmen = async (dataDir: string, event: BenchEvent) => {
  const { scriptPath, options } = await buildWorker(ROOT, new AbortController().signal)
  const worker = { scriptPath, options: { ...options, queueConsumers: [] } }
  const port = await freePort()
  const vars = {
    ENVIRONMENT: 'local',
    TOPOLOGY: 'single',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}/api`,
    RATE_LIMIT_SCALE: env.RATE_LIMIT_SCALE,
    LOG_LEVEL: 'warn',
    ENCRYPTION_KEY: encryptionKeyOf(dataDir),
  }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir, port, vars, logLevel: 'warn' }))
  await runtime.ready
  try {
    const whole = registration(port, event)
    await requestsPerSecond({ port, connections: CONNECTIONS, forMs: 2_000, whole })
    return await requestsPerSecond({ port, connections: CONNECTIONS, forMs: LOAD_MS, whole })
  } finally {
    await runtime.dispose()
  }
}

const register = async (service: RunningService, dir: string) => {
  const event = await newEvent(service, 'Registrations')
  const whole = registration(service.port, event)
  await requestsPerSecond({ port: service.port, connections: CONNECTIONS, forMs: 1_000, whole })
  const beside = await requestsPerSecond({ port: service.port, connections: CONNECTIONS, forMs: LOAD_MS, whole })
  await service.stop()
  const rates: number[] = []
  const floors: number[] = []
  for (let round = 0; round < LOAD_ROUNDS; round += 1) {
    floors.push(await bareBatch(join(dir, String(round))))
    rates.push(await withoutMailmen(service.dataDir, event))
  }
  const [rate, floor] = [median(rates), median(floors)]
  const name = `registrations: ${Math.round(rate)}/s against ${Math.round(floor)} bare batches/s`
  report(name, (rate / floor).toFixed(2), rate / floor >= 0.5, 'at least 0.5')
  console.log(`    ${Math.round(beside)}/s while the same machine also sends every mail`)
}

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-guests-')))
const dataDir = join(dir, 'service')
let service = await startService({ dataDir, env })
const { port } = service
try {
  console.log('guests on one machine')
  const [few, many] = [await newEvent(service, 'Few'), await newEvent(service, 'Many')]
  await service.stop()
  fill(dataDir, few, FEW)
  fill(dataDir, many, MANY)
  service = await startService({ dataDir, port, env })
  await lists(service, few, many)
  await exportAll(service, many)
  await register(service, join(dir, 'floor'))
} finally {
  await service.stop().catch(() => null)
  rmSync(dir, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
