import { describe, expect, it } from 'vitest'
import { send, type Answered } from '../../support/api.ts'
import { newCalendar, newKey, type Calendar } from '../../support/factories.ts'

const path = (calendar: Calendar, id = '') => `/calendars/${calendar.slug}/api-keys${id === '' ? '' : `/${id}`}`
const json = { name: 'Racer', scopes: ['guests:read'] }
const create = (calendar: Calendar, more: object = {}) =>
  send(`POST ${path(calendar)}`, { as: calendar.owner, json: { ...json, ...more } })
const switchTo = (calendar: Calendar, id: string, isActive: boolean) =>
  send(`PATCH ${path(calendar, id)}`, { as: calendar.owner, json: { isActive } })
const listed = async (calendar: Calendar) =>
  (await send(`GET ${path(calendar)}`, { as: calendar.owner })).body.data as { id: string; isActive: boolean }[]
const activeOf = async (calendar: Calendar) => (await listed(calendar)).filter(({ isActive }) => isActive).length

const expectOnlyThree = (answers: Answered[]) => {
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers).toHaveLength(refused.length + 3)
  for (const { body } of refused)
    expect(body).toMatchObject({ statusCode: 409, code: 'api_key_limit_reached', errors: [] })
}

describe('limit of three active API keys', () => {
  it('allows three of 20 concurrent creations and returns 409 api_key_limit_reached for the rest', async () => {
    const calendar = await newCalendar()
    expectOnlyThree(await Promise.all(Array.from({ length: 20 }, () => create(calendar))))
    expect(await listed(calendar)).toHaveLength(3)
  })

  it('allows three of 20 concurrent reactivations and returns 409 api_key_limit_reached for the rest', async () => {
    const calendar = await newCalendar()
    const ids: string[] = []
    for (let made = 0; made < 20; made += 1) {
      const { id } = await newKey(calendar, ['guests:read'])
      await switchTo(calendar, id, false)
      ids.push(id)
    }
    expectOnlyThree(await Promise.all(ids.map((id) => switchTo(calendar, id, true))))
    expect(await activeOf(calendar)).toBe(3)
  })

  it('leaves three active keys when creations and reactivations race', async () => {
    const calendar = await newCalendar()
    const resting = await newKey(calendar, ['guests:read'])
    await switchTo(calendar, resting.id, false)
    const moves = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? create(calendar) : switchTo(calendar, resting.id, true),
    )
    for (const { status } of await Promise.all(moves)) expect([200, 409]).toContain(status)
    expect(await activeOf(calendar)).toBe(3)
  })

  it('counts test keys, and allows activating a key that is already active', async () => {
    const calendar = await newCalendar()
    const { id } = (await create(calendar, { mode: 'test' })).body.data as { id: string }
    await create(calendar, { mode: 'test' })
    await create(calendar)
    expect((await create(calendar, { mode: 'test' })).status).toBe(409)
    expect((await switchTo(calendar, id, true)).status).toBe(200)
  })

  it('allows another key after one is revoked or deactivated', async () => {
    const calendar = await newCalendar()
    const [first, second] = await Promise.all([create(calendar), create(calendar), create(calendar)])
    await send(`DELETE ${path(calendar, first.body.data.id)}`, { as: calendar.owner })
    expect((await create(calendar)).status).toBe(200)
    await switchTo(calendar, second.body.data.id, false)
    expect((await create(calendar)).status).toBe(200)
    expect((await switchTo(calendar, second.body.data.id, true)).body.code).toBe('api_key_limit_reached')
    expect(await activeOf(calendar)).toBe(3)
  })

  it('does not count expired keys', async () => {
    const calendar = await newCalendar()
    const expiresAt = new Date(Date.now() + 400).toISOString()
    await Promise.all([create(calendar, { expiresAt }), create(calendar), create(calendar)])
    expect((await create(calendar)).status).toBe(409)
    await new Promise((later) => setTimeout(later, 450))
    expect((await create(calendar)).status).toBe(200)
  })
})
