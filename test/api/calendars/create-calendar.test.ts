import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'

asks({
  'GET /calendars': { role: null },
  'POST /calendars': { role: null },
  'GET /calendars/:slug/settings': { role: 'STAFF' },
  'PATCH /calendars/:slug': { role: 'MANAGER' },
  'DELETE /calendars/:slug': { role: 'OWNER' },
  'PUT /calendars/:slug/plan': { role: 'OPERATOR' },
})

describe('POST /calendars', () => {
  it('creates a public calendar on the FREE plan and makes the caller its owner', async () => {
    const answer = await send('POST /calendars', {
      as: 'usr_ada',
      json: { name: '  Café du  Lac ', timezone: 'Europe/Paris' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      slug: 'cafe-du-lac',
      visibility: 'PUBLIC',
      plan: 'FREE',
      icsUrl: null,
      eventCount: 0,
    })
    const mine = await send('GET /calendars', { as: 'usr_ada' })
    expect(mine.body).toMatchObject({
      total: 1,
      page: 1,
      limit: 50,
      totalPages: 1,
      data: [{ id: answer.body.data.id }],
    })
  })

  it('adds a suffix to the slug if the name is already in use, but returns 409 slug_taken if a requested slug is taken', async () => {
    const first = await newCalendar({ name: 'Twice' })
    const second = await newCalendar({ name: 'Twice' })
    expect(first.slug).toBe('twice')
    expect(second.slug).toMatch(/^twice-[0-9a-z]{6}$/)
    const third = await send('POST /calendars', { as: 'usr_x', json: { name: 'x', timezone: 'UTC', slug: 'twice' } })
    expect(third.status).toBe(409)
    expect(third.body).toMatchObject({ statusCode: 409, code: 'slug_taken', errors: [] })
  })

  it.each([
    [{}, 'name'],
    [{ name: 'x' }, 'timezone'],
    [{ name: 'x', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ name: 7, timezone: 'UTC' }, 'name'],
    [{ name: 'x', timezone: 'UTC', slug: 'No Slug' }, 'slug'],
    [{ name: 'x', timezone: 'UTC', website: 'javascript:alert(1)' }, 'website'],
    [{ name: 'x'.repeat(201), timezone: 'UTC' }, 'name'],
  ])('returns 400 for %j and names the field %s', async (json, field) => {
    const answer = await send('POST /calendars', { as: 'usr_x', json })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation_failed')
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })
})

describe('DELETE /calendars/:slug', () => {
  it('returns 409 calendar_has_events until the last event is deleted', async () => {
    const calendar = await newCalendar()
    const as = calendar.owner
    const event = await newEvent(calendar)
    const refused = await send(`DELETE /calendars/${calendar.slug}`, { as })
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'calendar_has_events', errors: [] })
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { as })).body.data.eventCount).toBe(1)
    expect((await send(`DELETE /events/${event.id}`, { as })).status).toBe(200)
    const gone = await send(`DELETE /calendars/${calendar.slug}`, { as })
    expect([gone.status, gone.body.data]).toEqual([200, { id: calendar.id, deleted: true }])
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { as })).status).toBe(404)
  })
})

describe('Idempotency-Key on POST /calendars', () => {
  const headers = { 'Idempotency-Key': 'once-and-no-more' }
  const json = { name: 'Only once', timezone: 'UTC' }

  it('creates only one calendar when 20 requests arrive concurrently, and replays the first response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('POST /calendars', { as: 'usr_one', json, headers })),
    )
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status)
    const again = await send('POST /calendars', { as: 'usr_one', json, headers })
    expect(again.status).toBe(200)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    const mine = await send('GET /calendars', { as: 'usr_one' })
    expect(mine.body.data.map(({ id }: { id: string }) => id)).toEqual([again.body.data.id])
  })

  it('returns 422 idempotency_key_reused for the same key with another body', async () => {
    const answer = await send('POST /calendars', { as: 'usr_one', json: { ...json, name: 'Other' }, headers })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('idempotency_key_reused')
  })
})
