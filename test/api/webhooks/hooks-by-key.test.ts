import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newGuest, newKey, newWebhook, person, type Calendar } from '../../support/factories.ts'
import { receiver, runSchedule } from '../../support/webhooks.ts'

const SCOPES = ['webhooks:read', 'webhooks:write', 'guests:read', 'guests:write']

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
})

const subscribe = (key: string, url: string, events?: string[]) =>
  send('POST /v1/webhooks', { key, json: { url, events } })
const came = async (seen: () => Promise<{ body: string }[]>, count: number) => {
  await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(count)
  return (await seen()).map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}
const register = (key: string, eventId: string) => send(`POST /v1/events/${eventId}/guests`, { key, json: person() })

describe('webhook managed by keys', () => {
  it('is created, tested, rotated and deleted with only an API key, like a REST hook', async () => {
    const event = await newEvent(calendar)
    const { key } = await newKey(calendar, SCOPES)
    const { url, seen } = receiver('200')
    const made = await subscribe(key, url, ['guest.registered', 'guest.updated'])
    expect([made.status, made.body.data.form, made.body.data.managedByKeys]).toEqual([201, 'target', true])
    expect(made.body.data.plainSecret).toMatch(/^whsec_/)
    const { id } = made.body.data
    const sample = await send(`POST /v1/webhooks/${id}/test`, { key })
    expect(sample.body.data.payload).toMatchObject({ type: 'guest.registered', data: { test: true } })
    const renewed = await send(`POST /v1/webhooks/${id}/rotate-secret`, { key })
    expect(renewed.body.data.plainSecret).toMatch(/^whsec_/)
    expect(renewed.body.data.plainSecret).not.toBe(made.body.data.plainSecret)
    expect((await register(key, event.id)).status).toBe(200)
    expect((await came(seen, 2)).map(({ type }) => type)).toEqual(['guest.registered', 'guest.registered'])
    expect((await send('GET /v1/webhooks', { key })).body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await send(`DELETE /v1/webhooks/${id}`, { key })).body.data).toEqual({ id, deleted: true })
    await register(key, event.id)
    expect((await send(`GET /v1/webhooks/${id}`, { key })).status).toBe(404)
    expect(await seen()).toHaveLength(2)
  })

  it('requires the read scope of each event type, whether named or included by default, on creation and change', async () => {
    const { key } = await newKey(calendar, SCOPES)
    const { url } = receiver('200')
    const refusals = [
      [['order.updated'], 'order.updated'],
      [['guest.updated', 'checkin.undone'], 'checkin.undone'],
      [undefined, 'event.updated'],
    ] as const
    for (const [events, named] of refusals) {
      const { status, body } = await subscribe(key, url, events === undefined ? undefined : [...events])
      expect([status, body.code]).toEqual([403, 'scope_missing'])
      expect(body.message).toContain(named)
    }
    const whole = await newKey(calendar)
    const all = await subscribe(whole.key, url)
    for (const [line, json] of [
      [`PATCH /v1/webhooks/${all.body.data.id}`, { url: receiver('200').url }],
      [`POST /v1/webhooks/${all.body.data.id}/rotate-secret`, {}],
    ] as const) {
      const { status, body } = await send(line, { key, json })
      expect([status, body.code]).toEqual([403, 'scope_missing'])
    }
    expect((await send(`GET /v1/webhooks/${all.body.data.id}`, { key })).body.data.url).toBe(url)
    const narrowed = await send(`PATCH /v1/webhooks/${all.body.data.id}`, { key, json: { events: ['guest.updated'] } })
    expect(narrowed.status).toBe(200)
    await send(`DELETE /v1/webhooks/${all.body.data.id}`, { key })
  })

  it('returns 404 to a key for webhooks of an owner, an event or another calendar', async () => {
    const { key } = await newKey(calendar)
    const other = await newCalendar()
    const own = await newWebhook(calendar, receiver('200').url)
    const foreign = await subscribe((await newKey(other)).key, receiver('200').url)
    const ofEvent = await newWebhook(await newEvent(calendar), receiver('200').url, { managedByKeys: true })
    for (const id of [own.id, foreign.body.data.id, ofEvent.id]) {
      expect((await send(`GET /v1/webhooks/${id}`, { key })).status).toBe(404)
      expect((await send(`PATCH /v1/webhooks/${id}`, { key, json: { isActive: false } })).status).toBe(404)
      expect((await send(`POST /v1/webhooks/${id}/test`, { key })).status).toBe(404)
      expect((await send(`DELETE /v1/webhooks/${id}`, { key })).status).toBe(404)
    }
    const left = await send(`PATCH /calendars/${calendar.slug}/webhooks/${own.id}`, {
      as: calendar.owner,
      json: { managedByKeys: true },
    })
    expect(left.body.data.managedByKeys).toBe(true)
    expect((await send(`GET /v1/webhooks/${own.id}`, { key })).status).toBe(200)
    const byKey = await subscribe(key, receiver('200').url)
    const listed = await send(`GET /calendars/${calendar.slug}/webhooks`, { as: calendar.owner })
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([own.id, byKey.body.data.id]),
    )
  })

  it('is limited to 20, honours If-Match and returns 409 webhook_inactive for a test or recovery while inactive', async () => {
    const own = await newCalendar()
    const { key } = await newKey(own)
    const { url } = receiver('200')
    const { id } = (await subscribe(key, url)).body.data
    const [change, renew] = [`PATCH /v1/webhooks/${id}`, `POST /v1/webhooks/${id}/rotate-secret`]
    for (const line of [change, renew]) {
      const late = await send(line, { key, json: {}, headers: { 'If-Match': '"7"' } })
      expect([late.status, late.body.code], line).toEqual([412, 'precondition_failed'])
    }
    expect((await send(change, { key, json: { isActive: false } })).status).toBe(200)
    const event = await newEvent(own)
    const ofEvent = `/events/${event.id}/webhooks/${(await newWebhook(event, url)).id}`
    expect((await send(`PATCH ${ofEvent}`, { as: own.owner, json: { isActive: false } })).status).toBe(200)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const off: [string, object][] = [
      [`/v1/webhooks/${id}`, { key }],
      [ofEvent, { as: own.owner }],
    ]
    for (const [at, asked] of off) {
      for (const line of [`POST ${at}/test`, `POST ${at}/recoveries`]) {
        const refused = await send(line, { ...asked, json: { since } })
        expect([refused.status, refused.body.code], line).toEqual([409, 'webhook_inactive'])
      }
    }
    const answers = await Promise.all(Array.from({ length: 21 }, () => subscribe(key, url)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('webhook_limit_reached')
  })

  it('is disabled with key_revoked when its key is revoked, deactivated or expired, unless another key adopted it', async () => {
    const event = await newEvent(calendar)
    const writer = await newKey(calendar)
    const stateOf = async (id: string) => {
      const { isActive, disabledReason } = (await send(`GET /v1/webhooks/${id}`, { key: writer.key })).body.data
      return [isActive, disabledReason]
    }
    const revoke = (id: string) => send(`DELETE /calendars/${calendar.slug}/api-keys/${id}`, { as: calendar.owner })
    const ends: Record<string, (id: string) => Promise<unknown>> = {
      revoked: revoke,
      off: (id) =>
        send(`PATCH /calendars/${calendar.slug}/api-keys/${id}`, { as: calendar.owner, json: { isActive: false } }),
      over: async (id) => {
        await env.DB.prepare('update api_keys set expires_at = 1 where id = ?').bind(id).run()
        await runSchedule()
      },
    }
    for (const end of Object.values(ends)) {
      const old = await newKey(calendar, SCOPES)
      const { url, seen } = receiver('200')
      const { id } = (await subscribe(old.key, url, ['guest.updated'])).body.data
      await end(old.id)
      expect(await stateOf(id)).toEqual([false, 'key_revoked'])
      const guest = await newGuest(event)
      await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key: writer.key, json: { lastName: 'Unheard' } })
      expect(await seen()).toEqual([])
      // Editing a webhook with another key makes that key its manager and activates the webhook.
      await send(`PATCH /v1/webhooks/${id}`, { key: writer.key, json: {} })
      expect(await stateOf(id)).toEqual([true, null])
      await send(`DELETE /v1/webhooks/${id}`, { key: writer.key })
    }

    const [old, next] = [await newKey(calendar, SCOPES), await newKey(calendar, SCOPES)]
    const { url, seen } = receiver('200')
    const { id } = (await subscribe(old.key, url, ['guest.updated'])).body.data
    await send(`PATCH /v1/webhooks/${id}`, { key: next.key, json: {} })
    await revoke(old.id)
    expect(await stateOf(id)).toEqual([true, null])
    const guest = await newGuest(event)
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key: next.key, json: { lastName: 'Heard' } })
    expect((await came(seen, 1))[0]?.data).toMatchObject({ guestId: guest.id, changes: ['lastName'] })
    await revoke(next.id)
    expect(await stateOf(id)).toEqual([false, 'key_revoked'])
  })
})
