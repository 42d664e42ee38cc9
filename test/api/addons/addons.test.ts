import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, newTicket, person } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

asks({
  'GET /v1/events/:eventId/addons': { scope: 'events:read', isWhole: true },
  'GET /events/:eventId/addons': { role: 'MANAGER', isWhole: true },
  'POST /v1/events/:eventId/addons': { scope: 'events:write' },
  'POST /events/:eventId/addons': { role: 'MANAGER' },
  'PATCH /v1/events/:eventId/addons/:addonId': { scope: 'events:write' },
  'PATCH /events/:eventId/addons/:addonId': { role: 'MANAGER' },
  'DELETE /v1/events/:eventId/addons/:addonId': { scope: 'events:write' },
  'DELETE /events/:eventId/addons/:addonId': { role: 'MANAGER' },
  'GET /public/events/:eventId/addons': { isOpen: true, isWhole: true },
})

const home = await newCalendar()
const { key } = await newKey(home, ['events:write', 'events:read'])
const create = (event: { id: string }, json: object) => asOwner(home, `POST /events/${event.id}/addons`, json)
const list = async (event: { id: string }) => (await asOwner(home, `GET /events/${event.id}/addons`)).body.data
const openList = async (event: { id: string }) => (await send(`GET /public/events/${event.id}/addons`)).body.data
const SHIRT = { name: 'T-shirt', price: 1_500, currency: 'EUR', stock: 50 }

