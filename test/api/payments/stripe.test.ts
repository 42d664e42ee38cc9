import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { registry } from '../../../src/registry.ts'
import type { Deps } from '../../../src/deps.ts'
import { openWaitingCheckouts } from '../../../src/modules/payments/index.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { createSharedStripe, paymentsBy } from '../../../src/platform/payments.ts'
import { send } from '../../support/api.ts'
import { mailsTo, rowOf, seatsHeld } from '../../support/database.ts'
import { newCalendar, newCoupon, newEvent, person } from '../../support/factories.ts'
import { letExpire, statusOfGuest } from '../../support/orders.ts'
import { operatorToken } from '../../support/identity.ts'
import { askerOf } from '../../support/provider.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

type Env = Parameters<typeof depsOf>[0]
const SECRET = 'whsec_of_the_provider'
const keys = { STRIPE_SECRET_KEY: 'sk_test_loopback', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: inject('stripe') }
const stripe = createSharedStripe(keys)
const failures: Record<string, unknown>[] = []
const warnings: Record<string, unknown>[] = []
const silent: Deps['log'] = {
  ...depsOf(env as unknown as Env).log,
  warn: (message, about) => void warnings.push({ message, ...about }),
  error: (message, about) => void failures.push({ message, ...about }),
}
const deps: Deps = { ...depsOf(env as unknown as Env), log: silent, payments: paymentsBy(stripe, keys) }
const app = createApp(registry, deps)

const ask = askerOf(app)

const home = await newCalendar()
const buy = async (fields: object = {}, event: Record<string, number> = {}, on?: { id: string; ticketId: string }) => {
  const place = on ?? (await newEvent(home, event, { price: 2_500 }))
  const sent = person(fields as Record<string, unknown>)
  const answer = await ask(`POST /public/events/${place.id}/registrations`, { json: sent })
  return { event: place, email: sent.email, answer, order: answer.body.data?.order, guest: answer.body.data?.guest }
}
const orderOf = async (event: { id: string }, id: string) =>
  (await ask(`GET /events/${event.id}/orders/${id}`, { as: home.owner })).body.data
const refund = (event: { id: string }, id: string, json: object = {}) =>
  ask(`POST /events/${event.id}/orders/${id}/refund`, { as: home.owner, json })

let told = 0
const messageAbout = (
  order: { id: string; payment: { reference: string } },
  changes: object = {},
  type = 'checkout.session.completed',
) => {
  told += 1
  const object = {
    id: order.payment.reference,
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: 2_500,
    currency: 'eur',
    metadata: { order_id: order.id },
    ...changes,
  }
  return JSON.stringify({ id: `evt_${told}`, object: 'event', type, data: { object } })
}
/** Returns a `Stripe-Signature` header created by Stripe's own library. */
const signed = async (body: string, { secret = SECRET, shiftMs = 0 } = {}) => {
  const wanted = JSON.stringify({ payload: body, secret, timestamp: Math.floor((Date.now() + shiftMs) / 1000) })
  const answer = await fetch(`${inject('stripe')}/sign`, { method: 'POST', body: wanted })
  return { 'Stripe-Signature': await answer.text() }
}
const tell = async (body: string, how = {}) =>
  ask('POST /public/payments/stripe', { body, headers: await signed(body, how) })
interface SeenByStripe {
  line: string
  headers: Record<string, string>
  form: Record<string, string>
}
const seen = async () => (await fetch(`${inject('stripe')}/seen`)).json<SeenByStripe[]>()

