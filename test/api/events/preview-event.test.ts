import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { addMember, newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

asks({ 'POST /events/preview': { role: 'MANAGER' }, 'POST /events/:eventId/preview': { role: 'MANAGER' } })

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
})

const draftOf = (json: Record<string, unknown> = {}) => ({
  calendarSlug: calendar.slug,
  title: 'Quiet <script>alert(1)</script>',
  startAt: '2031-05-02T18:00:00Z',
  timezone: 'Europe/Paris',
  ...json,
})

const countEvents = async (): Promise<number> =>
  (await send(`GET /events?calendarSlug=${calendar.slug}`, { as: calendar.owner })).body.total

const openPreview = async (json: unknown, { as = calendar.owner, event = '' } = {}) =>
  exports.default.fetch(`https://calendar.test/console/preview${event === '' ? '' : `?event=${event}`}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenFor(as)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })

describe('POST /events/preview', () => {
  it('returns the draft as visitors would see it', async () => {
    const json = draftOf({ status: 'DRAFT', meetingUrl: 'https://meet.example/1', locationType: 'HYBRID' })
    const answer = await send('POST /events/preview', { as: calendar.owner, json })
    expect([answer.status, answer.body.data.status, answer.body.data.registrationStatus]).toEqual([
      200,
      'PUBLISHED',
      'OPEN',
    ])
    expect(answer.body.data).not.toHaveProperty('meetingUrl')
  })

  it('stores nothing', async () => {
    await newEvent(calendar)
    const before = await countEvents()
    expect(before).toBeGreaterThan(0)
    await send('POST /events/preview', { as: calendar.owner, json: draftOf() })
    expect(await countEvents()).toBe(before)
  })

  it('refuses invalid fields and members who may not write events', async () => {
    const faulty = await send('POST /events/preview', {
      as: calendar.owner,
      json: draftOf({ endAt: '2031-05-02T17:00:00Z' }),
    })
    expect([faulty.status, faulty.body.errors[0].field]).toEqual([400, 'endAt'])
    await addMember(calendar, 'usr_preview_staff', 'STAFF')
    expect((await send('POST /events/preview', { as: 'usr_preview_staff', json: draftOf() })).status).toBe(403)
  })
})

describe('POST /events/:eventId/preview', () => {
  it('returns the event with the changes and leaves the stored event as it is', async () => {
    const event = await newEvent(calendar, { title: 'Before' })
    const path = `/events/${event.id}`
    const answer = await send(`POST ${path}/preview`, { as: calendar.owner, json: { title: 'After', capacity: 12 } })
    expect(answer.body.data).toMatchObject({ title: 'After', capacity: 12, spotsRemaining: 12 })
    const stored = await send(`GET ${path}`, { as: calendar.owner })
    expect([stored.body.data.title, stored.body.data.capacity]).toEqual(['Before', null])
  })
})

describe('page of a preview', () => {
  it('is the escaped page without scripts, under the policy of every page', async () => {
    const answer = await openPreview(draftOf({ description: 'Haydn, and *soup*. <img src=x onerror=alert(1)>' }))
    const text = await answer.text()
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(text).toContain('<em>soup</em>')
    expect(text).toContain('Quiet &lt;script&gt;')
    expect(text).not.toMatch(/<script|<img[^>]+onerror/)
  })

  it('shows the changes of a stored event', async () => {
    const event = await newEvent(calendar, { title: 'Before', status: 'DRAFT' })
    const answer = await openPreview({ title: 'After' }, { event: event.id })
    expect(await answer.text()).toMatch(/<h1[^>]*>.*After/)
  })

  it('passes the refusal of the operation on', async () => {
    const refused = await openPreview(draftOf(), { as: 'usr_nobody_of_this_calendar' })
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([404, 'application/json'])
    const large = await openPreview(draftOf({ description: 'x'.repeat(2_000_000) }))
    expect([400, 413]).toContain(large.status)
  })
})
