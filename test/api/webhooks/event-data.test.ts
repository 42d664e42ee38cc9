import { describe, expect, it, vi } from 'vitest'
import { WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import { eventData } from '../../../src/kernel/webhook-data.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newKey, newWebhook } from '../../support/factories.ts'
import { deliveriesOf, receiver, testDelivery } from '../../support/webhooks.ts'
import { publishedEvents } from '../../contract/published.ts'

vi.setConfig({ testTimeout: 30_000 })

type Type = keyof typeof eventData
const TYPES = [...WEBHOOK_EVENT_TYPES]

const faultsOf = (type: Type, data: unknown) => eventData[type]().strict().safeParse(data).error?.issues ?? []

/** `publishedEvents` lacks event types that were added later. */
const isPublished = (type: Type): type is keyof typeof publishedEvents => type in publishedEvents

describe('data of webhook events', () => {
  it.each(TYPES.filter(isPublished).filter((type) => publishedEvents[type] !== null))(
    'has the published fields for type %s',
    (type) => {
      const fields = Object.keys(eventData[type]().shape).filter((field) => field !== 'test')
      expect(new Set(fields)).toEqual(new Set(publishedEvents[type]))
    },
  )

  it('has exactly the documented fields in real deliveries', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('200')
    await newWebhook(calendar, url)
    const { key } = await newKey(calendar, ['guests:write', 'checkins:write', 'events:write'])
    const event = await newEvent(calendar, { startAt: new Date().toISOString() })
    const guest = await send(`POST /v1/events/${event.id}/guests`, {
      key,
      json: { email: 'zoe@guests.test', firstName: 'Zoë', lastName: 'O’Hara "Q"' },
    })
    expect(guest.status, guest.text).toBe(200)
    const steps = [
      await send(`POST /v1/events/${event.id}/checkins`, { key, json: { guestId: guest.body.data.id } }),
      await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Another title' } }),
      await send(`POST /v1/events/${event.id}/cancel`, { key, json: { reason: 'Rain' } }),
    ]
    for (const { status, text } of steps) expect(status, text).toBe(200)
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(4)
    const payloads = (await seen()).map(({ body }) => JSON.parse(body) as { type: Type; data: Record<string, unknown> })
    expect(new Set(payloads.map(({ type }) => type))).toEqual(
      new Set(['guest.registered', 'checkin.created', 'event.updated', 'event.cancelled']),
    )
    for (const { type, data } of payloads) expect(faultsOf(type, data), type).toEqual([])
    expect(payloads.find(({ type }) => type === 'guest.registered')?.data['guestName']).toBe('Zoë O’Hara "Q"')
  })

  it('has the documented fields and test: true in a test delivery of each type', async () => {
    const calendar = await newCalendar()
    for (const type of TYPES) {
      const { id } = await newWebhook(calendar, receiver('200').url, { events: [type] })
      await testDelivery(calendar, id)
    }
    const payloads = (await deliveriesOf(calendar)).map(
      ({ payload }) => payload as { type: Type; data: { test: boolean } },
    )
    expect(new Set(payloads.map(({ type }) => type))).toEqual(new Set(TYPES))
    for (const { type, data } of payloads) {
      expect(faultsOf(type, data), type).toEqual([])
      expect(data.test).toBe(true)
    }
  })

  it('has dates in a test delivery about an all-day event, like real deliveries', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar, { startAt: '2031-05-02' })
    for (const type of ['event.created', 'event.published', 'event.updated']) {
      const { id } = await newWebhook(event, receiver('200').url, { events: [type] })
      const tested = await send(`POST /events/${event.id}/webhooks/${id}/test`, { as: calendar.owner })
      expect(tested.body.data.payload.data, type).toMatchObject({ startAt: '2031-05-02', endAt: '2031-05-03' })
    }
  })

  it('is described in the OpenAPI document, with the headers of both forms', async () => {
    const { body, text } = await send('GET /v1/openapi.json')
    expect(Object.keys(body.webhooks)).toEqual(TYPES)
    for (const type of TYPES) {
      const { post } = body.webhooks[type]
      expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['X-Svc-Webhook-Signature', 'X-Svc-Signature', 'webhook-signature']),
      )
      const { example } = post.requestBody.content['application/json']
      expect(faultsOf(type, example.data), type).toEqual([])
    }
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(body.components.schemas)).toContain(name)
    }
  })
})
