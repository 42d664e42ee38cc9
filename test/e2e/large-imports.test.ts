import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../../harness/caller.ts'
import { startService, type RunningService } from '../../harness/service.ts'

/** The heap of an isolate at Cloudflare. A request that needs more ends the runtime, and the test fails. */
const MAX_HEAP_MB = 128
const MAX_GUESTS = 2_000
const MAX_EVENTS = 500
/** About the most that a file in Base64 may have. */
const BYTES = 1_040_000

interface Report {
  data: { digest: string; counts: { new: number; same: number } }
}

let service: RunningService
let eventId: string

beforeAll(async () => {
  const env = {
    RATE_LIMIT_SCALE: '100000',
    DEFAULT_PLAN: 'PRO',
    MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${String(MAX_HEAP_MB)}`,
  }
  service = await startService({ env, dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-large-imports-')) })
  const api = callerOf(service)
  await api('POST /calendars', { name: 'Large', timezone: 'Europe/Paris', slug: 'large', currency: 'EUR' })
  const times = { startAt: '2031-05-03T16:00:00Z', timezone: 'Europe/Paris' }
  const { data } = await api<{ data: { id: string } }>('POST /events', {
    calendarSlug: 'large',
    title: 'Large',
    ...times,
  })
  eventId = data.id
})

afterAll(async () => {
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

/** Fills the last column, so that the file has the most bytes as well. */
const base64Of = (head: string, length: number, lineOf: (number: number) => string) => {
  const lines = Array.from({ length }, (_, number) => lineOf(number))
  const rest = Math.floor((BYTES - [head, ...lines].join('\n').length) / length)
  return Buffer.from([head, ...lines.map((line) => line + 'x'.repeat(rest))].join('\n')).toString('base64')
}

it('imports the largest guest list within the memory of an isolate', async () => {
  const api = callerOf(service)
  const file = base64Of(
    'email,name,order,Notes',
    MAX_GUESTS,
    (at) => `guest-${String(at)}@large.example,Guest ${String(at)},${String(at)},`,
  )
  const path = `POST /events/${eventId}/guests/import`
  const { data } = await api<Report>(path, { file, dryRun: true })
  expect(data.counts).toMatchObject({ new: MAX_GUESTS })
  await api(path, { file, confirm: data.digest })
  expect((await api<Report>(path, { file, dryRun: true })).data.counts).toMatchObject({ new: 0, same: MAX_GUESTS })
}, 240_000)

it('checks the largest list of events within the memory of an isolate', async () => {
  const file = base64Of('Title,Start,Description', MAX_EVENTS, (at) => `Evening ${String(at)},2031-01-01 18:00,`)
  const { data } = await callerOf(service)<Report>('POST /calendars/large/events/import', { file, dryRun: true })
  expect(data.counts).toMatchObject({ new: MAX_EVENTS })
}, 120_000)
