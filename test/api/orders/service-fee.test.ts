import { env, exports } from 'cloudflare:workers'
import { assert as holds, constantFrom, integer, option, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/db/database.ts'
import { rowsFrom, statement } from '../../../src/db/statement.ts'
import { feeOfSeat } from '../../../src/modules/orders/sums.store.ts'
import { stepOf } from '../../../src/kernel/money.ts'
import { serviceFeeOf, type ServiceFee } from '../../../src/kernel/sums.ts'
import { sql } from 'drizzle-orm'
import { send } from '../../support/api.ts'
import { setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, newTicket, person, register } from '../../support/factories.ts'
import { asOwner, orderNow, pay, refund } from '../../support/orders.ts'

const home = await newCalendar()
/** 2.5 % and 0.50 EUR: 1.00 EUR of 20.00 EUR. */
const FEE = { percent: 250, fixed: 50, currency: 'EUR' }
const patch = (line: string, json: object) => asOwner(home, `PATCH ${line}`, json)

const buy = async (event: { id: string }, attendees: object[], fields: object = {}) => {
  const answer = await send(`POST /public/events/${event.id}/registrations`, {
    json: { buyer: person(), attendees, ...fields },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const buyOne = async (event: { id: string }) => (await register(event)).body.data
const sum = (each: readonly Record<string, number>[], field: string) =>
  each.reduce((total, row) => total + (row[field] ?? 0), 0)

describe('service fee', () => {
  it('is part of the total of one seat', async () => {
    const event = await newEvent(home, { serviceFee: FEE }, { price: 2_000 })
    const { order } = await buyOne(event)
    expect(order).toMatchObject({ subtotal: 2_100, discount: 0, total: 2_100, fee: 100, currency: 'EUR' })
    expect(order.items).toMatchObject([{ unitPrice: 2_000, total: 2_000 }])
    const shown = (await send(`GET /events/slug/${event.slug}`)).body.data
    expect(shown).toMatchObject({
      serviceFee: { percent: 250, refundable: false },
      tickets: [{ price: 2_000, fee: 100 }],
    })
  })

  it('is paid for each seat that costs something after the coupon', async () => {
    const event = await newEvent(home, { serviceFee: FEE }, { price: 2_000 })
    const free = await newTicket(event, { name: 'Child' })
    await newCoupon(home, { code: 'HALF', percentOff: 50, maxDiscountedSeats: 1 })
    const { ticketId } = event
    const { order } = await buy(event, [{ ticketId }, { ticketId }, { ticketId: free.id }], { couponCode: 'HALF' })
    // 25 + 50 for the seat at 1,000, and 50 + 50 for the seat at 2,000.
    expect(order).toMatchObject({ subtotal: 4_175, discount: 1_000, total: 3_175, fee: 175 })
    await newCoupon(home, { code: 'ALL', percentOff: 100 })
    const { order: nothing } = await buy(event, [{ ticketId }, { ticketId }], { couponCode: 'ALL' })
    expect(nothing).toMatchObject({ status: 'PAID', total: 0, fee: 0 })
  })

  it('of the event replaces that of the calendar', async () => {
    const { slug } = home
    expect((await patch(`/calendars/${slug}`, { serviceFee: { percent: 1_000 } })).body.data.serviceFee).toEqual({
      percent: 1_000,
      fixed: 0,
      cap: null,
      currency: null,
      taxRateId: null,
      refundable: false,
    })
    const event = await newEvent(home, {}, { price: 2_000 })
    expect((await buyOne(event)).order).toMatchObject({ fee: 200, total: 2_200 })
    await patch(`/events/${event.id}`, { serviceFee: { percent: 0 } })
    expect((await buyOne(event)).order).toMatchObject({ fee: 0, total: 2_000 })
    await patch(`/events/${event.id}`, { serviceFee: null })
    expect((await buyOne(event)).order).toMatchObject({ fee: 200 })
    await patch(`/calendars/${slug}`, { serviceFee: null })
    expect((await buyOne(event)).order).toMatchObject({ fee: 0 })
  })

  it('has a fixed amount and a cap only in their currency', async () => {
    const capped = await newEvent(home, { serviceFee: { ...FEE, cap: 60 } }, { price: 2_000 })
    expect((await buyOne(capped)).order.fee).toBe(60)
    const dinars = await newEvent(
      home,
      { serviceFee: { ...FEE, percent: 333, cap: 1 } },
      { price: 1_000, currency: 'KWD' },
    )
    expect((await buyOne(dinars)).order).toMatchObject({ fee: 40, total: 1_040 })
  })

  it('is paid by a guest who waited', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true, serviceFee: FEE }, { price: 2_000 })
    const { guest } = await buyOne(event)
    const waiting = await buyOne(event)
    expect(waiting.order).toBeNull()
    await patch(`/events/${event.id}/guests/${guest.id}/status`, { status: 'CANCELLED' })
    const orders = (await asOwner(home, `GET /events/${event.id}/orders`)).body.data
    expect(orders[0]).toMatchObject({ status: 'PENDING', total: 2_100, fee: 100 })
  })

  it('leaves an unpaid order with the seat', async () => {
    const event = await newEvent(home, { serviceFee: FEE }, { price: 2_000 })
    const { order, guests } = await buy(event, [{}, {}])
    expect(order).toMatchObject({ total: 4_200, fee: 200 })
    await patch(`/events/${event.id}/guests/${guests[0].id}/status`, { status: 'CANCELLED' })
    expect(await orderNow(home, event, order.id)).toMatchObject({ total: 2_100, fee: 100, subtotal: 2_100 })
  })

  it.each([
    ['percent', { percent: -1 }],
    ['percent', { percent: 10_001 }],
    ['percent', { percent: 2.5 }],
    ['fixed', { fixed: -1, currency: 'EUR' }],
    ['fixed', { fixed: 100_000_001, currency: 'EUR' }],
    ['cap', { cap: 0, currency: 'EUR' }],
    ['currency', { fixed: 50 }],
    ['currency', { cap: 50 }],
    ['taxRateId', { percent: 1, taxRateId: 'tax_unknown' }],
  ])('returns 400 for %s in %j', async (field, serviceFee) => {
    const answer = await patch(`/calendars/${home.slug}`, { serviceFee })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ field: `serviceFee.${field}` }])
  })
})

