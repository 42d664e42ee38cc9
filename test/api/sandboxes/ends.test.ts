import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'
import { newSandbox } from '../../support/sandboxes.ts'

const setPlan = async (calendar: Calendar, plan: string) => {
  const { status, text } = await send(`PUT /calendars/${calendar.slug}/plan`, {
    token: await operatorToken(),
    json: { plan },
  })
  expect(status, text).toBe(200)
}

const pageOf = async (id: string, slug: string) =>
  (await exports.default.fetch(new Request(`https://calendar.test/s/${id}/c/${slug}`))).status

describe('the sandboxes of a calendar that loses the plan PRO', () => {
  it('are closed, with everything in them, until it has PRO again', async () => {
    const calendar = await newCalendar()
    const { id, call } = await newSandbox(calendar)
    await setPlan(calendar, 'PLUS')
    const closed = await call('GET /v1/me')
    expect(closed).toMatchObject({ status: 403, body: { code: 'plan_insufficient' } })
    expect(closed.headers.get('X-Svc-Mode')).toBe('test')
    expect(await call('POST /v1/test/clock/advance', { by: 'P1D' })).toMatchObject({ status: 403 })
    expect(await pageOf(id, calendar.slug)).toBe(403)
    await setPlan(calendar, 'PRO')
    expect((await call('GET /v1/me')).status).toBe(200)
    expect(await pageOf(id, calendar.slug)).toBe(200)
  })

  it('can be listed and deleted, but not created', async () => {
    const calendar = await newCalendar()
    const { id } = await newSandbox(calendar)
    await setPlan(calendar, 'FREE')
    const sandboxes = `/calendars/${calendar.slug}/sandboxes`
    const create = await send(`POST ${sandboxes}`, { as: calendar.owner, json: {} })
    expect(create).toMatchObject({ status: 403, body: { code: 'plan_insufficient' } })
    expect((await send(`GET ${sandboxes}`, { as: calendar.owner })).body.data).toMatchObject([{ id }])
    expect((await send(`GET ${sandboxes}/${id}`, { as: calendar.owner })).status).toBe(200)
    expect((await send(`DELETE ${sandboxes}/${id}`, { as: calendar.owner })).status).toBe(200)
    expect((await send(`GET ${sandboxes}`, { as: calendar.owner })).body.data).toEqual([])
  })
})

describe('the sandboxes of a calendar that is not deleted', () => {
  it('stay if it has events', async () => {
    const calendar = await newCalendar()
    const { call } = await newSandbox(calendar)
    await newEvent(calendar, { status: 'DRAFT' })
    const refused = await send(`DELETE /calendars/${calendar.slug}`, { as: calendar.owner })
    expect(refused).toMatchObject({ status: 409, body: { code: 'calendar_has_events' } })
    expect((await call('GET /v1/me')).status).toBe(200)
  })
})

describe('a rehearsal of a calendar that is suspended', { timeout: 120_000 }, () => {
  it('ends, and a later one can run', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const suspend = async (suspended: boolean) =>
      send(`PUT /calendars/${calendar.slug}/suspension`, {
        token: await operatorToken(),
        json: suspended ? { suspended, reason: 'spam' } : { suspended },
      })
    const rehearse = (guests: number) =>
      send(`POST /events/${event.id}/rehearsals`, { as: calendar.owner, json: { guests } })
    expect((await rehearse(100)).status).toBe(202)
    expect((await suspend(true)).status).toBe(200)
    expect((await send(`GET /events/${event.id}/rehearsals`, { as: calendar.owner })).body.data).toEqual([])
    expect((await suspend(false)).status).toBe(200)
    const { body } = await rehearse(1)
    const read = () => send(`GET /events/${event.id}/rehearsals/${body.data.id}`, { as: calendar.owner })
    await expect.poll(async () => (await read()).body.data.status, { timeout: 60_000 }).toBe('DONE')
  })
})
