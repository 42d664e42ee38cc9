import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startService, type RunningService } from '../../harness/service.ts'
import { STORY_BEGINS, tellStory } from '../support/sandbox-story.ts'

const [DAY_MS, SEED] = [86_400_000, 3]
const END = new Date(STORY_BEGINS + 700 * DAY_MS).toISOString()
const KILLS = 2
/** The service continues an advance 20 seconds after it began. */
const GOES_ON_WITHIN_MS = 60_000

interface Clock {
  now: string
  status: string
  failure: object | null
}

it('continues a sandbox’s advance after the service is killed, without repeating effects', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-sandbox-'))
  const env = { RATE_LIMIT_SCALE: '1000000' }
  let service: RunningService = await startService({ dataDir, env })
  const newSandbox = async (name: string) => {
    const created = await fetch(`${service.baseUrl}/calendars/demo-pro/sandboxes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.demo.tokens.owner}` },
      body: JSON.stringify({ name, now: new Date(STORY_BEGINS).toISOString(), seed: SEED }),
    })
    const { data } = (await created.json()) as { data: { key: string } }
    const call = async (line: string, json?: object) => {
      const [method = '', path = ''] = line.split(' ')
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { 'x-svc-api-key': data.key, 'Content-Type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    await tellStory({ call }, SEED)
    return call
  }
  type Call = Awaited<ReturnType<typeof newSandbox>>
  const clockOf = async (call: Call) => (await call('GET /v1/test/clock')).body.data as Clock
  const ready = async (call: Call) => {
    await expect
      .poll(async () => clockOf(call), { timeout: 120_000, interval: 1_000 })
      .toMatchObject({ status: 'READY', failure: null })
    return (await clockOf(call)).now
  }
  const effectsOf = async (call: Call) => {
    const found: string[] = []
    for (let cursor = '0', hasMore = true; hasMore;) {
      const { data } = (await call(`GET /v1/test/effects?cursor=${cursor}`)).body
      for (const { kind, summary, at } of data.effects) found.push(`${at.slice(0, 16)} ${kind} ${summary}`)
      ;({ cursor, hasMore } = data)
    }
    return found.toSorted()
  }

  const [whole, killed] = [await newSandbox('Whole'), await newSandbox('Killed')]
  await whole('POST /v1/test/clock/advance', { to: END })
  const end = await ready(whole)
  const expected = await effectsOf(whole)
  expect(expected.length).toBeGreaterThan(100)

  let seen = ''
  const isAdvancing = async () => {
    const { status, now } = await clockOf(killed)
    if (status !== 'ADVANCING' || now <= seen) return false
    seen = now
    return true
  }
  void killed('POST /v1/test/clock/advance', { to: END }).catch(() => null)
  for (let kills = 0; kills < KILLS; kills += 1) {
    await expect.poll(isAdvancing, { timeout: GOES_ON_WITHIN_MS, interval: 100 }).toBe(true)
    await service.kill()
    service = await startService({ dataDir, port: service.port, env })
  }
  expect((await ready(killed)).slice(0, 19)).toBe(end.slice(0, 19))
  expect(await effectsOf(killed)).toEqual(expected)
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 600_000)
