import { describe, expect, it } from 'vitest'
import { newCalendar } from '../../support/factories.ts'
import { newSandbox } from '../../support/sandboxes.ts'
import { onlyOne, receiver } from '../../support/webhooks.ts'

describe('a webhook of a sandbox', () => {
  it('is sent for real and marked as a test, to at most five addresses', async () => {
    const { call } = await newSandbox(await newCalendar())
    const { body } = await call('POST /v1/webhooks', { url: receiver('200').url, events: ['guest.registered'] })
    const receivers = Array.from({ length: 6 }, () => receiver('200'))
    for (const { url } of receivers) {
      expect((await call(`PATCH /v1/webhooks/${body.data.id}`, { url })).status).toBe(200)
      expect((await call('POST /v1/test/triggers', { type: 'guest.registered' })).status).toBe(200)
    }
    for (const { seen } of receivers.slice(0, 5)) {
      const { headers, body: sent } = await onlyOne(seen)
      expect(headers['x-svc-mode']).toBe('test')
      expect(JSON.parse(sent)).toMatchObject({ mode: 'test', type: 'guest.registered' })
    }
    expect(await receivers[5]?.seen()).toEqual([])
    const attempts = (await call('GET /v1/test/effects?kinds=delivery.attempted')).body.data.effects
    expect(attempts.map(({ data }: { data: { status: number | null } }) => data.status)).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      null,
    ])
    const deliveries = (await call('GET /v1/webhook-deliveries')).body.data
    expect(JSON.stringify(deliveries)).toContain('a sandbox sends to at most 5 addresses a day')
  })
})
