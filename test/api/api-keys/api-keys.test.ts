import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newKey } from '../../support/factories.ts'
import { publishedScopes } from '../../contract/published.ts'

const keysOf = (calendar: { slug: string }) => `/calendars/${calendar.slug}/api-keys`
const json = { name: 'Till', scopes: ['guests:read', 'checkins:write'] }
const FIELDS = [
  'agentsMay',
  'createdAt',
  'createdBy',
  'expiresAt',
  'id',
  'isActive',
  'lastUsedAt',
  'mode',
  'name',
  'prefix',
  'revokedAt',
  'scopes',
]

describe('creating an API key', () => {
  it('returns the whole key once; the list shows only its prefix', async () => {
    const calendar = await newCalendar()
    const made = await send(`POST ${keysOf(calendar)}`, { as: calendar.owner, json })
    expect(made.status).toBe(200)
    const { key, ...shown } = made.body.data
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/)
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Till',
      prefix: key.slice(0, 17),
      scopes: json.scopes,
      isActive: true,
      mode: 'live',
      agentsMay: 'confirm',
      createdAt: expect.stringMatching(/Z$/),
      createdBy: calendar.owner,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    })
    const list = await send(`GET ${keysOf(calendar)}`, { as: calendar.owner })
    expect(list.body).toEqual({ data: [shown] })
    expect(list.text).not.toContain(key)
    expect((await send(`GET /v1/calendars/${calendar.slug}`, { key })).body.code).toBe('scope_missing')
    expect((await send('GET /v1/me', { key })).status).toBe(200)
  })

  it('stores the SHA-256 hash of the key and not the key', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar, ['guests:read'])
    const { results } = await env.DB.prepare('select * from api_keys where calendar_id = ?').bind(calendar.id).all()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
    expect(results[0]?.hash).toBe(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(JSON.stringify(results)).not.toContain(key.slice(17))
  })

  it('creates a key with mode test and removes duplicate scopes', async () => {
    const calendar = await newCalendar()
    const made = await send(`POST ${keysOf(calendar)}`, {
      as: calendar.owner,
      json: { name: 'Try', scopes: ['guests:read', 'events:read', 'guests:read'], mode: 'test' },
    })
    expect(made.body.data).toMatchObject({ mode: 'test', scopes: ['events:read', 'guests:read'] })
    expect(made.body.data.key).toMatch(/^svc_test_[0-9A-Za-z]{38}$/)
    expect((await send('GET /v1/me', { key: made.body.data.key })).body.data.mode).toBe('test')
  })

  it('accepts an expiresAt in the future and returns 400 for one in the past', async () => {
    const calendar = await newCalendar()
    const expiresAt = '2999-12-31T23:00:00+02:00'
    const made = await send(`POST ${keysOf(calendar)}`, { as: calendar.owner, json: { ...json, expiresAt } })
    expect(made.body.data.expiresAt).toBe('2999-12-31T21:00:00.000Z')
    const late = await send(`POST ${keysOf(calendar)}`, {
      as: calendar.owner,
      json: { ...json, expiresAt: '2020-01-01T00:00:00Z' },
    })
    expect(late.body).toMatchObject({ statusCode: 400, code: 'validation_failed', errors: [{ field: 'expiresAt' }] })
  })

  it.each([
    [{ scopes: ['guests:read'] }, 'name'],
    [{ name: ' \n ', scopes: ['guests:read'] }, 'name'],
    [{ name: 'x'.repeat(101), scopes: ['guests:read'] }, 'name'],
    [{ name: 'x' }, 'scopes'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: 'guests:read' }, 'scopes'],
    [{ name: 'x', scopes: ['guests:read', 'guests:admin'] }, 'scopes.1'],
    [{ ...json, mode: 'LIVE' }, 'mode'],
    [{ ...json, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ ...json, expiresAt: 1893456000 }, 'expiresAt'],
  ])('returns 400 for %j and names the field %s', async (body, field) => {
    const calendar = await newCalendar()
    const answer = await send(`POST ${keysOf(calendar)}`, { as: calendar.owner, json: body })
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'validation_failed', errors: [{ field }] })
    expect((await send(`GET ${keysOf(calendar)}`, { as: calendar.owner })).body.data).toEqual([])
  })
})

describe('changing an API key', () => {
  it('renames, deactivates and reactivates a key; a deactivated key gets 401', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newKey(calendar, ['guests:read'])
    const change = (changes: object) => send(`PATCH ${keysOf(calendar)}/${id}`, { as: calendar.owner, json: changes })
    expect((await change({ name: 'Door  two' })).body.data).toMatchObject({ id, name: 'Door  two', isActive: true })
    expect((await change({ isActive: false })).body.data).toMatchObject({ name: 'Door  two', isActive: false })
    expect((await send('GET /v1/me', { key })).status).toBe(401)
    expect((await change({ isActive: true })).body.data).toMatchObject({ isActive: true })
    expect((await send('GET /v1/me', { key })).status).toBe(200)
    expect(Object.keys((await change({})).body.data).toSorted()).toEqual(FIELDS)
  })

  it('keeps a revoked key in the list, and returns 404 when it is changed or revoked again', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newKey(calendar, ['guests:read'])
    const path = `${keysOf(calendar)}/${id}`
    expect((await send(`DELETE ${path}`, { as: calendar.owner })).body).toEqual({ data: { id, deleted: true } })
    expect((await send('GET /v1/me', { key })).status).toBe(401)
    const list = await send(`GET ${keysOf(calendar)}`, { as: calendar.owner })
    expect(list.body.data).toMatchObject([{ id, isActive: false, revokedAt: expect.stringMatching(/Z$/) }])
    for (const line of [`PATCH ${path}`, `DELETE ${path}`] as const) {
      const again = await send(line, {
        as: calendar.owner,
        ...(line.startsWith('PATCH') ? { json: { isActive: true } } : {}),
      })
      expect(again.body).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  })
})

describe('other API key routes', () => {
  it('list the 12 scopes by name', async () => {
    const calendar = await newCalendar()
    const answer = await send(`GET ${keysOf(calendar)}/scopes`, { as: calendar.owner })
    expect(answer.body).toEqual({ data: Object.keys(publishedScopes) })
    expect(answer.body.data).toHaveLength(12)
  })

  it('list and create keys at /v1/api-keys with a session and calendarSlug; a key gets 401', async () => {
    const calendar = await newCalendar()
    const path = `/v1/api-keys?calendarSlug=${calendar.slug}`
    const made = await send(`POST ${path}`, { as: calendar.owner, json })
    expect(made.status).toBe(200)
    const list = await send(`GET ${path}`, { as: calendar.owner })
    expect(list.body.data).toMatchObject([{ id: made.body.data.id }])
    expect(list.body).toEqual((await send(`GET ${keysOf(calendar)}`, { as: calendar.owner })).body)
    expect((await send(`GET ${path}`, { key: made.body.data.key })).status).toBe(401)
    const unnamed = await send('GET /v1/api-keys', { as: calendar.owner })
    expect(unnamed.body).toMatchObject({ statusCode: 400, errors: [{ field: 'calendarSlug' }] })
    expect((await send(`GET ${path}`, { as: 'usr_stranger' })).status).toBe(404)
  })
})
