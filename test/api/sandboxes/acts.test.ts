import { describe, expect, it } from 'vitest'
import { makeKey } from '../../../src/access/key-format.ts'
import { base64url, sha256Hex, utf8 } from '../../../src/kernel/crypto.ts'
import { TRIGGERS } from '../../../src/sandbox/trigger-types.ts'
import { inOwnSandbox } from '../../support/own-sandbox.ts'

const NOW = Date.UTC(2030, 2, 1, 9)

/** The types of the webhooks that a trigger sends, in the order in which they are sent. */
const WEBHOOKS: Record<(typeof TRIGGERS)[number], string> = {
  'guest.registered': 'guest.registered',
  'guest.cancelled': 'guest.updated',
  'checkin.created': 'checkin.created',
  'order.paid': 'order.updated',
  'order.refunded': 'order.updated',
  'event.cancelled': 'event.cancelled',
}

describe('a trigger', () => {
  it.each(TRIGGERS)('lets %s happen and sends its real webhook', (type) =>
    inOwnSandbox({ now: NOW }, async ({ call, books }) => {
      await call('POST /v1/webhooks', { url: 'https://receiver.example/', events: [WEBHOOKS[type]] })
      const { status, body } = await call('POST /v1/test/triggers', { type })
      expect(status, JSON.stringify(body)).toBe(200)
      const sent = books.rows<{ summary: string }>(
        "select summary from sandbox_effects where kind = 'delivery.attempted'",
      )
      expect(sent.map(({ summary }) => summary)).toContain(`${WEBHOOKS[type]} to receiver.example`)
      expect(body.data.effects.length).toBeGreaterThan(0)
    }),
  )

  it('returns 403 scope_missing if the key lacks a scope', () =>
    inOwnSandbox({ now: NOW }, async ({ call, books }) => {
      books.run(`update api_keys set scopes = '["guests:read"]'`)
      expect(await call('POST /v1/test/triggers', { type: 'guest.registered' })).toMatchObject({
        status: 403,
        body: { code: 'scope_missing' },
      })
    }))

  it('returns the refusal of a call that it needs, by the plan, a quota or a rate limit', () =>
    inOwnSandbox({ now: NOW }, async ({ call, running, books }) => {
      const registered = () => call('POST /v1/test/triggers', { type: 'guest.registered' })
      await call('PUT /v1/test/plan', { plan: 'FREE' })
      expect(await registered()).toMatchObject({ status: 403, body: { code: 'plan_insufficient' } })
      await call('PUT /v1/test/plan', { plan: 'PRO' })
      const { config } = running.engine.deps
      const { quotas } = config
      Object.assign(config, { quotas: { ...quotas, eventsPerCalendar: { ...quotas.eventsPerCalendar, PRO: 1 } } })
      expect((await registered()).status).toBe(200)
      expect(await registered()).toMatchObject({
        status: 403,
        body: { code: 'quota_exceeded', data: { quota: 'eventsPerCalendar', limit: 1 } },
      })
      Object.assign(config, { quotas })
      const { limiter } = running.engine.deps
      Object.assign(running.engine.deps, {
        limiter: {
          ...limiter,
          take: async (bucket: string) => ({ retryAfterSeconds: bucket === 'registration' ? 9 : null }),
        },
      })
      const limited = await registered()
      expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(limited.headers.get('Retry-After')).toBe('60')
      expect(books.rows('select count(*) as many from guests')).toEqual([{ many: 1 }])
    }))

  it('returns 403 role_insufficient to a member whose role is too low', () =>
    inOwnSandbox({ now: NOW }, async ({ running, books }) => {
      const member = { userId: 'usr_staff', isOperator: false, expiresAt: 4e12, role: 'STAFF' }
      const ask = (profile: object = {}) =>
        running.answer(
          new Request(`https://calendar.test/s/${running.about.id}/api/test/triggers`, {
            method: 'POST',
            headers: {
              Authorization: `Bearer session.${base64url(utf8(JSON.stringify({ ...member, ...profile })))}`,
              'Content-Type': 'application/json',
            },
            body: JSON.stringify({ type: 'guest.registered' }),
          }),
        )
      const answer = await ask({ profile: { name: 'Ada Byron', email: 'ada@example.org' } })
      expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([403, 'role_insufficient'])
      // Erasing an account doesn't reach a sandbox, so it stores neither names nor addresses of members.
      expect(books.rows('select role, name, email from members')).toEqual([{ role: 'STAFF', name: null, email: null }])
    }))

  it('uses the calendar of the sandbox, also if it has another', () =>
    inOwnSandbox({ now: NOW }, async ({ call, running, books }) => {
      const names = books
        .rows<{ name: string }>("select name from pragma_table_xinfo('calendars') where hidden = 0")
        .map(({ name }) => name)
      const value = (name: string) => (name === 'id' || name === 'slug' ? `'0-' || ${name}` : name)
      books.run(`insert into calendars (${names.join()}) select ${names.map(value).join()} from calendars`)
      expect((await call('POST /v1/test/triggers', { type: 'guest.registered' })).status).toBe(200)
      const events = books.rows('select calendar_id as calendarId from events')
      expect(events).toEqual([{ calendarId: running.about.calendarId }])
    }))
})

describe('a live key', () => {
  it('returns 401 even if the sandbox stores it', () =>
    inOwnSandbox({ now: NOW }, async ({ books, running }) => {
      const key = makeKey('live')
      books.run("update api_keys set mode = 'live', hash = ?", await sha256Hex(key))
      const answer = await running.answer(
        new Request('https://calendar.test/api/v1/me', { headers: { 'x-svc-api-key': key } }),
      )
      expect(answer.status).toBe(401)
    }))
})

describe('a reply to an invite', () => {
  it('applies each answer to the guest', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const { call, books } = sandbox
      await call('POST /v1/test/triggers', { type: 'guest.registered' })
      // Emails of a rehearsal have no invites.
      books.keep('about', { ...sandbox.running.about, sendsWebhooks: true })
      const { call: ask } = sandbox.wake()
      const [none] = books.rows<{ id: string; event_id: string }>('select id, event_id from guests')
      const before = await ask(`POST /v1/test/guests/${none?.id}/reply`, { answer: 'DECLINED' })
      expect(before).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: expect.stringContaining('no email with an invite') },
      })
      await ask('POST /v1/test/triggers', { type: 'guest.registered' })
      const [guest] = books.rows<{ id: string; event_id: string }>(
        'select id, event_id from guests order by created_at desc limit 1',
      )
      const reply = async (answer: string) => {
        const { status, body } = await ask(`POST /v1/test/guests/${guest?.id}/reply`, { answer })
        expect(status, JSON.stringify(body)).toBe(200)
        return books.rows<{ status: string }>('select status from guests where id = ?', guest?.id ?? '')[0]?.status
      }
      expect(await reply('ACCEPTED')).toBe('CONFIRMED')
      expect(await reply('DECLINED')).toMatch(/CANCELLED|DECLINED/)
      expect(await reply('ACCEPTED')).toBe('CONFIRMED')
    }))
})
