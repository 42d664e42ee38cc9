import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type RunningService } from '../../harness/service.ts'

/**
 * `before-one-truth.tgz` is the data of an earlier version that was stopped with SIGKILL. In that version, Durable
 * Objects of events decided about admission. Six guests were admitted (0 to 5). The check-in of 0 was undone, and 1 has
 * a conflict from a late offline scan. The check-in of 6 is in the Durable Object only, not yet in D1.
 */
const DATA = fileURLToPath(new URL('data/before-one-truth.tgz', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-'))
let service: RunningService

beforeAll(async () => {
  execFileSync('tar', ['xzf', DATA, '-C', dataDir])
  service = await startService({ dataDir })
})
afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = async (path: string) => {
  const { demo, baseUrl } = service
  const answer = await fetch(`${baseUrl}/v1/events/${demo.events.pro.id}${path}`, {
    headers: { 'x-svc-api-key': demo.apiKeys.pro },
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data
}
const before = (...numbers: number[]) => numbers.map((number) => `before-${number}@example.com`)

describe('data directory of an earlier version', () => {
  it('has no version.json, and gets the one of this version', () => {
    const entries = execFileSync('tar', ['tzf', DATA], { encoding: 'utf8' })
    expect(entries).not.toContain('version.json')
    const version: unknown = JSON.parse(readFileSync(join(dataDir, 'version.json'), 'utf8'))
    expect(version).toEqual({
      format: 1,
      migration: globSync('migrations/*.sql')
        .map((path) => basename(path))
        .toSorted()
        .at(-1),
      version: '1.0.0-preview',
      oldestReader: '1.0.0-preview',
    })
  })

  it('starts with every check-in and conflict', async () => {
    await expect
      .poll(async () => (await get('/checkins')).map(({ guestEmail }) => guestEmail).toSorted(), { timeout: 15_000 })
      .toEqual(before(1, 2, 3, 4, 5, 6))
    const conflicts = (await get('/checkins')).filter((checkin) => (checkin['conflicts'] as unknown[]).length > 0)
    expect(conflicts).toMatchObject([{ guestEmail: before(1)[0], conflicts: [{ gate: 'South', deviceId: 'old-2' }] }])
  })

  it('shows every admitted guest as CHECKED_IN, including the one only the event object had', async () => {
    const guests = (await get('/guests?limit=100')).filter(({ email }) => String(email).startsWith('before-'))
    const inside = guests.filter(({ status }) => status === 'CHECKED_IN').map(({ email }) => email)
    expect(inside.toSorted()).toEqual(before(1, 2, 3, 4, 5, 6))
    expect(guests.filter(({ status }) => status === 'CONFIRMED').map(({ email }) => email)).toEqual(before(0, 7))
  })
})
