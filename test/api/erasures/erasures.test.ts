import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as schema from '../../../src/db/schema.ts'
import { RETAINED } from '../../../src/db/personal/retained.ts'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { insertAll, mailsTo, rowOf, setColumns, type Columns } from '../../support/database.ts'
import { addMember, newCalendar, newEvent, newKey, newOrder, register } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { whereKept } from '../../support/everywhere.ts'
import { newWorld } from '../../support/worlds.ts'
import { DAY, erase, eraseDue, later, leftOf, PAST } from '../../support/erasures.ts'
import { GRACE_MS, runErasures } from '../../../src/modules/erasures/index.ts'

asks({
  'GET /calendars/:slug/erasure': { role: 'OWNER' },
  'POST /calendars/:slug/erasure': { role: 'OWNER' },
  'DELETE /calendars/:slug/erasure': { role: 'OWNER' },
  'GET /events/:eventId/erasure': { role: 'OWNER' },
  'POST /events/:eventId/erasure': { role: 'OWNER' },
  'DELETE /events/:eventId/erasure': { role: 'OWNER' },
  'GET /me/erasure': { role: null },
  'POST /me/erasure': { role: null },
  'DELETE /me/erasure': { role: null },
})

/** Columns that refer to a calendar or to an object in one, with the object of the test world that they refer to. */
const REFERENCES: Readonly<Record<string, string>> = {
  calendar_id: 'calendar',
  event_id: 'events',
  guest_id: 'guests',
  order_id: 'orders',
  place: 'events',
  series_id: 'series',
  coupon_id: 'coupons',
  webhook_id: 'webhooks',
  delivery_id: 'webhook-deliveries',
  scheduled_export_id: 'scheduled-exports',
  checkin_id: 'checkins',
  owner_id: 'events',
}
const REFERRING = Object.values(schema).flatMap((table) => {
  if (!is(table, SQLiteTable)) return []
  const columns = getTableConfig(table).columns.filter(({ generated }) => generated === undefined)
  return columns.some(({ name }) => name in REFERENCES) ? [{ name: getTableName(table), columns }] : []
})

/** Returns a row whose references point to the test world. All other columns get the simplest valid value. */
const rowIn = ({ name: table, columns }: (typeof REFERRING)[number], ids: Record<string, string>): Columns =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const { name, notNull, enumValues, dataType } = column
      const reference = REFERENCES[name]
      if (reference !== undefined) return [[name, ids[reference] ?? '']]
      if (!notNull && name !== 'about') return []
      if (name === 'id') return [[name, `${table}_of_world`]]
      if (dataType.startsWith('object') || dataType === 'json') return [[name, '[]']]
      return [[name, enumValues?.[0] ?? (column.getSQLType() === 'integer' ? 0 : `${table} ${name}`)]]
    }),
  )
