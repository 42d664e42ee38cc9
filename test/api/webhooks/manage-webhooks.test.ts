import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newCalendar, send } from '../../support/api.ts'

const TYPES = [
  'guest.registered',
  'checkin.created',
  'event.updated',
  'event.cancelled',
  'announcement.sent',
  'reminder.sent',
]
const url = 'https://hooks.example.com/in'

describe('POST /calendars/:slug/webhooks', () => {
  it('answers 201 with all six types, an active webhook and the secret', async () => {
    const calendar = await newCalendar({ plan: 'PLUS' })
    const answer = await send(`POST /calendars/${calendar.slug}/webhooks`, { as: calendar.owner, json: { url } })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      events: TYPES,
      isActive: true,
      form: 'target',
      consecutiveFailures: 0,
      disabledReason: null,
      plainSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(answer.headers.get('ETag')).toBe('"1"')
    const list = await send(`GET /calendars/${calendar.slug}/webhooks`, { as: calendar.owner })
    const { plainSecret, ...shown } = answer.body.data
    expect(list.body).toEqual({ data: [shown] })
    const row = await env.DB.prepare('select * from webhooks where id = ?').bind(shown.id).first()
    expect(JSON.stringify(row)).not.toContain(plainSecret)
  })
})
