import { describe, expect, it } from 'vitest'
import { deps } from '../../support/app.ts'
import { send } from '../../support/api.ts'
import { mailsTo, seatsHeld, setColumns } from '../../support/database.ts'
import {
  addMember,
  newCalendar,
  newCoupon,
  newEvent,
  newKey,
  newOrder,
  newTicket,
  register,
} from '../../support/factories.ts'
import { asOwner, letExpire, orderNow, pay, refund, statusOfGuest } from '../../support/orders.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

const home = await newCalendar()
const { key } = await newKey(home, ['billing:read'])

describe('GET .../orders', () => {
  it('lists orders newest first, for API keys and sessions alike, and filters by status, email and updatedSince', async () => {
    const event = await newEvent(home, {}, { price: 1_000 })
    const made = []
    for (const email of ['a@orders.test', 'b@orders.test', 'c@orders.test']) {
      made.push((await register(event, { email })).body.data.order)
    }
    await pay(home, event, made[1].id)
    const v1 = await send(`GET /v1/events/${event.id}/orders?limit=2`, { key })
    expect(v1.body.meta).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
    const whole = await asOwner(home, `GET /events/${event.id}/orders`)
    expect(whole.body).toMatchObject({ total: 3, page: 1, limit: 50, totalPages: 1 })
    const ids = whole.body.data.map(({ id }: { id: string }) => id)
    expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)))
    expect(v1.body.data).toEqual(whole.body.data.slice(0, 2))
    const found = async (query: string) => (await send(`GET /v1/events/${event.id}/orders?${query}`, { key })).body.data
    expect(await found('status=PAID')).toMatchObject([{ id: made[1].id, payment: { status: 'PAID' } }])
    expect(await found('email=C@orders.test')).toMatchObject([{ id: made[2].id }])
    const paid = await orderNow(home, event, made[1].id)
    expect(await found(`updatedSince=${paid.updatedAt}`)).toMatchObject([{ id: made[1].id }])
    expect((await send(`GET /v1/events/${event.id}/orders?status=OWED`, { key })).body.errors).toMatchObject([
      { field: 'status' },
    ])
  })

  it('finds orders by number, buyer and payment reference, and nothing for an unknown text', async () => {
    const event = await newEvent(home, {}, { price: 1_000 })
    const buy = async (firstName: string, lastName: string, email: string) =>
      (await register(event, { firstName, lastName, email })).body.data.order
    const zoe = await buy('Zoë', 'Bläsi', 'zb@orders-q.test')
    const ivo = await buy('Ivo', 'Stahl', 'ivo@orders-q.test')
    await setColumns('orders', ivo.id, { payment_reference: 'RF18 5390-0754' })
    const attendees = [{ firstName: 'Grace', email: 'grace@orders-q.test' }]
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@orders-q.test' }
    const party = (await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })).body
      .data
    const find = async (q: string) => {
      const { body } = await asOwner(home, `GET /events/${event.id}/orders?q=${encodeURIComponent(q)}`)
      return [body.data.map(({ id }: { id: string }) => id), body.total]
    }
    const { number } = zoe
    expect(await find(number)).toEqual([[zoe.id], 1])
    expect(await find(`${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8)}`.toLowerCase())).toEqual([
      [zoe.id],
      1,
    ])
    expect(await find('zoe blasi')).toEqual([[zoe.id], 1])
    expect(await find('IVO@orders')).toEqual([[ivo.id], 1])
    expect(await find('rf18539007')).toEqual([[ivo.id], 1])
    expect(await find('ada byron')).toEqual([[party.order.id], 1])
    expect((await find('orders-q.test'))[1]).toBe(3)
    expect(await find('nobody')).toEqual([[], 0])
    expect(await find('%')).toEqual([[], 0])
  })

  it('requires the role OWNER or the scope billing:read', async () => {
    const { event, order } = await newOrder(home)
    const manager = await addMember(home, 'usr_orders_manager', 'MANAGER')
    expect((await send(`GET /events/${event.id}/orders`, { as: manager })).body.code).toBe('role_insufficient')
    expect((await send(`GET /v1/events/${event.id}/orders/${order.id}`, { key })).body.data).toEqual(order)
    expect((await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })).body.code).toBe(
      'scope_missing',
    )
    const other = await newOrder(home)
    expect((await asOwner(home, `GET /events/${other.event.id}/orders/${order.id}`)).status).toBe(404)
  })
})

