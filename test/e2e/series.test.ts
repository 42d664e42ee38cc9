import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { freePort } from '../../harness/free-port.ts'
import { spawnService, startService, type RunningService } from '../../harness/service.ts'

/** The number of series that one run of the schedule handles. */
const SERIES = 20
const KILLS = 2
const PATIENCE_MS = 90_000
/**
 * A size in the SQLite WAL. The batch of a series adds far more bytes than this, any other write at startup far fewer.
 */
const OF_A_BATCH = 100_000
const TWO_BATCHES = 1_600_000
const OURS = `s.slug like 'class-%'`

/** Returns the number of dates according to the API, or 0 while the service is down. */
const madeBy = async ({ baseUrl, demo }: Pick<RunningService, 'baseUrl' | 'demo'>) => {
  const answer = await fetch(`${baseUrl}/v1/calendars/demo-pro/series?limit=100`, {
    headers: { 'x-svc-api-key': demo.apiKeys.pro },
  }).catch(() => null)
  if (answer === null || !answer.ok) return 0
  const { data } = (await answer.json()) as { data: { title: string; eventCount: number }[] }
  return data.filter(({ title }) => title.startsWith('Class ')).reduce((sum, { eventCount }) => sum + eventCount, 0)
}

const lengthOfLog = (dataDir: string) =>
  globSync('state/v3/d1/**/*.sqlite-wal', { cwd: dataDir })
    .filter((path) => !path.includes('metadata'))
    .reduce((sum, path) => sum + statSync(join(dataDir, path)).size, 0)

/** Waits until the WAL contains about two batches. By then the service is working on the next one. */
const inTheMidst = async (dataDir: string) => {
  const until = Date.now() + PATIENCE_MS
  let [last, ofBatches] = [lengthOfLog(dataDir), 0]
  while (ofBatches < TWO_BATCHES && Date.now() < until) {
    await sleep(2)
    const now = lengthOfLog(dataDir)
    if (now - last > OF_A_BATCH) ofBatches += now - last
    last = now
  }
}

it('the schedule creates each date of a series exactly once, even though the service is killed twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-series-'))
  const port = await freePort()
  const env = { RATE_LIMIT_SCALE: '1000' }
  try {
    const first = await startService({ dataDir, port, env })
    for (let made = 0; made < SERIES; made += 1) {
      const answer = await fetch(`${first.baseUrl}/v1/series`, {
        method: 'POST',
        headers: { 'x-svc-api-key': first.demo.apiKeys.pro, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          template: { title: `Class ${made}`, registrationQuestions: [{ label: 'Level', type: 'TEXT' }] },
          startAt: `${new Date(Date.now() + (2 + made) * 86_400_000).toISOString().slice(0, 10)}T19:00`,
          durationMinutes: 60,
          timezone: 'Europe/Lisbon',
          rrule: 'FREQ=WEEKLY',
        }),
      })
      expect(answer.status).toBe(200)
    }
    await first.kill()

    /** Returns every date as its series id and `recurrence_id`. */
    const dates = () =>
      withDatabase(dataDir, (db) =>
        db
          .prepare(
            `select e.series_id || ' ' || e.recurrence_id as date from events e join series s on s.id = e.series_id
             where ${OURS} order by 1`,
          )
          .all()
          .map(({ date }) => String(date)),
      )
    const all = dates()
    expect(all.length).toBeGreaterThan(SERIES * 70)
    // Resets `made_until` and `make_at`, so that the schedule creates all dates on the next start.
    withDatabase(dataDir, (db) => {
      db.exec(`delete from events where series_id in (select s.id from series s where ${OURS})`)
      db.exec(`update series as s set made_until = '', make_at = 0 where ${OURS}`)
    })
    expect(dates()).toEqual([])

    let known = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { pid, exited } = spawnService({ dataDir, port, env })
      await inTheMidst(dataDir)
      process.kill(-pid, 'SIGKILL')
      await exited
      const made = dates()
      expect(made.length, 'killed before anything was made').toBeGreaterThan(known)
      expect(made.length, 'killed when everything was made').toBeLessThan(all.length)
      expect(new Set(made).size).toBe(made.length)
      // Batches are atomic, so each series must have either all of its dates or none.
      const begun = new Set(made.map((date) => date.split(' ')[0]))
      expect(made).toEqual(all.filter((date) => begun.has(date.split(' ')[0])))
      known = made.length
    }
    const last = await startService({ dataDir, port, env })
    await expect.poll(() => madeBy(first), { timeout: PATIENCE_MS, interval: 200 }).toBe(all.length)
    await last.stop()
    expect(dates()).toEqual(all)
    const bare = withDatabase(dataDir, (db) =>
      db
        .prepare(
          'select count(*) as n from events e where not exists (select 1 from tickets t where t.event_id = e.id)',
        )
        .get(),
    )
    expect(bare).toEqual({ n: 0 })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