describe('add-on', () => {
  it('is created, changed, listed and deleted', async () => {
    const event = await newEvent(home)
    const made = await send(`POST /v1/events/${event.id}/addons`, { key, json: SHIRT })
    expect(made.status, made.text).toBe(200)
    expect(made.body.data).toMatchObject({
      ...SHIRT,
      id: expect.stringMatching(/^add_/),
      per: 'SEAT',
      ticketIds: [],
      sold: 0,
      available: 50,
      maxQuantity: 10,
      status: 'ON_SALE',
    })
    const path = `/v1/events/${event.id}/addons/${made.body.data.id}`
    const changed = await send(`PATCH ${path}`, { key, json: { stock: null, price: 2_000 } })
    expect(changed.body.data).toMatchObject({ stock: null, available: null, price: 2_000, currency: 'EUR' })
    expect(await list(event)).toEqual([changed.body.data])
    const { net, tax, ...open } = changed.body.data
    expect([net, tax]).toEqual([2_000, 0])
    expect(await openList(event)).toEqual([open])
    expect((await send(`DELETE ${path}`, { key })).body.data).toEqual({ id: made.body.data.id, deleted: true })
    expect((await send(`DELETE ${path}`, { key })).status).toBe(404)
    expect((await send(`PATCH ${path}`, { key, json: { stock: 1 } })).status).toBe(404)
    expect(await list(event)).toEqual([])
  })

  it('returns 409 conflicting_edits if another request changes it during each attempt', async () => {
    const event = await newEvent(home)
    const { id } = (await create(event, SHIRT)).body.data
    let commits = 0
    const app = appWith({
      commit: async (change) => {
        commits += 1
        await setColumns('addons', id, { updated_at: commits })
        return deps.commit(change)
      },
    })
    const answer = await app.request(`/api/v1/events/${event.id}/addons/${id}`, {
      method: 'PATCH',
      headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ price: 2_000 }),
    })
    expect(await answer.json()).toMatchObject({ statusCode: 409, code: 'conflicting_edits' })
    expect(commits).toBeGreaterThan(1)
    expect(await list(event)).toMatchObject([SHIRT])
  })

  it.each([
    ['currency', { name: 'Cup', price: 100 }],
    ['price', { name: 'Cup', price: -1, currency: 'EUR' }],
    ['price', { name: 'Cup', price: 2 ** 53, currency: 'EUR' }],
    ['price', { name: 'Cup', price: 1.5, currency: 'EUR' }],
    ['stock', { name: 'Cup', stock: -1 }],
    ['stock', { name: 'Cup', stock: 1e9 }],
    ['maxQuantity', { name: 'Cup', maxQuantity: 0 }],
    ['maxQuantity', { name: 'Cup', maxQuantity: 101 }],
    ['per', { name: 'Cup', per: 'PERSON' }],
    ['ticketIds', { name: 'Cup', ticketIds: ['tkt_foreign'] }],
    ['taxRateId', { name: 'Cup', taxRateId: 'tax_foreign' }],
    ['salesEndAt', { name: 'Cup', salesStartAt: '2030-01-02T00:00:00Z', salesEndAt: '2030-01-01T00:00:00Z' }],
  ])('is refused with the field %s for %j', async (field, json) => {
    const event = await newEvent(home)
    const answer = await create(event, json)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect(await list(event)).toEqual([])
  })

  it('keeps its key and its unit', async () => {
    const event = await newEvent(home)
    const { id } = (await create(event, { ...SHIRT, key: 'shirt' })).body.data
    const other = await create(event, { name: 'Cup', key: 'shirt' })
    expect([other.status, other.body.errors[0].field]).toEqual([400, 'key'])
    for (const [field, json] of [
      ['key', { key: 'cup' }],
      ['per', { per: 'ORDER' }],
    ] as const) {
      const answer = await asOwner(home, `PATCH /events/${event.id}/addons/${id}`, json)
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    }
  })

  it('is hidden from the order form while paused or after its sales', async () => {
    const event = await newEvent(home)
    await create(event, { ...SHIRT, status: 'PAUSED' })
    await create(event, { ...SHIRT, salesEndAt: '2020-01-01T00:00:00Z' })
    await create(event, { ...SHIRT, name: 'Later', salesStartAt: '2099-01-01T00:00:00Z' })
    await create(event, { ...SHIRT, name: 'None', stock: 0 })
    expect((await list(event)).map(({ status }: { status: string }) => status)).toEqual([
      'PAUSED',
      'ENDED',
      'SCHEDULED',
      'SOLD_OUT',
    ])
    expect((await openList(event)).map(({ name }: { name: string }) => name)).toEqual(['Later', 'None'])
  })

  it('returns 409 for the 51st of an event', async () => {
    const event = await newEvent(home)
    for (let number = 0; number < 50; number += 1) await create(event, { name: `Cup ${number}` })
    expect(await create(event, { name: 'Too many' })).toMatchObject({
      status: 409,
      body: { code: 'addon_limit_reached' },
    })
  })

  it('can’t be deleted once sold, and its stock and currency stay valid', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const { id } = (await create(event, SHIRT)).body.data
    const bought = await send(`POST /public/events/${event.id}/registrations`, {
      json: { buyer: person(), attendees: [{ addons: [{ addonId: id, quantity: 2 }] }] },
    })
    expect(bought.status, bought.text).toBe(200)
    const path = `/events/${event.id}/addons/${id}`
    expect(await asOwner(home, `DELETE ${path}`)).toMatchObject({ status: 409, body: { code: 'addon_sold' } })
    for (const [field, json] of [
      ['stock', { stock: 1 }],
      ['currency', { currency: 'USD' }],
    ] as const) {
      const answer = await asOwner(home, `PATCH ${path}`, json)
      expect([answer.status, answer.body.errors[0].field], field).toEqual([400, field])
    }
    expect((await asOwner(home, `PATCH ${path}`, { stock: 2 })).body.data).toMatchObject({
      sold: 2,
      status: 'SOLD_OUT',
    })
  })

  it('is copied with its event, for the copies of its tickets', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const vip = await newTicket(event, { name: 'VIP', price: 5_000 })
    await create(event, { ...SHIRT, ticketIds: [vip.id], per: 'ORDER' })
    const copy = (await asOwner(home, `POST /events/${event.id}/duplicate`, {})).body.data
    const [addon] = await list(copy)
    expect(addon).toMatchObject({ ...SHIRT, per: 'ORDER', sold: 0 })
    expect(addon.ticketIds).toEqual(
      copy.tickets.filter(({ name }: { name: string }) => name === 'VIP').map((ticket: { id: string }) => ticket.id),
    )
  })

  it('appears in the change feed', async () => {
    const event = await newEvent(home)
    const start = (await send('GET /v1/changes?cursor=now', { key })).body.meta.cursor
    const { id } = (await create(event, SHIRT)).body.data
    await asOwner(home, `PATCH /events/${event.id}/addons/${id}`, { status: 'PAUSED' })
    const { data } = (await send(`GET /v1/changes?cursor=${start}`, { key })).body
    const changes = data.filter(({ object }: { object: string }) => object === 'addon')
    expect(changes).toMatchObject([
      { id, op: 'upsert', current: { name: 'T-shirt', status: 'PAUSED' } },
      { id, op: 'upsert', fields: ['updatedAt', 'status'] },
    ])
  })
})