describe('order form with a service fee', () => {
  const pageOf = async (event: { slug: string }) =>
    (await exports.default.fetch(new Request(`http://localhost/e/${event.slug}`))).text()

  it('shows prices with the fee', async () => {
    const event = await newEvent(home, { serviceFee: FEE }, { price: 2_000 })
    const page = await pageOf(event)
    expect(page).toContain('€21.00')
    expect(page).toContain('Includes a service fee of €1.00')
    expect(page).not.toContain('€20.00')
    expect(await pageOf(await newEvent(home, {}, { price: 2_000 }))).not.toContain('service fee of €')
  })

  it('names the fee on the guest’s page', async () => {
    const event = await newEvent(home, { serviceFee: FEE }, { price: 2_000 })
    const { manageUrl } = await buyOne(event)
    const asked = new Request(manageUrl, { headers: { Accept: 'text/html' } })
    const page = await (await exports.default.fetch(asked)).text()
    expect(page).toContain('Service fee')
    expect(page).toContain('€1.00')
  })
})

describe('refunds with a service fee', () => {
  const paid = async (fields: Record<string, unknown>, attendees: object[] | null = [{}, {}]) => {
    const event = await newEvent(home, fields, { price: 2_000 })
    const made = attendees === null ? await buyOne(event) : await buy(event, attendees)
    await pay(home, event, made.order.id)
    return { event, ...made }
  }

  it.each([
    [false, 4_000, 'PARTIALLY_REFUNDED'],
    [true, 4_200, 'REFUNDED'],
  ])('give it back seat by seat with refundable %s', async (refundable, back, status) => {
    const { event, order, guests } = await paid({ serviceFee: { ...FEE, refundable } })
    await patch(`/events/${event.id}`, { serviceFee: null })
    for (const { id } of [guests[1], guests[0]]) {
      const answer = await refund(home, event, order.id, { items: [{ guestId: id }] })
      expect(answer.body.data.refund.amount).toBe(back / 2)
    }
    expect(await orderNow(home, event, order.id)).toMatchObject({ refunded: back, status })
    const sales = (await asOwner(home, `GET /events/${event.id}/sales`)).body.data
    expect(sales.totals).toMatchObject([{ subtotal: 4_200, gross: 4_200, refunded: back, net: 4_200 - back }])
  })

  it('keep the fee of a single seat', async () => {
    const { event, order, guest } = await paid({ serviceFee: FEE }, null)
    const answer = await refund(home, event, order.id, { items: [{ guestId: guest.id }] })
    expect(answer.body.data.refund.amount).toBe(2_000)
    expect((await refund(home, event, order.id)).body.data.refund.amount).toBe(100)
    expect(await orderNow(home, event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: 2_100 })
  })

  it('include it once the event is cancelled', async () => {
    const { event, order, guests } = await paid({ serviceFee: FEE })
    await patch(`/events/${event.id}`, { status: 'CANCELLED' })
    const answer = await refund(home, event, order.id, { items: [{ guestId: guests[0].id }] })
    expect(answer.body.data.refund.amount).toBe(2_100)
  })

  it.each([
    [false, { refund: 1_000, kept: 1_100 }],
    [true, { refund: 1_050, kept: 1_050 }],
  ])('of guests who cancel follow the policy with refundable %s', async (refundable, expected) => {
    const refundPolicy = { steps: [{ hoursBefore: 1, percent: 50 }] }
    const { event, order, manageUrl } = await paid({ refundPolicy, serviceFee: { ...FEE, refundable } }, null)
    const { data } = (await send(`GET ${manageApi(manageUrl)}/cancellation`)).body
    expect(data).toMatchObject(expected)
    expect((await send(`POST ${manageApi(manageUrl)}/cancel`, { json: { quote: data.quote } })).status).toBe(200)
    expect(await orderNow(home, event, order.id)).toMatchObject({ refunded: expected.refund })
  })

  it('return the tax of the fee at its own rate', async () => {
    const own = await newCalendar()
    const as = own.owner
    const rate = (json: object) => send(`POST /calendars/${own.slug}/tax-rates`, { as, json })
    const low = (await rate({ name: 'Low', rate: 700 })).body.data
    await rate({ name: 'VAT', rate: 1_900, isDefault: true })
    const serviceFee = { fixed: 107, currency: 'EUR', taxRateId: low.id, refundable: true }
    const event = await newEvent(own, { serviceFee }, { price: 1_190 })
    const { order, guests } = await buy(event, [{}, {}])
    const taxes = (first: number, second: number) => [
      { rate: 1_900, gross: 2_380, net: 2_000, tax: 380, refundedTax: first },
      { rate: 700, gross: 214, net: 200, tax: 14, refundedTax: second },
    ]
    expect(order.taxes).toMatchObject(taxes(0, 0))
    await pay(own, event, order.id)
    await refund(own, event, order.id, { items: [{ guestId: guests[0].id }] })
    expect((await orderNow(own, event, order.id)).taxes).toMatchObject(taxes(190, 7))
    expect((await send(`DELETE /calendars/${own.slug}/tax-rates/${low.id}`, { as })).status).toBe(200)
    expect((await send(`GET /events/${event.id}`, { as })).body.data.serviceFee.taxRateId).toBeNull()
    expect((await buyOne(event)).order.taxes).toMatchObject([{ rate: 1_900, gross: 1_297 }])
  })
})

