import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databasePath } from '../backup/data-files.ts'
import { newestBackup } from '../backup/newest.ts'
import { StartError } from './start-error.ts'

export interface Listener {
  host: string
  port: number
}

const READ_EVERY_MS = 30_000
/** Upper bounds in milliseconds. */
const BUCKETS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const

/** Reads `METRICS_LISTEN`, such as 127.0.0.1:9464. Returns null if it is unset. */
export const metricsListenerOf = (text: string | undefined, port: number): Listener | null => {
  if (!text) return null
  const [, host = '', number = ''] = /^(.+):(\d+)$/.exec(text) ?? []
  if (host === '' || Number(number) < 1 || Number(number) > 65_535)
    throw new StartError(`METRICS_LISTEN is "${text}"; it must be an address and a port, such as 127.0.0.1:9464`)
  if (Number(number) === port) throw new StartError('METRICS_LISTEN must not be the public port')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(number) }
}

interface RequestLine {
  message?: string
  route?: string
  method?: string
  status?: number
  ms?: number
}

const parsed = (line: string): RequestLine => {
  try {
    return JSON.parse(line) as RequestLine
  } catch {
    return {}
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** Counts requests by their log lines, which the host prints anyway. */
export const createRequestCounter = () => {
  const counts = new Map<string, number>()
  const buckets = BUCKETS.map(() => 0)
  const total = { ms: 0, requests: 0 }
  return {
    see(line: string) {
      // Skips parsing lines that can't be one.
      if (!line.includes('"message":"request"')) return
      const { message, route, method = '', status = 0, ms = 0 } = parsed(line)
      if (message !== 'request' || route === undefined) return
      const labels = `method=${quoted(method)},route=${quoted(route)},status="${status}"`
      counts.set(labels, (counts.get(labels) ?? 0) + 1)
      total.requests += 1
      total.ms += ms
      for (const [index, bound] of BUCKETS.entries()) if (ms <= bound) buckets[index] = (buckets[index] ?? 0) + 1
    },
    lines: () => [
      '# TYPE event_calendar_requests_total counter',
      ...[...counts].map(([labels, count]) => `event_calendar_requests_total{${labels}} ${count}`),
      '# TYPE event_calendar_request_milliseconds histogram',
      ...BUCKETS.map((bound, index) => `event_calendar_request_milliseconds_bucket{le="${bound}"} ${buckets[index]}`),
      `event_calendar_request_milliseconds_bucket{le="+Inf"} ${total.requests}`,
      `event_calendar_request_milliseconds_sum ${total.ms}`,
      `event_calendar_request_milliseconds_count ${total.requests}`,
    ],
  }
}

export type RequestCounter = ReturnType<typeof createRequestCounter>

const WAITING = {
  mails: `from mails where status in ('pending', 'retrying')`,
  deliveries: `from deliveries where status in ('pending', 'retrying')`,
  exports: `from export_runs where status in ('PENDING', 'RUNNING')`,
}

const gauge = (name: string, value: number) => [
  `# TYPE event_calendar_${name} gauge`,
  `event_calendar_${name} ${value}`,
]

/** Reads gauges from the rows. A reader of SQLite doesn't delay writers. */
const gaugesOf = (dataDir: string, backupDir: string | undefined, now: number) => {
  const path = databasePath(dataDir)
  if (path === null) return []
  const db = new DatabaseSync(join(dataDir, path), { readOnly: true })
  const backup = backupDir === undefined || !existsSync(backupDir) ? null : newestBackup(backupDir)
  try {
    const waiting = Object.entries(WAITING).flatMap(([name, where]) => {
      const row = db.prepare(`select count(*) as count, min(created_at) as oldest ${where}`).get()
      const oldest = row?.['oldest'] ?? null
      return [
        ...gauge(`${name}_waiting`, Number(row?.['count'])),
        ...gauge(`${name}_oldest_seconds`, oldest === null ? 0 : Math.round((now - Number(oldest)) / 1_000)),
      ]
    })
    return [
      ...waiting,
      ...gauge('database_bytes', statSync(join(dataDir, path)).size),
      ...(backup === null ? [] : gauge('last_backup_timestamp_seconds', Math.round(backup.at / 1_000))),
    ]
  } finally {
    db.close()
  }
}

interface MetricsInput {
  listener: Listener
  dataDir: string
  /** Directory of the nightly backups. */
  backupDir: string | undefined
  requests: RequestCounter
}

/** Serves `/metrics` in the Prometheus text format on a separate port. */
export const serveMetrics = async ({ listener, dataDir, backupDir, requests }: MetricsInput) => {
  let read = { at: 0, lines: [] as string[] }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    if (Date.now() - read.at > READ_EVERY_MS) read = { at: Date.now(), lines: gaugesOf(dataDir, backupDir, Date.now()) }
    return response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(`${[...requests.lines(), ...read.lines].join('\n')}\n`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(`METRICS_LISTEN can't be opened (${error.message})`)))
    server.listen(listener.port, listener.host, resolve)
  })
  return async () => {
    server.closeAllConnections()
    server.close()
  }
}
