import { Webhook } from 'standardwebhooks'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'
import { deliveriesOf, runSchedule } from '../../support/webhooks.ts'

interface Polled {
  id: string
  type: string
  leaseUntil: string
  headers: Record<string, string>
  body: string
}

const SCOPES = ['guests:read', 'guests:write', 'webhooks:read', 'webhooks:write'] as const

const start = async (events = ['guest.registered']) => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar, [...SCOPES])
  const event = await newEvent(calendar)
  const created = await send('POST /v1/webhooks/polled', { key, json: { events } })
  expect(created.status, created.text).toBe(201)
  const { id, plainSecret } = created.body.data as { id: string; plainSecret: string }
  const poll = async (results: object[] = []) => {
    const answer = await send(`POST /v1/webhooks/${id}/poll`, { key, json: { results } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.deliveries as Polled[]
  }
  const register = async (email: string) =>
    send(`POST /v1/events/${event.id}/guests`, { key, json: { email, firstName: 'A', lastName: 'B', notify: false } })
  return { calendar, key, id, plainSecret, poll, register }
}

const resultOf = ({ id, leaseUntil }: Polled, responseCode: number | null) => ({
  id,
  leaseUntil,
  responseCode,
  durationMs: 12,
})

describe('polled webhook', () => {
  it('returns each delivery once, in order, with the signatures of a request', async () => {
    const { poll, register, plainSecret } = await start()
    await register('first@guests.test')
    await register('second@guests.test')
    const deliveries = await poll()
    expect(
      deliveries.map(({ body }) => (JSON.parse(body) as { data: { guestEmail: string } }).data.guestEmail),
    ).toEqual(['first@guests.test', 'second@guests.test'])
    for (const { body, headers, type } of deliveries) {
      expect(type).toBe('guest.registered')
      expect(() => new Webhook(plainSecret).verify(body, headers)).not.toThrow()
    }
    expect(await poll()).toEqual([])
  })

  it('records the result of the local server as an attempt', async () => {
    const { calendar, poll, register } = await start()
    await register('kept@guests.test')
    const [delivery] = await poll()
    expect(delivery).toBeDefined()
    await poll([resultOf(delivery as Polled, 204)])
    expect(await deliveriesOf(calendar)).toMatchObject([{ id: delivery?.id, status: 'succeeded', responseCode: 204 }])
  })

  it('keeps a failed delivery for its next attempt and ignores the result of an expired claim', async () => {
    const { calendar, poll, register } = await start()
    await register('late@guests.test')
    const [delivery] = (await poll()) as [Polled]
    await poll([{ ...resultOf(delivery, 200), leaseUntil: '2020-01-01T00:00:00.000Z' }])
    expect(await deliveriesOf(calendar)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(await poll([resultOf(delivery, null)])).toEqual([])
    expect(await deliveriesOf(calendar)).toMatchObject([{ status: 'retrying', attempts: 1 }])
    await env.DB.prepare('update deliveries set next_attempt_at = 0 where id = ?').bind(delivery.id).run()
    expect((await poll()).map(({ id }) => id)).toEqual([delivery.id])
  })

  it('returns a delivery again if the response of the poll was lost', async () => {
    const { calendar, poll, register } = await start()
    await register('lost@guests.test')
    const [lost] = (await poll()) as [Polled]
    expect(await poll()).toEqual([])
    await env.DB.prepare('update deliveries set lease_until = 1 where id = ?').bind(lost.id).run()
    const [again] = (await poll()) as [Polled]
    expect([again.id, again.body]).toEqual([lost.id, lost.body])
    await poll([resultOf(lost, 200)])
    expect(await deliveriesOf(calendar), 'the lost poll no longer holds it').toMatchObject([{ status: 'pending' }])
    await poll([resultOf(again, 200)])
    expect(await deliveriesOf(calendar)).toMatchObject([{ status: 'succeeded', attempts: 1 }])
  })

  it('is never sent a request, and is deleted an hour after the last poll with its deliveries cancelled', async () => {
    const { calendar, key, id, poll, register } = await start()
    await register('waiting@guests.test')
    await runSchedule()
    expect(await deliveriesOf(calendar)).toMatchObject([{ status: 'pending', attempts: 0 }])
    expect(await poll()).toHaveLength(1)
    await env.DB.prepare('update polled_webhooks set expires_at = 1 where webhook_id = ?').bind(id).run()
    await runSchedule()
    expect((await send(`GET /v1/webhooks/${id}`, { key })).status).toBe(404)
    expect(await deliveriesOf(calendar)).toMatchObject([{ status: 'cancelled' }])
    expect((await send(`POST /v1/webhooks/${id}/poll`, { key, json: {} })).status).toBe(404)
  })

  it('listens to the default types that the key may read', async () => {
    const calendar = await newCalendar()
    const withScopes = async (scopes: Parameters<typeof newKey>[1]) =>
      send('POST /v1/webhooks/polled', { key: (await newKey(calendar, scopes)).key, json: {} })
    const ofGuests = await withScopes(['webhooks:write', 'guests:read'])
    expect([ofGuests.status, ofGuests.body.data.events]).toEqual([201, ['guest.registered']])
    const nothing = await withScopes(['webhooks:write'])
    expect([nothing.status, nothing.body.errors]).toMatchObject([400, [{ field: 'events' }]])
  })

  it('counts toward the limit of 20 webhooks', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar, [...SCOPES])
    const create = () => send('POST /v1/webhooks/polled', { key, json: { events: ['guest.registered'] } })
    const answers = await Promise.all(Array.from({ length: 21 }, create))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[409, 'webhook_limit_reached']])
  })

  it('takes only types that the key may read, and can’t be polled by another calendar or as an ordinary webhook', async () => {
    const { id } = await start()
    const other = await start()
    const refused = await send('POST /v1/webhooks/polled', { key: other.key, json: { events: ['order.updated'] } })
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing'])
    expect((await send(`POST /v1/webhooks/${id}/poll`, { key: other.key, json: {} })).status).toBe(404)
    const ordinary = await send('POST /v1/webhooks', { key: other.key, json: { url: 'https://receiver.example/' } })
    expect((await send(`POST /v1/webhooks/${ordinary.body.data?.id}/poll`, { key: other.key, json: {} })).status).toBe(
      404,
    )
  })
})