describe('an event', () => {
  const pastWithGuest = async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const guest = (await register(event)).body.data.guest
    await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
    return { calendar, event, guest, path: `/events/${event.id}/erasure`, as: calendar.owner }
  }

  it('names counts, kept records and the text to confirm with', async () => {
    const { path, as, event } = await pastWithGuest()
    const { data } = (await send(`GET ${path}`, { as })).body
    expect(data).toMatchObject({ eraseAt: null, blocks: [], erases: { events: 1, guests: 1 } })
    expect(data.confirm).toBe((await rowOf('events', event.id))?.['title'])
    expect(data.stays.length).toBe(RETAINED.length)
  })

  it.each([
    [{ confirm: 'Another name' }, 422, 'confirmation_mismatch'],
    [{ confirm: '' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ confirm: 7 }, 400, 'validation_failed'],
  ])('refuses %j', async (json, status, code) => {
    const { path, as, event } = await pastWithGuest()
    const answer = await send(`POST ${path}`, { as, json })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await rowOf('events', event.id))?.['erase_at']).toBeNull()
  })

  it('must be over or cancelled', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const path = `/events/${event.id}/erasure`
    const refused = await erase(path, calendar.owner)
    expect([refused.status, refused.body.code]).toEqual([409, 'erasure_blocked'])
    expect(refused.body.data.blocks).toEqual([{ kind: 'EVENT_AHEAD', calendarSlug: calendar.slug, count: 1 }])
    await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
    expect((await erase(path, calendar.owner)).status).toBe(200)
  })

  it('waits for refunds without a result', async () => {
    const calendar = await newCalendar()
    const { event, order } = await newOrder(calendar)
    await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
    await setColumns('orders', order.id, { effect: 'SENT' })
    const refused = await erase(`/events/${event.id}/erasure`, calendar.owner)
    expect(refused.body.data.blocks).toMatchObject([{ kind: 'OPEN_PAYMENTS', count: 1 }])
  })

  it('is private and read-only while its erasure is pending, and is restored by a cancellation', async () => {
    const { path, as, event, calendar } = await pastWithGuest()
    const { key } = await newKey(calendar)
    const marked = await erase(path, as)
    expect(Date.parse(marked.body.data.eraseAt)).toBeGreaterThan(Date.now() + GRACE_MS - 60_000)
    expect((await erase(path, as)).body.data).toEqual(marked.body.data)
    expect((await send(`GET /public/events/${event.slug}`)).status).toBe(404)
    for (const call of [
      await send(`PATCH /events/${event.id}`, { as, json: { title: 'Other' } }),
      await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'Other' } }),
    ])
      expect([call.status, call.body.code]).toEqual([409, 'erasure_pending'])
    expect((await send(`GET /v1/events/${event.id}`, { key })).status).toBe(200)
    expect((await send(`DELETE ${path}`, { as })).body.data).toEqual({ eraseAt: null })
    expect(await rowOf('events', event.id)).toMatchObject({ erase_at: null, visibility: 'PUBLIC' })
    expect((await send(`PATCH /events/${event.id}`, { as, json: { title: 'Other' } })).status).toBe(200)
    const again = await send(`DELETE ${path}`, { as })
    expect([again.status, again.body.code]).toEqual([409, 'erasure_not_pending'])
  })

  it('erases everything after 30 days except the named records and the calendar’s other events', async () => {
    const { path, as, event, guest, calendar } = await pastWithGuest()
    const other = await newEvent(calendar)
    const kept = (await register(other)).body.data.guest
    await erase(path, as)
    await runErasures(later(GRACE_MS - DAY))
    expect(await rowOf('guests', guest.id)).not.toBeNull()
    await eraseDue()
    expect(await leftOf([event.id, guest.id, guest.email])).toEqual([])
    expect(await rowOf('guests', kept.id)).toMatchObject({ email: kept.email })
  })

  it('reports each deletion in the change feed', async () => {
    const { path, as, event, guest, calendar } = await pastWithGuest()
    const { key } = await newKey(calendar)
    await erase(path, as)
    const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
    await eraseDue()
    const { data } = (await send(`GET /v1/changes?cursor=${cursor}`, { key })).body
    const deleted = data.filter(({ op }: { op: string }) => op === 'delete')
    const named = deleted.map((change: { object: string; id: string }) => `${change.object} ${change.id}`)
    expect(named).toEqual(expect.arrayContaining([`guest ${guest.id}`, `event ${event.id}`]))
  })
})

describe('a calendar', () => {
  it('can’t go while upcoming events have guests', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    await register(event)
    const path = `/calendars/${calendar.slug}/erasure`
    expect((await erase(path, calendar.owner)).body.data.blocks).toMatchObject([
      { kind: 'EVENTS_WITH_GUESTS', count: 1 },
    ])
    await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
    expect((await erase(path, calendar.owner)).status).toBe(200)
  })

  it('is erased from every table, file and object', async () => {
    const world = await newWorld()
    const { calendar, slug } = world
    const ids: Record<string, string> = { ...world.ids, calendar: calendar.id, checkins: 'chk_of_world' }
    await send(`POST /events/${ids['events']}/cancel`, { as: calendar.owner, json: {} })
    const path = `/calendars/${slug}/erasure`
    const marked = await erase(path, calendar.owner)
    expect(marked.status, marked.text).toBe(200)
    const texts = [...new Set(Object.values(REFERENCES))].map((part) => ids[part] ?? part)
    const places = async () => (await whereKept(texts)).map((place) => place.split(' in the table ').at(-1))
    const before = await places()
    const missing = REFERRING.filter(({ name }) => !before.includes(name))
    const first = ['checkins', 'scheduled_exports', 'checkpoints']
    for (const table of missing.toSorted((left, right) => first.indexOf(right.name) - first.indexOf(left.name)))
      await insertAll({
        [table.name]: [table.name === 'checkins' ? { ...rowIn(table, ids), id: 'chk_of_world' } : rowIn(table, ids)],
      })
    const filled = await places()
    expect(REFERRING.filter(({ name }) => !filled.includes(name))).toEqual([])
    await eraseDue()
    expect(await leftOf(texts)).toEqual([])
    expect((await send(`GET ${path}`, { as: calendar.owner })).status).toBe(404)
  })

  it('emails its owners immediately and a week before, and stops after a cancellation', async () => {
    const calendar = await newCalendar()
    const owner = { token: await tokenFor(calendar.owner, { email: 'erasing@owners.test', email_verified: true }) }
    await send('PUT /me/profile', owner)
    const path = `/calendars/${calendar.slug}/erasure`
    const kinds = async () => (await mailsTo('erasing@owners.test')).map(({ kind }) => kind)
    await erase(path, calendar.owner)
    expect(await kinds()).toEqual(['erasure-requested'])
    for (const days of [22, 23.5, 24]) await runErasures(later(days * DAY))
    expect(await kinds()).toEqual(['erasure-requested', 'erasure-soon'])
    await send(`DELETE ${path}`, { as: calendar.owner })
    await eraseDue()
    expect(await kinds()).toHaveLength(2)
    expect(await rowOf('calendars', calendar.id)).toMatchObject({ erase_at: null, visibility: 'PUBLIC' })
  })

  it('is for owners only', async () => {
    const calendar = await newCalendar()
    const manager = await addMember(calendar, 'usr_erasing_manager', 'MANAGER')
    const json = { confirm: 'x' }
    const path = `/calendars/${calendar.slug}/erasure`
    const calls = [
      await send(`GET ${path}`, { as: manager }),
      await send(`POST ${path}`, { as: manager, json }),
      await send(`DELETE ${path}`, { as: manager }),
    ]
    expect(calls.map(({ body }) => body.code)).toEqual(Array.from(calls, () => 'role_insufficient'))
  })
})