describe('SQL and TypeScript', () => {
  const CURRENCIES = ['EUR', 'JPY', 'KWD', 'MGA']
  const amounts = [0, 1, 2, 49, 50, 199, 200, 201, 999, 1_000, 12_345, 99_999_999, 100_000_000]
  const fees = record({
    percent: integer({ min: 0, max: 10_000 }),
    fixed: integer({ min: 0, max: 5_000 }),
    cap: option(integer({ min: 1, max: 100_000_000 }), { nil: null }),
    currency: constantFrom(...CURRENCIES),
  })

  it('compute the same fee for every rule, amount and currency', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const rules: ServiceFee[] = []
    const noted = property(fees, (rule) => void rules.push({ ...rule, taxRateId: null, refundable: false }))
    holds(noted, { numRuns: 200, seed: 36 })
    const db = openDatabase(env.DB)
    const cases = CURRENCIES.flatMap((currency) => amounts.map((paid) => ({ paid, currency, step: stepOf(currency) })))
    const fee = feeOfSeat('paid', { eventId: 'event_id', currency: 'currency', step: 'step' })
    for (const rule of rules) {
      await setColumns('events', event.id, { service_fee: JSON.stringify(rule) })
      const rows = await rowsFrom(
        db,
        statement<{ fee: number }>(sql`select ${fee} as fee from (
          select i.value ->> 'paid' as paid, i.value ->> 'currency' as currency, i.value ->> 'step' as step, ${event.id} as event_id
          from json_each(${JSON.stringify(cases)}) i)`),
      )
      expect(
        rows.map((row) => row.fee),
        JSON.stringify(rule),
      ).toEqual(cases.map(({ paid, currency }) => serviceFeeOf(paid, rule, currency)))
    }
  })

  it('agree on the seats of random parties with coupons and add-ons', async () => {
    interface Cart {
      price: number
      size: number
      percentOff: number
      rule: ServiceFee
      currency: string
      extra: number
      units: number
    }
    const carts: Cart[] = []
    const cart = record({
      price: integer({ min: 100, max: 9_999 }),
      size: integer({ min: 1, max: 10 }),
      percentOff: integer({ min: 1, max: 99 }),
      rule: fees,
      currency: constantFrom(...CURRENCIES),
      extra: integer({ min: 100, max: 999 }),
      units: integer({ min: 0, max: 3 }),
    })
    const noted = property(cart, ({ rule, price, extra, ...rest }) => {
      const step = stepOf(rest.currency)
      carts.push({
        ...rest,
        price: price * step,
        extra: extra * step,
        rule: { ...rule, taxRateId: null, refundable: true },
      })
    })
    holds(noted, { numRuns: 12, seed: 36 })
    for (const [index, { price, size, percentOff, rule, currency, extra, units }] of carts.entries()) {
      const event = await newEvent(home, { serviceFee: rule }, { price, currency })
      await newCoupon(home, { code: `CART${index}`, percentOff })
      const addon = { name: 'Extra', price: extra, currency }
      const { id: addonId } = (await asOwner(home, `POST /events/${event.id}/addons`, addon)).body.data
      const addons = units === 0 ? [] : [{ addonId, quantity: units }]
      const { order } = await buy(
        event,
        Array.from({ length: size }, () => ({ addons })),
        { couponCode: `CART${index}` },
      )
      const seats = (
        await env.DB.prepare('select price, discount, fee from order_seats where order_id = ?')
          .bind(order.id)
          .all<{ price: number; discount: number; fee: number }>()
      ).results
      expect(seats).toHaveLength(size)
      for (const seat of seats)
        expect(seat.fee, JSON.stringify(rule)).toBe(serviceFeeOf(seat.price - seat.discount, rule, currency))
      expect(order).toMatchObject({
        discount: sum(seats, 'discount'),
        fee: sum(seats, 'fee'),
        subtotal: (price + units * extra) * size + sum(seats, 'fee'),
        total: (price + units * extra) * size - sum(seats, 'discount') + sum(seats, 'fee'),
      })
    }
  })
})