describe('POST .../mark-paid', () => {
  it('confirms the guest only once when ten requests arrive concurrently, with one confirmation email', async () => {
    const { event, order, guest } = await newOrder(home)
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(home, event, order.id)))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        status: 'PAID',
        expiresAt: null,
        payment: { provider: 'OFFLINE', status: 'PAID' },
      })
    }
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    const mails = await mailsTo(guest.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['pending', 'confirmation'])
    expect(await seatsHeld(event)).toBe(1)
  })

  it('returns 409 invalid_transition for an expired order and for a free one', async () => {
    const { event, order } = await newOrder(home)
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect((await pay(home, event, order.id)).body).toMatchObject({
      statusCode: 409,
      code: 'invalid_transition',
      message: 'An order with status EXPIRED and provider OFFLINE can’t be marked as paid.',
      data: { status: 'EXPIRED' },
    })
    const free = await newEvent(home)
    const paid = (await register(free)).body.data.order
    expect((await pay(home, free, paid.id)).body.code).toBe('invalid_transition')
    expect((await pay(home, free, order.id)).status).toBe(404)
  })

  it('leaves order and guest consistent when it races the expiry of the order', { timeout: 20_000 }, async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => newOrder(home)))
    for (const { order } of made) await letExpire(order.id)
    await Promise.all([
      expireUnpaidOrders(deps),
      ...made.map(({ event, order }) => pay(home, event, order.id)),
      expireUnpaidOrders(deps),
    ])
    await expireUnpaidOrders(deps)
    for (const { event, order, guest } of made) {
      const { status } = await orderNow(home, event, order.id)
      const states = [status, await statusOfGuest(guest.id), await seatsHeld(event)]
      expect([
        ['PAID', 'CONFIRMED', 1],
        ['EXPIRED', 'CANCELLED', 0],
      ]).toContainEqual(states)
    }
  })
})

