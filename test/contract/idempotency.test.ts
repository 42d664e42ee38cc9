import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { unavailable } from '../../src/kernel/failure.ts'
import { createApp } from '../../src/app.ts'
import { registry } from '../../src/registry.ts'
import { deps } from '../support/app.ts'
import { send } from '../support/api.ts'
import {
  addMember,
  newCalendar,
  newEvent,
  newGuest,
  newKey,
  newTicket,
  newWebhook,
  person,
} from '../support/factories.ts'
import { tokenFor } from '../support/identity.ts'

const json = { name: 'Once', timezone: 'UTC' }
const HOUR_MS = 3_600_000

let used = 0
const newHeaders = () => ({ 'Idempotency-Key': `key-${(used += 1)}` })
const calendarsOf = async (as: string) => (await send('GET /calendars', { as })).body.total as number

const change = (effectId: string, set: string, ...values: unknown[]) =>
  env.DB.prepare(`update idempotency_claims set ${set} where effect_id = ?`)
    .bind(...values, effectId)
    .run()
/** Restores the state after a crash between the commit and the storing of its response. */
const crash = (effectId: string, claimedUntil: number) =>
  change(effectId, 'status = null, answer_cipher = null, claimed_until = ?', claimedUntil)

/** Calls a service in which some ports are replaced. */
const postTo = async (changes: Partial<Deps>, as: string, headers: Record<string, string>) => {
  // Uses `createApp` instead of `appWith`, because the 500s here are not documented responses.
  const app = createApp(registry, { ...deps, ...changes })
  const head = { ...headers, Authorization: `Bearer ${await tokenFor(as)}`, 'Content-Type': 'application/json' }
  return app.request('/api/calendars', { method: 'POST', headers: head, body: JSON.stringify(json) })
}

describe('idempotency claim', () => {
  it('returns 409 with Retry-After until its minute ends, then replays the response', async () => {
    const [as, headers] = ['usr_held', newHeaders()]
    const first = await send('POST /calendars', { as, json, headers })
    await crash(first.body.data.id, Date.now() + 30_000)
    const early = await send('POST /calendars', { as, json, headers })
    expect(early.body).toMatchObject({ statusCode: 409, code: 'idempotency_in_progress', errors: [] })
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(25)
    expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(30)

    await crash(first.body.data.id, Date.now() - 1)
    const other = await send('POST /calendars', { as, json: { ...json, name: 'Other' }, headers })
    expect(other.body).toMatchObject({ statusCode: 422, code: 'idempotency_key_reused' })
    const late = await send('POST /calendars', { as, json, headers })
    expect(late.status).toBe(200)
    expect(late.body).toEqual(first.body)
    expect(await calendarsOf(as)).toBe(1)
  })

  it('lasts 60 seconds', async () => {
    const first = await send('POST /calendars', { as: 'usr_minute', json, headers: newHeaders() })
    const row = await env.DB.prepare(
      'select claimed_until - created_at as held from idempotency_claims where effect_id = ?',
    )
      .bind(first.body.data.id)
      .first()
    expect(row).toEqual({ held: 60_000 })
  })

  it('makes a slow request fail with 409 and no effect if another request has taken over the claim', async () => {
    const [as, headers] = ['usr_slow', newHeaders()]
    const slow: Deps['commit'] = async (work) => {
      await env.DB.prepare('update idempotency_claims set claimed_until = 0').run()
      const quick = await send('POST /calendars', { as, json, headers })
      expect(quick.status).toBe(200)
      return deps.commit(work)
    }
    const late = await postTo({ commit: slow }, as, headers)
    expect(await late.json()).toMatchObject({ statusCode: 409, code: 'idempotency_in_progress' })
    expect(await calendarsOf(as)).toBe(1)
    const made = env.DB.prepare('select count(*) as made from calendars where created_by = ?').bind(as)
    expect(await made.first()).toEqual({ made: 1 })
  })

  it('expires after 24 hours, after which the key creates a new object', async () => {
    const [as, headers] = ['usr_day', newHeaders()]
    const first = await send('POST /calendars', { as, json, headers })
    await change(first.body.data.id, 'created_at = ?', Date.now() - 23 * HOUR_MS)
    expect((await send('POST /calendars', { as, json, headers })).body).toEqual(first.body)
    await change(first.body.data.id, 'created_at = ?', Date.now() - 24 * HOUR_MS)
    const next = await send('POST /calendars', { as, json: { ...json, name: 'Next day' }, headers })
    expect(next.status).toBe(200)
    expect(next.headers.get('Idempotent-Replayed')).toBeNull()
    expect(await calendarsOf(as)).toBe(2)
  })
})

