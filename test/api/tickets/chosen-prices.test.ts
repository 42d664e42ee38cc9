import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, ordersOf } from '../../support/database.ts'
import { newCalendar, newCoupon, newEvent, newKey, newTicket } from '../../support/factories.ts'
import { asOwner, orderNow, pay } from '../../support/orders.ts'
import { STEPS } from '../../../src/kernel/money.ts'

const home = await newCalendar()
const { key } = await newKey(home, ['events:write', 'events:read'])
let made = 0
const party = (event: { id: string }, attendees: object[], fields: object = {}) =>
  send(`POST /public/events/${event.id}/registrations`, {
    json: {
      buyer: { firstName: 'Ada', lastName: 'Byron', email: `chooser-${(made += 1)}@guests.test` },
      attendees,
      ...fields,
    },
  })
const CHOSEN = { priceMode: 'CHOSEN', minPrice: 500, suggestedPrice: 1_000, maxPrice: 5_000, currency: 'EUR' }
const newChosen = (fields: Record<string, unknown> = {}, ofEvent: Record<string, unknown> = {}) =>
  newEvent(home, ofEvent, { ...CHOSEN, ...fields })

describe('ticket with a chosen price', () => {
  const create = async (fields: object) =>
    send(`POST /v1/events/${(await newEvent(home)).id}/tickets`, {
      key,
      json: { name: 'Give what you like', ...fields },
    })

  it('is a paid ticket, even from 0', async () => {
    const answer = await create({ priceMode: 'CHOSEN', currency: 'EUR' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({
      type: 'PAID',
      price: 0,
      currency: 'EUR',
      priceMode: 'CHOSEN',
      minPrice: 0,
      suggestedPrice: null,
      maxPrice: 100_000_000,
    })
  })

  it.each([
    ['currency', { priceMode: 'CHOSEN' }],
    ['type', { priceMode: 'CHOSEN', type: 'FREE', currency: 'EUR' }],
    ['maxPrice', { priceMode: 'CHOSEN', minPrice: 900, maxPrice: 800, currency: 'EUR' }],
    ['maxPrice', { priceMode: 'CHOSEN', maxPrice: 0, currency: 'EUR' }],
    ['suggestedPrice', { priceMode: 'CHOSEN', minPrice: 900, suggestedPrice: 800, currency: 'EUR' }],
    ['priceMode', { price: 900, currency: 'EUR', minPrice: 100 }],
    ['minPrice', { priceMode: 'CHOSEN', minPrice: -1, currency: 'EUR' }],
    ['maxPrice', { priceMode: 'CHOSEN', maxPrice: 2 ** 40, currency: 'EUR' }],
  ])('returns 400 with the field %s for %j', async (field, fields) => {
    const answer = await create(fields)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors).toMatchObject([{ field }])
  })

  it('drops its limits when the price becomes fixed', async () => {
    const event = await newChosen()
    const answer = await send(`PATCH /v1/events/${event.id}/tickets/${event.ticketId}`, {
      key,
      json: { priceMode: 'FIXED', price: 700 },
    })
    expect(answer.body.data).toMatchObject({
      price: 700,
      priceMode: 'FIXED',
      minPrice: null,
      suggestedPrice: null,
      maxPrice: null,
    })
  })
})

describe('party that chooses its prices', () => {
  it('owes the sum of its chosen prices', async () => {
    const event = await newChosen()
    const { ticketId } = event
    const fixed = await newTicket(event, { price: 2_000 })
    const answer = await party(event, [
      { ticketId, price: 700 },
      { ticketId, price: 4_999 },
      { ticketId },
      { ticketId: fixed.id, price: 2_000 },
    ])
    expect(answer.status, answer.text).toBe(200)
    const { order } = answer.body.data
    expect(order).toMatchObject({ subtotal: 8_199, total: 8_199, currency: 'EUR', status: 'PENDING' })
    expect(
      order.items.map(({ unitPrice, quantity }: { unitPrice: number; quantity: number }) => [unitPrice, quantity]),
    ).toEqual([
      [700, 1],
      [4_999, 1],
      [500, 1],
      [2_000, 1],
    ])
  })

  it('owes nothing at a price of 0', async () => {
    const event = await newChosen({ minPrice: 0 })
    const answer = await party(event, [{ price: 0 }])
    expect(answer.body.data.guests).toMatchObject([{ status: 'CONFIRMED' }])
    expect(answer.body.data.order).toMatchObject({ total: 0, status: 'PAID', payment: { provider: 'FREE' } })
  })

  it('keeps its prices while it waits for seats', async () => {
    const event = await newChosen({}, { capacity: 1, waitlistEnabled: true })
    const first = await party(event, [{ price: 600 }])
    const second = await party(event, [{ price: 1_234 }])
    expect(second.body.data.guests).toMatchObject([{ status: 'WAITLISTED' }])
    const [guest] = first.body.data.guests
    await asOwner(home, `PATCH /events/${event.id}/guests/${guest.id}/status`, { status: 'CANCELLED' })
    const orders = await ordersOf(event)
    expect(orders.map(({ total, status }) => [total, status])).toContainEqual([1_234, 'PENDING'])
  })

  it('keeps its prices until it is approved', async () => {
    const event = await newChosen({}, { requiresApproval: true })
    const answer = await party(event, [{ price: 2_222 }])
    const [guest] = answer.body.data.guests
    await asOwner(home, `POST /events/${event.id}/guests/${guest.id}/approve`)
    expect((await ordersOf(event)).map(({ total }) => total)).toEqual([2_222])
  })

  it('is paid with that sum', async () => {
    const event = await newChosen()
    const { order } = (await party(event, [{ price: 777 }])).body.data
    await pay(home, event, order.id)
    expect(await orderNow(home, event, order.id)).toMatchObject({ status: 'PAID', total: 777 })
  })

  const FORBIDDEN = [-1, 499, 5_001, 2 ** 53, 1e300, 700.5, '700', Number.NaN]
  it.each(FORBIDDEN)('is refused with the field if it sends %j, and nothing is written', async (price) => {
    const event = await newChosen()
    const answer = await party(event, [{}, { price }])
    const isSchema = typeof price !== 'number' || !Number.isInteger(price) || price < 0 || price > 100_000_000
    // JSON has no NaN: it arrives as null, which counts as an omitted field.
    if (Number.isNaN(price)) return expect(answer.status).toBe(200)
    expect(answer.status, answer.text).toBe(isSchema ? 400 : 422)
    expect(new Set(answer.body.errors.map(({ field }: { field: string }) => field))).toEqual(
      new Set(['attendees.1.price']),
    )
    expect(await guestsOf(event)).toEqual([])
    expect(await ordersOf(event)).toEqual([])
  })

  it('returns 409 price_changed for another price than that of a fixed ticket', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const answer = await party(event, [{ price: 1_999 }])
    expect([answer.status, answer.body.code]).toEqual([409, 'price_changed'])
    expect(answer.body.errors).toMatchObject([{ field: 'attendees.0.price' }])
    expect(await guestsOf(event)).toEqual([])
  })

  it('gives an organiser who adds a party the same two errors', async () => {
    const event = await newChosen()
    const fixed = await newTicket(event, { price: 2_000 })
    const add = (attendee: object) =>
      asOwner(home, `POST /events/${event.id}/guests`, {
        buyer: { firstName: 'Ada', lastName: 'Byron', email: 'desk@guests.test' },
        attendees: [attendee],
      })
    const changed = await add({ ticketId: fixed.id, price: 1_999 })
    expect(changed.body).toMatchObject({ statusCode: 409, code: 'price_changed' })
    const notAllowed = await add({ ticketId: event.ticketId, price: 499 })
    expect(notAllowed.body).toMatchObject({ statusCode: 422, code: 'price_not_allowed' })
    expect(await guestsOf(event)).toEqual([])
  })

  it.each(Object.entries(STEPS))('pays in steps of the currency %s', async (currency, step) => {
    const event = await newChosen({ minPrice: 0, suggestedPrice: null, maxPrice: 1_000_000, currency })
    expect((await party(event, [{ price: 5_000 + step / 2 }])).body.code).toBe('price_not_allowed')
    expect((await party(event, [{ price: 5_000 + step }])).body.data.order.total).toBe(5_000 + step)
  })

  it('gets its coupon only on seats with a fixed price', async () => {
    const event = await newChosen()
    const { ticketId } = event
    const fixed = await newTicket(event, { price: 2_000 })
    const code = 'HALF'
    await newCoupon(home, { code, discountType: 'PERCENT', percentOff: 50 })
    const answer = await party(event, [{ ticketId, price: 900 }, { ticketId: fixed.id }], { couponCode: code })
    expect(answer.body.data.order).toMatchObject({ subtotal: 2_900, discount: 1_000, total: 1_900 })
    const refused = await party(event, [{ ticketId, price: 900 }], { couponCode: code })
    expect(refused.body.code).toBe('coupon_invalid')
  })
})

it('charges a single guest the lowest price', async () => {
  const event = await newChosen()
  const answer = await send(`POST /public/events/${event.id}/registrations`, {
    json: { firstName: 'Ada', lastName: 'Byron', email: 'alone-chooser@guests.test' },
  })
  expect(answer.body.data.order.total).toBe(500)
})