describe('registration with Stripe', () => {
  it('returns the checkout URL, holds the seat for 30 minutes and sends the documented request', async () => {
    const { order, guest, answer } = await buy()
    expect(answer.status, answer.text).toBe(200)
    expect(guest.status).toBe('PENDING')
    expect(order).toMatchObject({
      status: 'PENDING',
      payment: { provider: 'STRIPE', status: 'PENDING', url: expect.stringMatching(/^https:\/\/pay\.test\//) },
    })
    expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(30 * 60_000)
    const asked = (await seen()).find(({ form }) => form['metadata[order_id]'] === order.id)
    expect(asked?.line).toBe('POST /v1/checkout/sessions')
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer sk_test_loopback',
      'idempotency-key': `checkout-${order.id}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(asked?.form).toMatchObject({
      mode: 'payment',
      client_reference_id: order.id,
      customer_email: order.buyer.email,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '2500',
    })
  })

  it('returns 503 while Stripe is down, logs the cause and frees the seat', async () => {
    const event = await newEvent(home, { capacity: 1 }, { price: 2_500 })
    const email = `down-${event.id.toLowerCase()}@pay.test`
    const { answer } = await buy({ email }, {}, event)
    expect(answer.body).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(answer.headers.get('Retry-After')).toBeTruthy()
    expect(failures.filter(({ requestId }) => requestId === answer.body.requestId)).toEqual([
      expect.objectContaining({
        message: 'request failed',
        error: expect.stringMatching(/^Error: Stripe answered 500$/),
      }),
    ])
    expect(await seatsHeld(event)).toBe(0)
    expect(await mailsTo(email)).toEqual([])
    expect((await buy({}, {}, event)).answer.status).toBe(200)
  })

  it('returns 409 if Stripe refuses the payment, logs its code and frees the seat', async () => {
    const event = await newEvent(home, { capacity: 1 }, { price: 2_500 })
    const email = `refused-${event.id.toLowerCase()}@pay.test`
    const { answer } = await buy({ email }, {}, event)
    expect(answer.body).toMatchObject({ statusCode: 409, code: 'payment_unavailable' })
    expect(warnings.at(-1)).toMatchObject({ why: 'amount_too_small', orderId: expect.stringMatching(/^ord_/) })
    expect(await seatsHeld(event)).toBe(0)
    expect(await mailsTo(email)).toEqual([])
    expect((await buy({}, {}, event)).answer.status).toBe(200)
  })

  it('does not use Stripe for free tickets', async () => {
    const event = await newEvent(home)
    expect((await buy({}, {}, event)).order).toMatchObject({ status: 'PAID', payment: { provider: 'FREE', url: null } })
  })

  it.each([
    [{ percentOff: 97 }, { price: 2_500 }, 1, 75, 2_425],
    [{ percentOff: 99 }, { price: 2_500 }, 1, 50, 2_475],
    [{ discountType: 'AMOUNT', amountOff: 2_499, currency: 'EUR' }, { price: 2_500 }, 1, 50, 2_499],
    [
      { discountType: 'AMOUNT', amountOff: 5_000, currency: 'HUF' },
      { price: 20_000, currency: 'HUF' },
      1,
      17_500,
      5_000,
    ],
    [{ percentOff: 95 }, { price: 20_000, currency: 'HUF' }, 3, 17_500, 19_000],
    [{ percentOff: 100 }, { price: 2_500 }, 1, 0, 2_500],
    [{ percentOff: 100 }, { price: 2_500 }, 2, 0, 2_500],
  ])(
    'charges either 0 or at least Stripe’s minimum with coupon %j, ticket %j and %i seats: %i',
    async (terms, ticket, size, total, off) => {
      const event = await newEvent(home, {}, ticket)
      const couponCode = `LEAST-${event.id}`
      await newCoupon(home, { code: couponCode, discountType: 'PERCENT', ...terms })
      const json = person({ couponCode })
      const { email, firstName, lastName } = json
      const together = {
        buyer: { email, firstName, lastName },
        attendees: Array.from({ length: size }, () => ({})),
        couponCode,
      }
      const answer = await ask(`POST /public/events/${event.id}/registrations`, { json: size === 1 ? json : together })
      expect(answer.status, answer.text).toBe(200)
      const subtotal = ticket.price * size
      const { order } = answer.body.data
      expect(order).toMatchObject({
        subtotal,
        total,
        discount: subtotal - total,
        status: total === 0 ? 'PAID' : 'PENDING',
      })
      const charged = (await seen()).filter(({ form }) => form['metadata[order_id]'] === order.id)
      expect(charged.map(({ form }) => form['line_items[0][price_data][unit_amount]'])).toEqual(
        total === 0 ? [] : [String(total)],
      )
      const { results } = await env.DB.prepare(
        'select sum(price - discount) as owed from order_seats where order_id = ?',
      )
        .bind(order.id)
        .all()
      expect(results).toEqual([{ owed: size === 1 ? null : total }])
      // For an OFFLINE payment the coupon takes off its full discount, because no minimum charge applies.
      const byHand = (await send(`POST /public/events/${event.id}/registrations`, { json: person({ couponCode }) }))
        .body.data
      expect(byHand.order).toMatchObject({ discount: off, total: ticket.price - off })
    },
  )

  it('opens a checkout for a guest promoted from the waiting list', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true }, { price: 2_500 })
    const first = await buy({}, {}, event)
    const waiting = await buy({}, {}, event)
    await letExpire(first.order.id)
    await expireUnpaidOrders(deps)
    await env.DB.prepare('update orders set created_at = created_at - 60000 where event_id = ?').bind(event.id).run()
    await openWaitingCheckouts(deps)
    const { results } = await env.DB.prepare('select payment_url, provider from orders where guest_id = ?')
      .bind(waiting.guest.id)
      .all()
    expect(results).toEqual([{ payment_url: expect.stringMatching(/^https:\/\/pay\.test/), provider: 'STRIPE' }])
  })
})

describe('POST /public/payments/stripe', () => {
  it('settles a payment only once when ten webhooks arrive concurrently and another one later', async () => {
    const { event, order, guest, email } = await buy()
    const body = messageAbout(order)
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell(body)))
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { data: { received: true } }])
    expect((await tell(messageAbout(order))).status).toBe(200)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PAID',
      refunded: 0,
      payment: { provider: 'STRIPE', status: 'PAID', url: null },
    })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['pending', 'confirmation'])
  })

  it('settles a payment for a suspended calendar', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar, {}, { price: 2_500 })
    const { order, guest } = await buy({}, {}, event)
    const suspension = await ask(`PUT /calendars/${calendar.slug}/suspension`, {
      headers: { Authorization: `Bearer ${await operatorToken()}` },
      json: { suspended: true, reason: 'Invitations that nobody asked for.' },
    })
    expect(suspension.body.data.suspension).not.toBeNull()
    expect((await tell(messageAbout(order))).body).toEqual({ data: { received: true } })
    expect((await rowOf('orders', order.id))?.['status']).toBe('PAID')
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    const dispute = {
      id: `dp_${order.id}`,
      object: 'dispute',
      payment_intent: (await rowOf('orders', order.id))?.['payment'],
    }
    const heard = await tell(
      JSON.stringify({
        id: 'evt_disputed',
        object: 'event',
        type: 'charge.dispute.created',
        data: { object: dispute },
      }),
    )
    expect(heard.status).toBe(200)
  })

  it('settles an order whose checkout URL was never stored', async () => {
    const { event, order } = await buy()
    await env.DB.prepare('update orders set payment_reference = null, payment_url = null where id = ?')
      .bind(order.id)
      .run()
    await tell(messageAbout(order))
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PAID',
      payment: { reference: order.payment.reference },
    })
  })

  it.each([
    ['another session', { id: 'cs_other' }],
    ['another amount', { amount_total: 2_499 }],
    ['another currency', { currency: 'usd' }],
    ['no payment yet', { payment_status: 'unpaid' }],
  ])('does not settle an order for %s', async (_, changes) => {
    const { event, order, guest } = await buy()
    const revision = async () => (await rowOf('calendars', home.id))?.['content_revision']
    const before = await revision()
    expect((await tell(messageAbout(order, changes))).status).toBe(200)
    // No write is attempted, so `content_revision` stays the same and no cached page becomes stale.
    expect(await revision()).toBe(before)
    expect((await orderOf(event, order.id)).status).toBe('PENDING')
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
    await tell(messageAbout(order))
    expect((await orderOf(event, order.id)).status).toBe('PAID')
  })

  it.each([
    ['another secret', { secret: 'whsec_of_somebody' }],
    ['a time 301 seconds ago', { shiftMs: -301_000 }],
    ['a time 330 seconds ahead', { shiftMs: 330_000 }],
  ])('returns 400 for a signature with %s', async (_, how) => {
    const { event, order } = await buy()
    expect((await tell(messageAbout(order), how)).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'Stripe-Signature' }],
    })
    expect((await orderOf(event, order.id)).status).toBe('PENDING')
  })

  it('returns 400 for a missing or broken signature or a changed body, and payload_too_large above 256 KiB', async () => {
    const { order } = await buy()
    const body = messageAbout(order)
    const headers = await signed(body)
    expect((await ask('POST /public/payments/stripe', { body })).status).toBe(400)
    expect(
      (await ask('POST /public/payments/stripe', { body, headers: { 'Stripe-Signature': 't=1,v1=00' } })).status,
    ).toBe(400)
    expect((await ask('POST /public/payments/stripe', { body: `${body} `, headers })).status).toBe(400)
    const endless = 'x'.repeat(256 * 1024 + 1)
    expect((await ask('POST /public/payments/stripe', { body: endless, headers })).body.code).toBe('payload_too_large')
  })

  it('frees the seat when the checkout has expired', async () => {
    const { event, order, guest } = await buy()
    await tell(messageAbout(order, { payment_status: 'unpaid' }, 'checkout.session.expired'))
    await expireUnpaidOrders(deps)
    expect((await orderOf(event, order.id)).status).toBe('EXPIRED')
    expect(await statusOfGuest(guest.id)).toBe('CANCELLED')
  })

  it('keeps a guest confirmed by a manager and makes the order OFFLINE when the checkout has expired', async () => {
    const { event, order, guest } = await buy()
    const at = `/events/${event.id}`
    await ask(`PATCH ${at}/guests/${guest.id}/status`, { as: home.owner, json: { status: 'CONFIRMED' } })
    await tell(messageAbout(order, { payment_status: 'unpaid' }, 'checkout.session.expired'))
    await expireUnpaidOrders(deps)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PENDING',
      total: 2_500,
      expiresAt: null,
      payment: { provider: 'OFFLINE', reference: null, url: null },
    })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    const paid = await ask(`POST ${at}/orders/${order.id}/mark-paid`, { as: home.owner })
    expect(paid.body.data).toMatchObject({ status: 'PAID', payment: { provider: 'OFFLINE' } })
  })
})

describe('late payment', () => {
  it('restores the guest while a seat is free', async () => {
    const { event, order, guest } = await buy({}, { capacity: 1 })
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    await tell(messageAbout(order))
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunded: 0 })
    expect(await seatsHeld(event)).toBe(1)
  })

  it('is refunded in full, with an email to the buyer, if the seat was given away', async () => {
    const { event, order, guest, email } = await buy({}, { capacity: 1 })
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    await buy({}, {}, event)
    const body = messageAbout(order)
    await Promise.all([tell(body), tell(body), tell(messageAbout(order))])
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'REFUNDED',
      refunded: 2_500,
      net: 0,
      refunds: [{ status: 'SUCCEEDED', amount: 2_500 }],
    })
    expect(await statusOfGuest(guest.id)).toBe('CANCELLED')
    expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('refund')
    expect(await seatsHeld(event)).toBe(1)
  })

  it('redeems its coupon again, and is refunded in full if another order has used it since', async () => {
    const event = await newEvent(home, {}, { price: 2_500 })
    const { id } = await newCoupon(home, { code: 'LAST-ONE', maxRedemptions: 1 })
    const redeemed = async () => (await rowOf('coupons', id))?.['redeemed_count']
    const first = await buy({ couponCode: 'last-one' }, {}, event)
    expect(first.order, first.answer.text).toMatchObject({ total: 1_250 })
    const late = async ({ order }: Awaited<ReturnType<typeof buy>>) => {
      await tell(messageAbout(order, { amount_total: 1_250 }))
      return (await orderOf(event, order.id)).status
    }
    const expire = async ({ order }: Awaited<ReturnType<typeof buy>>) => {
      await letExpire(order.id)
      await expireUnpaidOrders(deps)
    }
    await expire(first)
    expect(await redeemed()).toBe(0)
    const second = await buy({ couponCode: 'last-one' }, {}, event)
    expect(await redeemed()).toBe(1)
    expect(await late(first)).toBe('REFUNDED')
    expect([await statusOfGuest(first.guest.id), await redeemed(), await seatsHeld(event)]).toEqual(['CANCELLED', 1, 1])

    await expire(second)
    expect(await redeemed()).toBe(0)
    expect(await late(second)).toBe('PAID')
    expect([await statusOfGuest(second.guest.id), await redeemed(), await seatsHeld(event)]).toEqual([
      'CONFIRMED',
      1,
      1,
    ])
    expect((await buy({ couponCode: 'last-one' }, {}, event)).answer.body.code).toBe('coupon_exhausted')
  })

  it(
    'ends up PAID with a seat or REFUNDED without one if it races the expiry of its order',
    { timeout: 30_000 },
    async () => {
      const made = []
      for (let count = 0; count < 8; count += 1) made.push(await buy({}, { capacity: 1 }))
      for (const { order } of made) await letExpire(order.id)
      await Promise.all([expireUnpaidOrders(deps), ...made.map(({ order }) => tell(messageAbout(order)))])
      await expireUnpaidOrders(deps)
      for (const { event, order, guest } of made) {
        const state = [(await orderOf(event, order.id)).status, await statusOfGuest(guest.id), await seatsHeld(event)]
        expect([
          ['PAID', 'CONFIRMED', 1],
          ['REFUNDED', 'CANCELLED', 0],
        ]).toContainEqual(state)
      }
    },
  )
})

describe('refund through Stripe', () => {
  const paidOrder = async () => {
    const bought = await buy()
    await tell(messageAbout(bought.order))
    return bought
  }

  it('is sent to the original payment with the refund id as Idempotency-Key', async () => {
    const { event, order } = await paidOrder()
    const { body } = await refund(event, order.id, { amount: 1_000 })
    expect(body.data).toMatchObject({
      refund: { status: 'SUCCEEDED', amount: 1_000 },
      order: { status: 'PARTIALLY_REFUNDED', refunded: 1_000 },
    })
    const asked = (await seen()).filter(
      ({ line, form }) => line === 'POST /v1/refunds' && form['metadata[refund_id]'] === body.data.refund.id,
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      headers: { 'idempotency-key': body.data.refund.id },
      form: { amount: '1000', payment_intent: expect.stringMatching(/^pi_/) },
    })
  })

  it('is FAILED and restores the amount when Stripe refuses it', async () => {
    const { event, order } = await paidOrder()
    const { body } = await refund(event, order.id, { amount: 402 })
    expect(body.data).toMatchObject({
      refund: { status: 'FAILED' },
      order: { status: 'PAID', refunded: 0, net: 2_500 },
    })
    expect((await refund(event, order.id)).body.data.order).toMatchObject({ status: 'REFUNDED', refunded: 2_500 })
  })

  it('stays PENDING and counts as refunded if Stripe does not receive it', async () => {
    const { event, order } = await paidOrder()
    const first = await refund(event, order.id, { amount: 503 })
    expect(first.body.data).toMatchObject({
      refund: { status: 'PENDING', completedAt: null },
      order: { refunded: 503 },
    })
    expect(first.body.message).toMatch(/keeps checking/)
    expect((await refund(event, order.id, { amount: 2_000 })).body.code).toBe('refund_exceeds_remaining')
  })

  it('is settled only once by Stripe’s webhooks if it is PENDING, with one email', async () => {
    const { event, order, email } = await paidOrder()
    const { refund: made } = (await refund(event, order.id, { amount: 202 })).body.data
    expect(made.status).toBe('PENDING')
    const reference = (await rowOf('refunds', made.id))?.['reference']
    const about = (status: string) => {
      told += 1
      return JSON.stringify({
        id: `evt_r${told}`,
        type: 'refund.updated',
        data: { object: { id: reference, object: 'refund', status, metadata: { refund_id: made.id } } },
      })
    }
    await tell(about('pending'))
    await Promise.all([tell(about('succeeded')), tell(about('succeeded'))])
    await tell(about('pending'))
    expect(await orderOf(event, order.id)).toMatchObject({ refunded: 202, refunds: [{ status: 'SUCCEEDED' }] })
    expect((await mailsTo(email)).filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  })

  it('returns 503 without the Stripe key and stores nothing; marking such an order paid returns 409', async () => {
    const { event, order } = await paidOrder()
    const unpaid = await buy()
    const answer = await send(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    expect(answer.body).toMatchObject({ statusCode: 503, code: 'unavailable' })
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunded: 0, refunds: [] })
    const marked = await send(`POST /events/${unpaid.event.id}/orders/${unpaid.order.id}/mark-paid`, { as: home.owner })
    expect(marked.body).toMatchObject({ statusCode: 409, code: 'invalid_transition' })
    expect((await send('POST /public/payments/stripe', { body: '{}' })).status).toBe(404)
  })
})
