import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { addMember, newCalendar, newDoor, newKey, newPass, type Calendar, type Event } from '../support/factories.ts'

/** A title that is written to D1 directly. A response that contains it did not come from the cache. */
const UNSEEN = 'Changed behind the back'

describe('cached public event list', () => {
  let calendar: Calendar
  let door: Event
  let keyId: string
  let passId: string

  const titleNow = async () => (await send(`GET /calendars/${calendar.slug}/events`)).body.data[0].title as string
  const byOwner = async (line: string, json?: object) => {
    expect((await send(line, { as: calendar.owner, ...(json === undefined ? {} : { json }) })).status).toBe(200)
  }

  beforeAll(async () => {
    calendar = await newCalendar()
    door = await newDoor(calendar)
    keyId = (await newKey(calendar, ['guests:read'])).id
    passId = (await newPass(door)).id
    await addMember(calendar, 'usr_leaving', 'STAFF')
    await titleNow()
    await env.DB.prepare('update events set title = ? where id = ?').bind(UNSEEN, door.id).run()
  })

  const keys = () => `/calendars/${calendar.slug}/api-keys`
  const members = () => `/calendars/${calendar.slug}/members`
  const passes = () => `/events/${door.id}/door-passes`

  it.each<[what: string, change: () => Promise<void>]>([
    ['creating an API key', () => byOwner(`POST ${keys()}`, { name: 'Till', scopes: ['guests:read'] })],
    ['renaming an API key', () => byOwner(`PATCH ${keys()}/${keyId}`, { name: 'Door' })],
    ['revoking an API key', () => byOwner(`DELETE ${keys()}/${keyId}`)],
    ['adding a member', () => byOwner(`POST ${members()}`, { userId: 'usr_new', role: 'STAFF' })],
    ['changing a role', () => byOwner(`POST ${members()}`, { userId: 'usr_new', role: 'MANAGER' })],
    ['removing a member', () => byOwner(`DELETE ${members()}/usr_leaving`)],
    ['creating a door pass', () => byOwner(`POST ${passes()}`, { label: 'Anna', hours: 1 })],
    ['revoking a door pass', () => byOwner(`DELETE ${passes()}/${passId}`)],
  ])('survives %s, which visitors don’t see', async (_what, change) => {
    await change()
    expect(await titleNow()).not.toBe(UNSEEN)
  })

  it('is purged by a change that visitors see', async () => {
    await byOwner(`PATCH /calendars/${calendar.slug}`, { name: 'Renamed' })
    expect(await titleNow()).toBe(UNSEEN)
  })
})