describe('POST .../refund', () => {
  it('refunds a part and then the rest, says that someone must pay it out by hand and emails the buyer', async () => {
    const { event, order, guest } = await newOrder(home)
    await pay(home, event, order.id)
    const part = await refund(home, event, order.id, { amount: 1_000, reason: 'Rain' })
    expect(part.status, part.text).toBe(200)
    expect(part.body.message).toMatch(/Pay it out to the buyer yourself/)
    expect(part.body.data).toMatchObject({
      refund: { orderId: order.id, amount: 1_000, currency: 'EUR', reason: 'Rain', status: 'SUCCEEDED' },
      order: { status: 'PARTIALLY_REFUNDED', refunded: 1_000, net: 1_500, refunds: [{ amount: 1_000 }] },
    })
    const rest = await refund(home, event, order.id, { notifyBuyer: false })
    expect(rest.body.data).toMatchObject({
      refund: { amount: 1_500 },
      order: { status: 'REFUNDED', refunded: 2_500, net: 0 },
    })
    expect(rest.body.data.order).toEqual(await orderNow(home, event, order.id))
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    expect((await mailsTo(guest.email)).filter(({ kind }) => kind === 'refund')).toHaveLength(1)
    expect((await refund(home, event, order.id)).body.code).toBe('order_not_refundable')
  })

  it('cancels the guest if cancelGuests is set and promotes the next one from the waiting list', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true }, { price: 900 })
    const first = (await register(event)).body.data
    await pay(home, event, first.order.id)
    const waiting = (await register(event)).body.data
    expect(waiting.guest.status).toBe('WAITLISTED')
    await refund(home, event, first.order.id, { cancelGuests: true })
    expect(await statusOfGuest(first.guest.id)).toBe('CANCELLED')
    expect(await statusOfGuest(waiting.guest.id)).toBe('PENDING')
    expect(await seatsHeld(event)).toBe(1)
  })

  it.each([
    [{ amount: 0 }, 400, 'validation_failed'],
    [{ amount: -5 }, 400, 'validation_failed'],
    [{ amount: 12.5 }, 400, 'validation_failed'],
    [{ amount: 2_501 }, 422, 'refund_exceeds_remaining'],
    [{ amount: 100, currency: 'USD' }, 422, 'currency_mismatch'],
    [{ currency: 'XX' }, 400, 'validation_failed'],
  ])('refuses %j with %i %s and changes nothing', async (json, status, code) => {
    const { event, order } = await newOrder(home)
    await pay(home, event, order.id)
    expect((await refund(home, event, order.id, json)).body).toMatchObject({ statusCode: status, code })
    expect(await orderNow(home, event, order.id)).toMatchObject({ status: 'PAID', refunded: 0, refunds: [] })
  })

  it('returns 409 order_not_refundable for an unpaid and a free order, and 404 at another event', async () => {
    const { event, order } = await newOrder(home)
    expect((await refund(home, event, order.id)).body).toMatchObject({ statusCode: 409, code: 'order_not_refundable' })
    const free = await newEvent(home)
    const paid = (await register(free)).body.data.order
    expect((await refund(home, free, paid.id)).body.code).toBe('order_not_refundable')
    expect((await refund(home, free, order.id)).status).toBe(404)
  })

  it('names the status, the remaining amount or the wrong field in its error', async () => {
    const { event, order } = await newOrder(home)
    const refused = async (json: object) => {
      const { body } = await refund(home, event, order.id, json)
      return [body.message, body.errors]
    }
    for (const json of [{}, { amount: 1 }]) {
      expect(await refused(json)).toEqual(['An order with status PENDING cannot be refunded.', []])
    }
    await pay(home, event, order.id)
    await refund(home, event, order.id, { amount: 1_000 })
    expect(await refused({ amount: 1_501 })).toEqual([
      'Only 1500 of this order can still be refunded.',
      [{ field: 'amount', message: 'must be at most 1500' }],
    ])
    expect(await refused({ amount: 1_501, currency: 'usd' })).toEqual([
      'The currency doesn’t match the order. A refund uses its order’s currency.',
      [{ field: 'currency', message: 'must be EUR' }],
    ])
    await refund(home, event, order.id, { currency: 'eur' })
    for (const json of [{}, { amount: 1 }]) {
      expect(await refused(json)).toEqual(['An order with status REFUNDED cannot be refunded again.', []])
    }
    const free = await newEvent(home)
    const given = (await register(free)).body.data.order
    const answer = await refund(home, free, given.id, { currency: 'EUR' })
    expect(answer.body).toMatchObject({
      code: 'currency_mismatch',
      errors: [{ field: 'currency', message: 'must be omitted' }],
    })
    expect((await refund(home, free, given.id, { amount: 1 })).body.message).toBe('A free order cannot be refunded.')
  })

  it('never refunds more than was paid when thirty requests arrive concurrently', { timeout: 20_000 }, async () => {
    const { event, order } = await newOrder(home, { price: 1_000 })
    await pay(home, event, order.id)
    const answers = await Promise.all(Array.from({ length: 30 }, () => refund(home, event, order.id, { amount: 300 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const now = await orderNow(home, event, order.id)
    expect(now).toMatchObject({ refunded: 900, net: 100, status: 'PARTIALLY_REFUNDED' })
    expect(now.refunds).toHaveLength(3)
  })

  it('refunds only once per Idempotency-Key and replays the response', async () => {
    const { event, order } = await newOrder(home)
    await pay(home, event, order.id)
    const writing = await newKey(home, ['billing:write'])
    const sent = { key: writing.key, json: { amount: 500 }, headers: { 'Idempotency-Key': 'refund-once' } }
    const first = await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, sent)
    const again = await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, sent)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect((await orderNow(home, event, order.id)).refunded).toBe(500)
  })
})

