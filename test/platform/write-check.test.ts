import { env as given } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Commit } from '../../src/db/commit.ts'
import type { Env } from '../../src/platform/env.ts'
import { createWriteCheck } from '../../src/platform/write-check.ts'
import { appWith, deps } from '../support/app.ts'

const { DB } = given as unknown as Env
const FULL = 'D1_ERROR: database or disk is full: SQLITE_FULL'

let now: number
let isFull: boolean
let attempts: number
beforeEach(() => {
  now = Date.now()
  isFull = false
  attempts = 0
})

/** D1 on a disk that can be full. */
const disk = {
  prepare: (sql: string) => DB.prepare(sql),
  batch: async (statements: D1PreparedStatement[]) => {
    attempts += 1
    if (isFull) throw new Error(FULL)
    return DB.batch(statements)
  },
} as unknown as D1Database
const commit = (async () => {
  if (isFull) throw new Error(FULL)
  return {}
}) as unknown as Commit
const checkOf = (isSingle: boolean) => {
  const { watch, check } = createWriteCheck({ db: disk, clock: () => now, isSingle })
  const write = watch(commit)
  return { check, write: () => write({} as never).catch(() => {}) }
}

describe('check of writes', () => {
  it('writes nothing while commits succeed', async () => {
    const { check, write } = checkOf(false)
    for (let times = 0; times < 10; times += 1) {
      await write()
      await check()
    }
    expect(attempts).toBe(0)
  })

  it('fails after a failed commit until a write succeeds, and tries at most every 5 s', async () => {
    const { check, write } = checkOf(false)
    isFull = true
    await expect(check()).resolves.toBeUndefined()
    await write()
    for (let times = 0; times < 10; times += 1) await expect(check()).rejects.toThrow('disk is full')
    expect(attempts).toBe(1)
    isFull = false
    await expect(check()).rejects.toThrow('disk is full')
    now += 5_000
    await expect(check()).resolves.toBeUndefined()
    expect(attempts).toBe(2)
  })

  it('succeeds at once if the failed commit was an exception', async () => {
    const { check, write } = checkOf(false)
    isFull = true
    await write()
    isFull = false
    await expect(check()).resolves.toBeUndefined()
  })

  it('finds a full disk of a single machine within a minute, without any commit', async () => {
    const { check } = checkOf(true)
    await check()
    isFull = true
    now += 59_000
    await expect(check()).resolves.toBeUndefined()
    now += 1_000
    await expect(check()).rejects.toThrow('disk is full')
    expect(attempts).toBe(2)
  })

  it('leaves no row behind', async () => {
    await checkOf(true).check()
    const { results } = await DB.prepare("select id from idempotency_claims where id like 'health%'").all()
    expect(results).toEqual([])
  })

  it('makes GET /health return 503', async () => {
    const { check, write } = checkOf(false)
    isFull = true
    await write()
    const answer = await appWith({ probes: { ...deps.probes, database: check } }).request('/api/health')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      status: 'degraded',
      data: { status: 'degraded', checks: { database: 'degraded', desk: 'ok' } },
    })
  })
})