describe('an account', () => {
  const profile = (name: string) => ({ name, email: `${name}@leaving.test`, email_verified: true })

  it('is erased with its calendars, its name and its id in every record', async () => {
    const alone = await newCalendar({ owner: 'usr_leaving' })
    const shared = await newCalendar()
    await addMember(shared, 'usr_leaving', 'MANAGER')
    const token = await tokenFor('usr_leaving', profile('leaving'))
    await send('PUT /me/profile', { token })
    await send('PATCH /me/account', { token, json: { locale: 'fr' } })
    const event = await newEvent(shared)
    await send(`POST /events/${event.id}/door-passes`, { token, json: { label: 'North', hours: 8 } })
    const { data } = (await send('GET /me/erasure', { token })).body
    expect(data).toMatchObject({ confirm: 'leaving@leaving.test', blocks: [], erases: { events: 0, members: 1 } })
    expect((await send('POST /me/erasure', { token, json: { confirm: data.confirm } })).status).toBe(200)
    expect((await send('GET /me', { token })).body.data.eraseAt).not.toBeNull()
    await eraseDue()
    expect(await leftOf(['usr_leaving', 'leaving@leaving.test', alone.id])).toEqual([])
    expect(await rowOf('calendars', shared.id)).not.toBeNull()
  })

  it('can’t be erased while its user is the only owner of a calendar with other members', async () => {
    const calendar = await newCalendar({ owner: 'usr_captain' })
    await addMember(calendar, 'usr_crew', 'STAFF')
    const refused = await erase('/me/erasure', 'usr_captain')
    expect([refused.status, refused.body.code]).toEqual([409, 'erasure_blocked'])
    expect(refused.body.data.blocks).toEqual([{ kind: 'ONLY_OWNER', calendarSlug: calendar.slug, count: 1 }])
    await addMember(calendar, 'usr_crew', 'OWNER')
    expect((await erase('/me/erasure', 'usr_captain')).status).toBe(200)
  })

  it('waits if it has become the only owner since the request', async () => {
    const calendar = await newCalendar({ owner: 'usr_first' })
    await addMember(calendar, 'usr_second', 'OWNER')
    await addMember(calendar, 'usr_third', 'STAFF')
    await erase('/me/erasure', 'usr_first')
    await send(`DELETE /calendars/${calendar.slug}/members/usr_second`, { as: 'usr_first' })
    await eraseDue()
    expect((await send('GET /me', { as: 'usr_first' })).body.data.calendars).toHaveLength(1)
  })

  it('takes its calendars back with it', async () => {
    const calendar = await newCalendar({ owner: 'usr_staying' })
    await erase('/me/erasure', 'usr_staying')
    expect((await send(`GET /public/calendars/${calendar.slug}`)).status).toBe(404)
    expect((await send('DELETE /me/erasure', { as: 'usr_staying' })).body.data).toEqual({ eraseAt: null })
    await eraseDue()
    expect(await rowOf('calendars', calendar.id)).toMatchObject({ erase_at: null, visibility: 'PUBLIC' })
  })
})