describe('coupon under load', () => {
  it(
    'is redeemed only 7 times by 100 concurrent registrations when its limit is 7, and returned by orders that expire',
    { timeout: 30_000 },
    async () => {
      const event = await newEvent(home, {}, { price: 1_000 })
      await newCoupon(home, { code: 'RACE', maxRedemptions: 7 })
      const answers = await Promise.all(Array.from({ length: 100 }, () => register(event, { couponCode: 'race' })))
      const taken = answers.filter(({ status }) => status === 200)
      expect(taken).toHaveLength(7)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.body).toMatchObject({ statusCode: 409, code: 'coupon_exhausted' })
      }
      const coupon = async () =>
        (await asOwner(home, `GET /coupons/calendar/${home.slug}?code=RACE`)).body.data[0] as Record<string, unknown>
      expect(await coupon()).toMatchObject({ redeemedCount: 7, remainingCount: 0, status: 'EXHAUSTED' })
      for (const { body } of taken.slice(0, 2)) await letExpire(body.data.order.id)
      await expireUnpaidOrders(deps)
      expect(await coupon()).toMatchObject({ redeemedCount: 5, remainingCount: 2, status: 'ACTIVE' })
    },
  )
})

describe('GET .../sales', () => {
  it('adds up per ticket and per currency, and never mixes currencies', async () => {
    const event = await newEvent(home, {}, { price: 1_000 })
    const dollars = await newTicket(event, { price: 700, currency: 'USD' })
    const free = await newTicket(event)
    await newCoupon(home, { code: 'THIRD', percentOff: 33 })
    const [full, third, usd] = [
      (await register(event, { ticketId: event.ticketId })).body.data.order,
      (await register(event, { ticketId: event.ticketId, couponCode: 'third' })).body.data.order,
      (await register(event, { ticketId: dollars.id })).body.data.order,
    ]
    await register(event, { ticketId: event.ticketId })
    await register(event, { ticketId: free.id })
    for (const { id } of [full, third, usd]) await pay(home, event, id)
    await refund(home, event, full.id, { amount: 400 })
    const report = (await send(`GET /v1/events/${event.id}/sales`, { key })).body.data
    const euros = {
      paidOrders: 2,
      pendingOrders: 1,
      subtotal: 2_000,
      discount: 330,
      gross: 1_670,
      refunded: 400,
      net: 1_270,
      pending: 1_000,
    }
    const none = { subtotal: 0, discount: 0, gross: 0, refunded: 0, net: 0, pending: 0 }
    const american = {
      paidOrders: 1,
      pendingOrders: 0,
      subtotal: 700,
      discount: 0,
      gross: 700,
      refunded: 0,
      net: 700,
      pending: 0,
    }
    expect(report.byTicket).toEqual([
      { ticketId: event.ticketId, ticketName: expect.any(String), currency: 'EUR', ...euros },
      { ticketId: dollars.id, ticketName: expect.any(String), currency: 'USD', ...american },
      { ticketId: free.id, ticketName: expect.any(String), currency: null, paidOrders: 1, pendingOrders: 0, ...none },
    ])
    expect(report.totals).toEqual(
      expect.arrayContaining([
        { currency: 'EUR', ...euros },
        { currency: 'USD', ...american },
        { currency: null, paidOrders: 1, pendingOrders: 0, ...none },
      ]),
    )
    expect(report.totals).toHaveLength(3)
  })
})