describe('Idempotency-Key', () => {
  it('is scoped to one credential and one path', async () => {
    const headers = newHeaders()
    const [mine, theirs] = [await newCalendar(), await newCalendar()]
    const made = await send('POST /calendars', { as: mine.owner, json, headers })
    const other = await send('POST /calendars', { as: theirs.owner, json, headers })
    expect(other.status).toBe(200)
    expect(other.body.data.id).not.toBe(made.body.data.id)
    const member = { userId: 'usr_m', role: 'STAFF' }
    const elsewhere = await send(`POST /calendars/${mine.slug}/members`, { as: mine.owner, json: member, headers })
    expect(elsewhere.status).toBe(200)
  })

  it.each(['', 'two words', 'é', 'x'.repeat(256)])('returns 400 for the value %j', async (key) => {
    const answer = await send('POST /calendars', { as: 'usr_form', json, headers: { 'Idempotency-Key': key } })
    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'Idempotency-Key' }] })
    expect(await calendarsOf('usr_form')).toBe(0)
  })

  it('can be reused after a 400, 403, 429, 500 or 503', async () => {
    const calendar = await newCalendar()
    const [as, path] = ['usr_later_owner', `/calendars/${calendar.slug}/members`]
    const headers = newHeaders()
    const member = { userId: 'usr_new', role: 'STAFF' }
    await addMember(calendar, as, 'STAFF')
    expect((await send(`POST ${path}`, { as, json: member, headers })).status).toBe(403)
    await addMember(calendar, as, 'OWNER')
    expect((await send(`POST ${path}`, { as, json: { role: 'STAFF' }, headers })).status).toBe(400)
    expect((await send(`POST ${path}`, { as, json: member, headers })).status).toBe(200)

    const crashed = newHeaders()
    const limiter = { ...deps.limiter, take: async () => ({ retryAfterSeconds: 7 }) }
    expect((await postTo({ limiter }, as, crashed)).status).toBe(429)
    const broken = async () => {
      throw new Error('out of luck')
    }
    expect((await postTo({ commit: broken, log: { ...deps.log, error: () => {} } }, as, crashed)).status).toBe(500)
    const down = async () => {
      throw unavailable('The database is down.')
    }
    expect((await postTo({ commit: down }, as, crashed)).status).toBe(503)
    const before = await calendarsOf(as)
    const after = await postTo({}, as, crashed)
    expect(after.status).toBe(200)
    expect(after.headers.get('Idempotent-Replayed')).toBeNull()
    expect(await calendarsOf(as)).toBe(before + 1)
  })

  it('marks nothing as done on a 403 or 412, so a repeated request is rejected again without the secret', async () => {
    const calendar = await newCalendar()
    const hook = await newWebhook(calendar, 'https://hooks.test/once', { managedByKeys: true })
    const weak = await newKey(calendar, ['webhooks:write'])
    const [byKey, path] = [
      `POST /v1/webhooks/${hook.id}/rotate-secret`,
      `/calendars/${calendar.slug}/webhooks/${hook.id}`,
    ]
    const asked = { key: weak.key, json: {}, headers: newHeaders() }
    const by = { as: calendar.owner, json: { secret: 'a-secret-of-our-own-choice' } }
    const late = { ...by, headers: { ...newHeaders(), 'If-Match': '"999"' } }
    for (const _again of [1, 2]) {
      expect((await send(byKey, asked)).body).toMatchObject({ statusCode: 403, code: 'scope_missing' })
      const unread = await send(`POST ${path}/rotate-secret`, late)
      expect(unread.body).toMatchObject({ statusCode: 412, code: 'precondition_failed' })
    }
    const claims = env.DB.prepare('select count(*) as kept from idempotency_claims where effect_id = ?').bind(hook.id)
    expect(await claims.first()).toEqual({ kept: 0 })
    const right = { ...late, headers: { ...late.headers, 'If-Match': '"1"' } }
    expect((await send(`POST ${path}/rotate-secret`, right)).body.data.plainSecret).toBe(by.json.secret)
    await crash(hook.id, 0)
    expect((await send(`POST ${path}/rotate-secret`, right)).body.data.plainSecret).toBe(by.json.secret)
  })

  it('finds the invited guest that an interrupted request confirmed, and no guest of another request', async () => {
    const calendar = await newCalendar()
    const [{ key }, event] = [await newKey(calendar), await newEvent(calendar)]
    const ticket = await newTicket(event)
    const invited = await newGuest(event, { status: 'INVITED', source: 'INVITE', ticket_id: null })
    const who = person({ email: invited.email })
    const add = (headers: Record<string, string>, fields: object) =>
      send(`POST /v1/events/${event.id}/guests`, {
        key,
        headers,
        json: { ...who, ...fields },
      })
    const [headers, unfit] = [newHeaders(), newHeaders()]
    const made = await add(headers, { ticketId: ticket.id })
    expect(made.body.data).toMatchObject({ id: invited.id, status: 'CONFIRMED' })
    await crash(invited.id, 0)
    expect((await add(headers, { ticketId: ticket.id })).body.data).toMatchObject({ id: invited.id })
    for (const _again of [1, 2]) expect((await add(unfit, {})).status).toBe(400)
  })

  it('replays a 409 even if the request would succeed now', async () => {
    const calendar = await newCalendar()
    const headers = newHeaders()
    const path = `/calendars/${calendar.slug}/api-keys`
    const key = { name: 'k', scopes: ['guests:read'] }
    const made = await Promise.all([1, 2, 3].map(() => send(`POST ${path}`, { as: calendar.owner, json: key })))
    const refused = await send(`POST ${path}`, { as: calendar.owner, json: key, headers })
    expect(refused.body.code).toBe('api_key_limit_reached')
    await send(`DELETE ${path}/${made[0]?.body.data.id}`, { as: calendar.owner })
    const again = await send(`POST ${path}`, { as: calendar.owner, json: key, headers })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(refused.body)
    expect(again.headers.get('X-Request-Id')).not.toBe(refused.headers.get('X-Request-Id'))
  })
})

