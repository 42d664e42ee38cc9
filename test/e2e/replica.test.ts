import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differencesOf } from '../../histories/checkers/replicas.ts'
import { listsOf, type Form, type Kept } from '../../histories/replica.ts'
import { createApi } from '../../scripts/seed/api-client.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const PROGRAM = fileURLToPath(new URL('../../examples/replica/replica.mjs', import.meta.url))
const GUESTS = 120
const OBJECTS = ['event', 'ticket', 'guest', 'checkin', 'order']

const dir = mkdtempSync(join(tmpdir(), 'event-calendar-replica-'))
const file = join(dir, 'replica.db')
let service: RunningService
beforeAll(async () => {
  service = await startService({ env: { RATE_LIMIT_SCALE: '1000' } })
})
afterAll(async () => {
  await service.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Runs the example until it ends or kills it after `killedAfterMs`, and returns how it ended. */
const replicate = async (killedAfterMs?: number) => {
  const child = spawn(process.execPath, [PROGRAM, file, ...(killedAfterMs === undefined ? [] : ['--follow'])], {
    env: { ...process.env, BASE_URL: service.baseUrl, API_KEY: service.demo.apiKeys.pro },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? (code === 0 ? 'whole' : complaint))),
  )
  if (killedAfterMs !== undefined) {
    await sleep(killedAfterMs)
    child.kill('SIGKILL')
  }
  return ended
}

const kept = (): Kept => {
  const db = new DatabaseSync(file)
  const rows = db.prepare('select object, id, body from objects').all() as Record<'object' | 'id' | 'body', string>[]
  db.close()
  return Object.fromEntries(rows.map(({ object, id, body }) => [`${object} ${id}`, JSON.parse(body) as Form]))
}

const listed = async () => {
  const all = await listsOf(service.baseUrl, service.demo.apiKeys.pro)
  return Object.fromEntries(Object.entries(all).filter(([name]) => OBJECTS.includes(name.split(' ')[0] ?? '')))
}

it('examples/replica equals the lists after five kills, a late erasure and a foreign cursor', async () => {
  const api = createApi(service.baseUrl)
  const [by, other] = [{ apiKey: service.demo.apiKeys.pro }, { token: service.demo.tokens.owner }]
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const event = { title: 'Replicated', startAt, timezone: 'UTC' }
  const { id } = (await api.call<{ id: string }>(by, 'POST /v1/events', { ...event, reentry: true })).data
  const sauna = { name: 'Sauna', mode: 'IN_OUT' }
  const checkpointId = (await api.call<{ id: string }>(by, `POST /v1/events/${id}/checkpoints`, sauna)).data.id

  const scan = (body: object) => api.call(by, `POST /v1/events/${id}/checkins`, body)
  const here = async (at: string) =>
    (await api.call<{ id: string }[]>(by, `GET /v1/events/${id}/checkins?checkpointId=${at}`)).data.toReversed()
  const work = async () => {
    for (let guest = 0; guest < GUESTS; guest += 1) {
      const person = { firstName: 'Re', lastName: `Plica ${guest}`, email: `replica-${guest}@example.org` }
      const added = (await api.call<{ id: string }>(by, `POST /v1/events/${id}/guests`, person)).data
      const path = `/v1/events/${id}/guests/${added.id}`
      if (guest % 5 === 1) await api.call(by, `PATCH ${path}`, { lastName: 'Renamed' })
      if (guest % 5 === 2) await api.call(by, `POST /v1/events/${id}/checkins`, { guestId: added.id })
      if (guest % 4 === 0) await scan({ guestId: added.id, checkpointId })
      if (guest % 8 === 0) await scan({ guestId: added.id, checkpointId, direction: 'OUT' })
      if (guest % 20 === 4) await api.call(by, `DELETE /v1/events/${id}/checkins/${(await here(checkpointId))[0]?.id}`)
      if (guest % 10 === 2) await scan({ guestId: added.id, direction: 'OUT' })
      if (guest % 20 === 2) await scan({ guestId: added.id })
      if (guest % 5 === 3) await api.call(by, `POST ${path}/erase`)
    }
  }
  const isWorking = work()
  for (const ms of [150, 300, 500, 800, 1_200]) expect(await replicate(ms)).toBe('SIGKILL')
  await isWorking
  expect(await replicate()).toBe('whole')
  // If a guest is erased after the lists were read, the erasure appears only in the change feed.
  const guests = (await api.call<{ id: string; email: string }[]>(by, `GET /v1/events/${id}/guests`)).data
  const last = guests.find(({ email }) => email === 'replica-0@example.org')?.id
  await api.call(by, `POST /v1/events/${id}/guests/${last}/erase`)
  expect(await replicate()).toBe('whole')
  const truth = await listed()
  expect(Object.keys(truth).length).toBeGreaterThan(GUESTS)
  expect((await here(checkpointId)).length).toBeGreaterThan(GUESTS / 4)
  expect(differencesOf(kept(), truth)).toEqual([])

  // A cursor from another calendar returns `cursor_expired`, so the replica reads every list again.
  const scopes = (await api.call<string[]>(other, `GET /calendars/${service.demo.calendars.pro}/api-keys/scopes`)).data
  const made = (await api.call<{ slug: string }>(other, 'POST /calendars', { name: 'Other', timezone: 'UTC' })).data
  await api.call({ token: service.demo.tokens.operator }, `PUT /calendars/${made.slug}/plan`, { plan: 'PRO' })
  const { key } = (
    await api.call<{ key: string }>(other, `POST /calendars/${made.slug}/api-keys`, { name: 'other', scopes })
  ).data
  const foreign = await fetch(`${service.baseUrl}/v1/changes?cursor=now`, { headers: { 'x-svc-api-key': key } })
  const { meta } = (await foreign.json()) as { meta: { cursor: string } }
  const db = new DatabaseSync(file)
  db.prepare('update progress set cursor = ?').run(meta.cursor)
  db.exec(`delete from objects where object = 'guest'`)
  db.close()
  expect(await replicate()).toBe('whole')
  expect(differencesOf(kept(), await listed())).toEqual([])
})
