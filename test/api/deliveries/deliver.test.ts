import { verify as verifyTarget } from '@octokit/webhooks-methods'
import { describe, expect, it } from 'vitest'
import { newCalendar } from '../../support/api.ts'
import {
  afterAttempts,
  onlyOne,
  passTheWait,
  receiver,
  runChores,
  testDelivery,
  webhookOn,
} from '../../support/webhooks.ts'

describe('a receiver that answers', () => {
  it.each(['200', '204'])('%s has succeeded after one attempt, within 2 s', async (mode) => {
    const calendar = await newCalendar()
    const { url, seen } = receiver(mode)
    const webhook = await webhookOn(calendar, url)
    const asked = Date.now()
    const id = await testDelivery(calendar, webhook.id)
    const delivery = await afterAttempts(calendar, id, 1)
    const { at, headers, body } = await onlyOne(seen)
    expect(at - asked).toBeLessThan(2_000)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringContaining('/1.0'),
      'x-svc-event': 'guest.registered',
      'x-svc-delivery-id': id,
    })
    expect(await verifyTarget(webhook.plainSecret, body, headers['x-svc-signature'] ?? '')).toBe(true)
    expect(JSON.parse(body)).toEqual({
      id,
      type: 'guest.registered',
      createdAt: delivery.createdAt,
      calendarSlug: calendar.slug,
      data: expect.objectContaining({ test: true, guestName: 'Ada Lovelace' }),
    })
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      responseCode: Number(mode),
      nextRetryAt: null,
      payload: JSON.parse(body),
      completedAt: expect.any(String),
      attemptLog: [{ responseCode: Number(mode), error: null }],
    })
  })

  it('500 is asked again with the same bytes and a new time, up to three times, and then has failed', async () => {
    const calendar = await newCalendar()
    const { url, seen } = receiver('500')
    const webhook = await webhookOn(calendar, url)
    const id = await testDelivery(calendar, webhook.id)
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const delivery = await afterAttempts(calendar, id, attempt)
      expect(delivery.status).toBe(attempt < 4 ? 'retrying' : 'failed')
      await passTheWait(id)
      await runChores()
    }
    const posts = await seen()
    expect(posts).toHaveLength(4)
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1)
  })
})