describe('interrupted API key creation', () => {
  const key = { name: 'k', scopes: ['guests:read'], mode: 'test' }

  it('returns the same key id with a new working secret when it is retried', async () => {
    const calendar = await newCalendar()
    const path = `/calendars/${calendar.slug}/api-keys`
    const headers = newHeaders()
    const first = await send(`POST ${path}`, { as: calendar.owner, json: key, headers })
    const replayed = await send(`POST ${path}`, { as: calendar.owner, json: key, headers })
    expect(replayed.body).toEqual(first.body)
    await crash(first.body.data.id, 0)
    const found = await send(`POST ${path}`, { as: calendar.owner, json: key, headers })
    expect(found.status).toBe(200)
    expect(found.body.data).toMatchObject({ id: first.body.data.id, mode: 'test', scopes: ['guests:read'] })
    expect(found.body.data.key.startsWith(found.body.data.prefix)).toBe(true)
    expect((await send('GET /v1/me', { key: found.body.data.key })).body.data.keyId).toBe(first.body.data.id)
    expect((await send('GET /v1/me', { key: first.body.data.key })).status).toBe(401)
    expect((await send(`GET ${path}`, { as: calendar.owner })).body.data).toHaveLength(1)
    expect((await send(`POST ${path}`, { as: calendar.owner, json: key, headers })).body).toEqual(found.body)
  })

  it('stores the response encrypted', async () => {
    const calendar = await newCalendar()
    const made = await send(`POST /calendars/${calendar.slug}/api-keys`, {
      as: calendar.owner,
      json: key,
      headers: newHeaders(),
    })
    const row = await env.DB.prepare('select * from idempotency_claims where effect_id = ?')
      .bind(made.body.data.id)
      .first()
    const cipher = row?.['answer_cipher'] as string
    const readable = [JSON.stringify(row), ...cipher.split('.').map((part) => atob(part))].join('\n')
    for (const secret of [made.body.data.key as string, 'guests:read', calendar.owner])
      expect(readable).not.toContain(secret)
  })
})
