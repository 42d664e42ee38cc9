import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { configOf } from '../../src/platform/config.ts'
import type { Env } from '../../src/platform/env.ts'
import { send } from '../support/api.ts'
import { addMember, newCalendar, newKey } from '../support/factories.ts'
import { appWith } from '../support/app.ts'
import { operatorToken } from '../support/identity.ts'

const SCOPES = ['events:read', 'guests:read']

const lastUsedAt = (id: string) =>
  env.DB.prepare('select last_used_at from api_keys where id = ?').bind(id).first<number | null>('last_used_at')

describe('access', () => {
  it('ends on every route with the next request after a key is revoked', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newKey(calendar, SCOPES)
    const lines = ['GET /v1/me', `GET /v1/calendars/${calendar.slug}`, `GET /v1/calendars/${calendar.slug}/events`]
    for (const line of lines) expect((await send(line, { key })).status, line).toBe(200)
    await send(`DELETE /calendars/${calendar.slug}/api-keys/${id}`, { as: calendar.owner })
    for (const line of lines) expect((await send(line, { key })).body.code, line).toBe('unauthenticated')
  })

  it('ends with the next request after a calendar leaves PRO, and returns with PRO', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar, SCOPES)
    const setPlan = async (plan: string) =>
      send(`PUT /calendars/${calendar.slug}/plan`, { token: await operatorToken(), json: { plan } })
    for (const [plan, code] of [
      ['PLUS', 403],
      ['ENTERPRISE', 200],
      ['FREE', 403],
      ['PRO', 200],
    ] as const) {
      await setPlan(plan)
      expect((await send('GET /v1/me', { key })).status, plan).toBe(code)
      expect((await send(`GET /v1/calendars/${calendar.slug}`, { key })).status, plan).toBe(code)
      expect((await send(`GET /calendars/${calendar.slug}/api-keys`, { as: calendar.owner })).status, plan).toBe(code)
    }
  })

  it('shrinks with the next request after a member is removed or gets a lower role', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, 'usr_second_owner', 'OWNER')
    const read = async () => (await send(`GET /calendars/${calendar.slug}/members`, { as: 'usr_second_owner' })).status
    expect(await read()).toBe(200)
    await addMember(calendar, 'usr_second_owner', 'MANAGER')
    expect(await read()).toBe(403)
    await send(`DELETE /calendars/${calendar.slug}/members/usr_second_owner`, { as: calendar.owner })
    expect(await read()).toBe(404)
  })
})

describe('test key', () => {
  it('works in local and staging, and returns 401 in production', async () => {
    const calendar = await newCalendar()
    const json = { name: 'Test', scopes: SCOPES, mode: 'test' }
    const made = await send(`POST /calendars/${calendar.slug}/api-keys`, { as: calendar.owner, json })
    const live = await newKey(calendar, SCOPES)
    const askedIn = async (environment: string, key: string) => {
      const app = appWith({ config: configOf({ ...(env as unknown as Env), ENVIRONMENT: environment }) })
      return (await app.request('/api/v1/me', { headers: { 'x-svc-api-key': key } })).status
    }
    expect(await askedIn('local', made.body.data.key as string)).toBe(200)
    expect(await askedIn('staging', made.body.data.key as string)).toBe(200)
    expect(await askedIn('production', made.body.data.key as string)).toBe(401)
    expect(await askedIn('production', live.key)).toBe(200)
  })
})

describe('lastUsedAt', () => {
  it('is set on first use, then at most once per minute', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newKey(calendar, SCOPES)
    expect(await lastUsedAt(id)).toBeNull()
    await send('GET /v1/me', { key })
    await vi.waitFor(async () => expect(await lastUsedAt(id)).toBeGreaterThan(Date.now() - 5_000), { timeout: 15_000 })

    const move = (at: number) => env.DB.prepare('update api_keys set last_used_at = ? where id = ?').bind(at, id).run()
    const recently = Date.now() - 30_000
    await move(recently)
    const writes: Promise<unknown>[] = []
    const app = appWith({ later: (work) => void writes.push(work) })
    const use = async () => app.request('/api/v1/me', { headers: { 'x-svc-api-key': key } })
    await Promise.all(Array.from({ length: 20 }, use))
    expect(writes).toEqual([])
    expect(await lastUsedAt(id)).toBe(recently)

    await move(Date.now() - 61_000)
    expect((await use()).status).toBe(200)
    expect(writes).toHaveLength(1)
    await Promise.all(writes)
    expect(await lastUsedAt(id)).toBeGreaterThan(recently)
    const list = await send(`GET /calendars/${calendar.slug}/api-keys`, { as: calendar.owner })
    expect(Date.parse(list.body.data[0].lastUsedAt as string)).toBe(await lastUsedAt(id))
  })

  it('is not set by a rejected request', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newKey(calendar, SCOPES)
    const path = `/calendars/${calendar.slug}/api-keys/${id}`
    await send(`PATCH ${path}`, { as: calendar.owner, json: { isActive: false } })
    const writes: Promise<unknown>[] = []
    const app = appWith({ later: (work) => void writes.push(work) })
    expect((await app.request('/api/v1/me', { headers: { 'x-svc-api-key': key } })).status).toBe(401)
    expect(writes).toEqual([])
    expect(await lastUsedAt(id)).toBeNull()
  })
})
