import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { send } from '../../support/api.ts'
import { everyTable } from '../../support/database.ts'
import { callEverything } from '../../support/everything.ts'
import { addMember, newCalendar, newEvent, newGuest, newKey } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { newSandbox } from '../../support/sandboxes.ts'
import { tellStory } from '../../support/sandbox-story.ts'

/** Counts the statements that reach the live database while `work` runs. */
const liveStatements = async (work: () => Promise<unknown>) => {
  const binding = Object.getPrototypeOf(env.DB) as D1Database
  const spies = (['prepare', 'exec'] as const).map((name) => vi.spyOn(binding, name))
  try {
    await work()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Waits until the queues of the live service have sent the emails of the rows that the test has added. */
const liveIsIdle = () =>
  expect
    .poll(() => liveStatements(() => new Promise((resolve) => setTimeout(resolve, 300))), { timeout: 60_000 })
    .toBe(0)

// A year takes seconds, and longer on a busy machine.
describe('a year in a sandbox', { timeout: 240_000 }, () => {
  it('changes no byte of the live database, by key, by session and by page', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    await newGuest(event)
    await newKey(calendar)
    const manager = await addMember(calendar, 'usr_year_manager', 'MANAGER')
    const { id, key, call } = await newSandbox(calendar)
    const token = await tokenFor(manager)
    await liveIsIdle()
    const before = await everyTable()
    expect(await liveStatements(() => send('GET /health'))).toBeGreaterThan(0)
    expect(await liveStatements(() => tellStory({ call }, 5))).toBe(0)
    const inSandbox = async (path: string, init: RequestInit = {}) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const answer = await exports.default.fetch(
        new Request(`https://calendar.test/s/${id}${path}`, { headers, ...init }),
      )
      await answer.text()
      return answer.status
    }
    const post = (path: string, json: object, method = 'POST') =>
      inSandbox(path, { method, body: JSON.stringify(json) })
    expect(await post(`/api/calendars/${calendar.slug}`, { name: 'Renamed' }, 'PATCH')).toBe(200)
    expect(
      await post('/api/events', {
        calendarSlug: calendar.slug,
        title: 'Mine',
        timezone: 'UTC',
        startAt: '2030-06-01T10:00:00Z',
      }),
    ).toBe(200)
    expect(await inSandbox(`/c/${calendar.slug}`)).toBe(200)
    for (const type of ['guest.registered', 'order.paid', 'order.refunded', 'event.cancelled'])
      expect((await call('POST /v1/test/triggers', { type })).status).toBe(200)
    const statuses = await callEverything({ base: `https://calendar.test/s/${id}`, slug: calendar.slug, key, token })
    expect(statuses[200], JSON.stringify(statuses)).toBeGreaterThan(60)
    const year = async () => {
      for (let month = 0; month < 13; month += 1) {
        expect((await call('POST /v1/test/clock/advance', { by: 'P4W' })).status).toBeLessThan(300)
        // On a busy machine the response is 202, and the advance continues.
        const clock = async () => (await call('GET /v1/test/clock')).body.data
        await expect.poll(clock, { timeout: 120_000 }).toMatchObject({ status: 'READY', failure: null })
      }
    }
    await liveIsIdle()
    expect(await liveStatements(year)).toBe(0)
    expect((await call('GET /v1/test/clock')).body.data.now.slice(0, 7)).toBe('2031-02')
    expect(await everyTable()).toEqual(before)
  })
})
