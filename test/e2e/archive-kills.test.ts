import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../../harness/caller.ts'
import { chanceOf } from '../../harness/chance.ts'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { indexPaths, openFile } from '../../scripts/backup/data-files.ts'

const home = mkdtempSync(join(tmpdir(), 'event-calendar-archive-kills-'))
const env = { RATE_LIMIT_SCALE: '100000', DEFAULT_PLAN: 'PRO' }
const GUESTS = 1_500
/** How long after the start of the work the service is killed. ARCHIVE_SEEDS adds as many random delays. */
const random = chanceOf(40)
const MAX_DELAY_MS = 600
const seeded = Array.from({ length: Number(process.env['ARCHIVE_SEEDS'] ?? 0) }, () =>
  Math.floor(random() * MAX_DELAY_MS),
)
const DELAYS_MS = [15, 80, 400, ...seeded]
const WITHIN_MS = 90_000

interface State {
  data: { id: string; status: string; key: string; url: string; digest: string; error: string | null }
}

const running = new Set<RunningService>()
const start = async (dataDir: string) => {
  const service = await startService({ dataDir, env })
  running.add(service)
  return service
}

afterAll(async () => {
  await Promise.all([...running].map((service) => service.stop()))
  rmSync(home, { recursive: true, force: true })
})

/** Lets another worker continue immediately, as if the killed worker's lease had expired. */
const expireLeases = (dataDir: string) =>
  withDatabase(dataDir, (database) => {
    // The killed runtime may still be closing its files.
    database.exec('pragma busy_timeout = 10000')
    for (const table of ['archives', 'restores'])
      database.exec(`update ${table} set lease_until = 1 where status = 'RUNNING' and lease_until is not null`)
  })

/** Returns the keys of archives and uploads in the bucket of a service. */
const filesOfMoves = (dataDir: string) =>
  indexPaths(dataDir).flatMap((path) => {
    const index = openFile(join(dataDir, path))
    const rows = index.prepare(`select key from _mf_objects where key glob 'archives/*' or key glob 'restores/*'`).all()
    index.close()
    return rows.map(({ key }) => String(key))
  })

/** Lets every archive and upload expire, and expects that the service deletes all of their files. */
const expectNoFilesAfterExpiry = async (service: RunningService) => {
  const { dataDir } = service
  running.delete(service)
  await service.stop()
  expect(filesOfMoves(dataDir).length).toBeGreaterThan(0)
  withDatabase(dataDir, (database) => {
    for (const table of ['archives', 'restores']) database.exec(`update ${table} set file_expires_at = 1`)
  })
  await start(dataDir)
  await expect.poll(() => filesOfMoves(dataDir), { timeout: 20_000, interval: 500 }).toEqual([])
}

const killAndStart = async (service: RunningService, delay: number) => {
  await sleep(delay)
  running.delete(service)
  await service.kill()
  expireLeases(service.dataDir)
  return start(service.dataDir)
}

const until = async (status: string, ask: () => Promise<State>): Promise<State['data']> => {
  for (const deadline = Date.now() + WITHIN_MS; ; await sleep(100)) {
    const { data } = await ask()
    if (data.status === status) return data
    expect(data.error).toBeNull()
    expect(Date.now(), `is still ${data.status}`).toBeLessThan(deadline)
  }
}

it(
  'archives and restores a calendar although it is killed again and again, with the same digest',
  async () => {
    let here = await start(join(home, 'here'))
    const [plan, api] = ['PUT /calendars/killed/plan', callerOf(here)]
    await api('POST /calendars', { name: 'Killed', timezone: 'UTC', slug: 'killed' })
    await api(plan, { plan: 'PRO' }, { Authorization: `Bearer ${here.demo.tokens.operator}` })
    const { data: event } = await api('POST /events', {
      calendarSlug: 'killed',
      title: 'Killed',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'UTC',
      tickets: [{ name: 'Seat' }],
    })
    const lines = Array.from({ length: GUESTS }, (_, at) => `guest${at}@kills.test,Guest ${at}`)
    const file = Buffer.from(['email,name', ...lines].join('\n')).toString('base64')
    const line = `POST /events/${event.id}/guests/import`
    const { data } = await api<State>(line, { file, dryRun: true })
    await api(line, { file, confirm: data.digest })

    const whole = await api<State>('POST /calendars/killed/archives')
    const { digest } = await until('READY', () => api<State>(`GET /calendars/killed/archives/${whole.data.id}`))
    const { data: begun } = await api<State>('POST /calendars/killed/archives')
    for (const delay of DELAYS_MS) here = await killAndStart(here, delay)
    const archive = await until('READY', () => callerOf(here)(`GET /calendars/killed/archives/${begun.id}`))
    expect(archive.digest).toBe(digest)
    const zip = new Uint8Array(await (await fetch(archive.url)).arrayBuffer())

    let there = await start(join(home, 'there'))
    const { data: restore } = await callerOf(there)<State>('POST /restores')
    const sent = await fetch(`${there.baseUrl}/restores/${restore.id}/pieces/1`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${there.demo.tokens.owner}`, 'Content-Type': 'application/zip' },
      body: zip,
    })
    expect(sent.status).toBe(200)
    await callerOf(there)(`POST /restores/${restore.id}/start`, { key: begun.key })
    for (const delay of DELAYS_MS) there = await killAndStart(there, delay)
    const other = callerOf(there)
    const done = await until('DONE', () => other<State>(`GET /restores/${restore.id}`))
    expect(done.digest).toBe(digest)
    const again = await other<State>('POST /calendars/killed/archives')
    const copy = await until('READY', () => other<State>(`GET /calendars/killed/archives/${again.data.id}`))
    expect(copy.digest).toBe(digest)
    await expectNoFilesAfterExpiry(here)
    await expectNoFilesAfterExpiry(there)
  },
  400_000 + seeded.length * 60_000,
)
