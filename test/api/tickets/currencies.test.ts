import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { createSharedStripe, paymentsBy } from '../../../src/platform/payments.ts'
import { registry } from '../../../src/registry.ts'
import { send } from '../../support/api.ts'
import { ordersOf, rowOf, setColumns } from '../../support/database.ts'
import { newCalendar, newCoupon, newEvent, newTicket, register } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

type Env = Parameters<typeof depsOf>[0]
const worker = env as unknown as Env
const keys = { STRIPE_SECRET_KEY: 'sk_test_loopback', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const stripe = createSharedStripe(keys)
const charged = createApp(registry, { ...depsOf(worker), payments: paymentsBy(stripe, keys) })

describe('ticket whose displayed price changed with the decimals of its currency', () => {
  it('is paused by the migration if it was on sale, while all other tickets stay unchanged', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 2_500, currency: 'HUF' })
    const paused = await newTicket(event, { price: 2_500, currency: 'HUF', status: 'PAUSED' })
    const euro = await newTicket(event, { price: 2_500 })
    const free = await newTicket(event)
    const step = inject('migrations').find(({ name }) => name.includes('_money'))
    for (const query of step?.queries.filter((each) => each.includes('UPDATE')) ?? []) await env.DB.prepare(query).run()
    const state = async (id: string) => {
      const row = await rowOf('tickets', id)
      return [row?.price, row?.currency, row?.is_paused, row?.is_price_doubted]
    }
    expect(await state(event.ticketId)).toEqual([2_500, 'HUF', 1, 1])
    expect(await state(paused.id)).toEqual([2_500, 'HUF', 1, 0])
    expect(await state(euro.id)).toEqual([2_500, 'EUR', 0, 0])
    expect(await state(free.id)).toEqual([0, null, 0, 0])
  })

  it('returns to ON_SALE only if the request contains a price', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 2_500, currency: 'HUF' })
    await setColumns('tickets', event.ticketId, { is_paused: 1, is_price_doubted: 1 })
    const change = (json: object) =>
      send(`PATCH /events/${event.id}/tickets/${event.ticketId}`, { as: home.owner, json })
    expect((await change({ name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed', status: 'PAUSED' })
    expect((await change({ status: 'ON_SALE' })).body).toMatchObject({ statusCode: 400, errors: [{ field: 'price' }] })
    expect((await register(event)).body.code).toBe('registration_closed')
    expect((await change({ price: 250_000 })).body.data).toMatchObject({ price: 250_000, status: 'ON_SALE' })
    expect((await register(event)).status).toBe(200)
    await setColumns('tickets', event.ticketId, { is_paused: 1, is_price_doubted: 1 })
    expect((await change({ price: 250_000, status: 'PAUSED' })).body.data.status).toBe('PAUSED')
    expect((await change({ status: 'ON_SALE' })).body.data.status).toBe('ON_SALE')
  })
})

describe('ticket currency', () => {
  it('may be any ISO 4217 currency for offline payment, and nothing else', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    const make = (currency: string) =>
      send(`POST /events/${event.id}/tickets`, { as: home.owner, json: { name: 'One', price: 1_001, currency } })
    expect((await make('KPW')).body.data.currency).toBe('KPW')
    expect((await make('KWD')).body.data.price).toBe(1_001)
    expect((await make('XAU')).body.errors).toMatchObject([{ field: 'currency' }])
  })

  it('returns 400 wherever a ticket is created or priced in a currency the provider cannot charge', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 1_000, currency: 'KPW' })
    const ask = async (line: string, json: object) => {
      const [method, path] = line.split(' ') as [string, string]
      const headers = { Authorization: `Bearer ${await tokenFor(home.owner)}`, 'Content-Type': 'application/json' }
      const request = new Request(`https://calendar.test/api${path}`, { method, headers, body: JSON.stringify(json) })
      return (await charged.fetch(request, env, createExecutionContext())).json()
    }
    const fault = (field: string) => ({ code: 'validation_failed', errors: [{ field }] })
    const tickets = `/events/${event.id}/tickets`
    const [kpw, fils] = [
      { price: 1_000, currency: 'KPW' },
      { price: 5_124, currency: 'KWD' },
    ]
    expect(await ask(`POST ${tickets}`, { name: 'One', ...kpw })).toMatchObject(fault('currency'))
    expect(await ask(`POST ${tickets}`, { name: 'One', ...fils })).toMatchObject(fault('price'))
    expect(await ask(`PATCH ${tickets}/${event.ticketId}`, { price: 2_000 })).toMatchObject(fault('currency'))
    const whole = { calendarSlug: home.slug, title: 'E', startAt: '2031-05-02T18:00:00Z', timezone: 'UTC' }
    expect(await ask('POST /events', { ...whole, tickets: [{ name: 'One', ...kpw }] })).toMatchObject(
      fault('tickets.0.currency'),
    )
    expect(await ask(`PATCH ${tickets}/${event.ticketId}`, { name: 'Still here' })).toMatchObject({
      data: { name: 'Still here', currency: 'KPW' },
    })
  })
})

describe('discount', () => {
  it('is rounded to an amount the provider can charge; only a full discount gives a total of 0', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 5_120, currency: 'KWD' })
    const whole = await newTicket(event, { price: 5_120, currency: 'KWD' })
    await newCoupon(home, { code: 'THIRD', percentOff: 33 })
    await newCoupon(home, { code: 'ALL', percentOff: 100 })
    await register(event, { ticketId: event.ticketId, couponCode: 'THIRD' })
    await register(event, { ticketId: whole.id, couponCode: 'ALL' })
    expect((await ordersOf(event)).map(({ discount, total }) => [discount, total])).toEqual([
      [1_680, 3_440],
      [5_120, 0],
    ])
  })
})
