import { describe, expect, it, vi } from 'vitest'
import type { OrderRow } from '../../../src/db/rows.ts'
import {
  endCheckouts,
  openCheckout,
  openWaitingCheckouts,
  reconcilePayments,
} from '../../../src/modules/payments/index.ts'
import { findOrderFrom } from '../../../src/modules/payments/payments.store.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'
import { guestsOf, mailsTo, ordersOf, rowOf, seatsHeld, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, person } from '../../support/factories.ts'
import { letExpire, statusOfGuest } from '../../support/orders.ts'
import { withProvider } from '../../support/provider.ts'

const [MINUTE, DAY, TRIES] = [60_000, 86_400_000, 24]
const PRICE = 1_000
const home = await newCalendar()
const { deps, act, ask, books, tell, tellAll, later, events, stripe } = await withProvider()

type Place = { id: string; ticketId: string }
interface Bought {
  event: Place
  buyer: { email: string }
  guests: [{ id: string }, { id: string }]
  order: { id: string; payment: { reference: string; url: string } }
  manageUrl: string
}

const buyTwo = async (fields: object = {}, attendees: object[] = [{}, {}]): Promise<Bought> => {
  const event = await newEvent(home, { capacity: 2, ...fields }, { price: PRICE })
  const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
  const made = await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })
  return { event, buyer, ...made.body.data }
}
const byHand = (event: Place, guestId: string, status: string) =>
  ask(`PATCH /events/${event.id}/guests/${guestId}/status`, { as: home.owner, json: { status } })
const erase = (event: Place, guestId: string) =>
  ask(`POST /events/${event.id}/guests/${guestId}/erase`, { as: home.owner })
const bulk = (event: Place, guestId: string, action: string) =>
  ask(`POST /events/${event.id}/guests/batch`, { as: home.owner, json: { action, guestIds: [guestId] } })
const sale = (event: Place) => ask(`POST /public/events/${event.id}/registrations`, { json: person() })
const orderOf = async (event: Place, id: string) =>
  (await ask(`GET /events/${event.id}/orders/${id}`, { as: home.owner })).body.data
const unreconciled = async (event: Place) =>
  (await ask(`GET /events/${event.id}/sales`, { as: home.owner })).body.data.unreconciled
const pagesOf = async (orderId: string) =>
  (await books()).sessions.filter(({ metadata }) => metadata['order_id'] === orderId)
const chargedFor = async (orderId: string) =>
  (await books()).charges.filter(({ metadata }) => metadata['order_id'] === orderId)

/** Expects a refund or a `CONFIRMED` guest for each seat of the order, and the same sums at the provider. */
const expectPaidForSeats = async ({ event, order }: Bought) => {
  const shown = await orderOf(event, order.id)
  const held = (await guestsOf(event)).filter(
    (guest) => guest['order_id'] === order.id && guest['status'] === 'CONFIRMED',
  )
  expect(shown.net).toBe(held.length * PRICE)
  const charged = await chargedFor(order.id)
  expect(charged.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)).toBe(shown.net)
  expect(await seatsHeld(event)).toBeLessThanOrEqual(2)
}

const WAYS: [string, (event: Place, guestId: string) => Promise<{ status: number }>][] = [
  ['cancels', (event, id) => byHand(event, id, 'CANCELLED')],
  ['declines', (event, id) => byHand(event, id, 'DECLINED')],
  ['waitlists', (event, id) => byHand(event, id, 'WAITLISTED')],
  ['erases', erase],
  ['cancels in bulk', (event, id) => bulk(event, id, 'cancel')],
]

describe('checkout page of a party', () => {
  it.each(WAYS)('is replaced by one for the remaining guest when an organiser %s the other', async (_, leave) => {
    const bought = await buyTwo()
    const { event, guests, order, buyer } = bought
    expect((await leave(event, guests[1].id)).status).toBe(200)
    expect(await act({ act: 'pay', session: order.payment.reference })).toBeNull()
    const [old, page] = await pagesOf(order.id)
    expect([old?.status, page?.status, page?.amount_total]).toEqual(['expired', 'open', PRICE])
    const shown = await orderOf(event, order.id)
    expect(shown).toMatchObject({ status: 'PENDING', total: PRICE, items: [{ quantity: 1, guestIds: [guests[0].id] }] })
    expect(shown.payment).toMatchObject({ reference: page?.id, url: page?.['url'] })
    expect((await sale(event)).status).toBe(200)
    await act({ act: 'pay', session: page?.id ?? '' })
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', net: PRICE, refunded: 0 })
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
    expect((await mailsTo(buyer.email)).filter(({ kind }) => kind === 'pending')).toHaveLength(2)
    expect(await unreconciled(event)).toEqual([])
  })

  it('is replaced when an attendee cancels through their own link', async () => {
    const { event, guests, order } = await buyTwo({}, [{}, { ...person(), firstName: 'Own' }])
    const url = await manageUrlOfGuest(guests[1].id, deps)
    expect((await ask(`POST ${manageApi(url)}/cancel`, { json: {} })).status).toBe(200)
    expect((await pagesOf(order.id)).map(({ status }) => status)).toEqual(['expired', 'open'])
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PENDING', total: PRICE })
  })

  it('is ended, not replaced, when its last guest leaves', async () => {
    const { event, guests, order } = await buyTwo()
    await byHand(event, guests[0].id, 'CANCELLED')
    await erase(event, guests[1].id)
    expect((await pagesOf(order.id)).map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect(await rowOf('orders', order.id)).toMatchObject({ status: 'CANCELLED', effect: 'SETTLED' })
  })

  it('is replaced by the schedule if the provider was down or the service was killed at any step', async () => {
    for (const on of ['POST /v1/checkout/sessions/', 'POST /v1/checkout']) {
      for (const kind of ['down', 'lost'] as const) {
        const bought = await buyTwo()
        await act({ act: 'faults', faults: [{ on, kind }] })
        expect((await byHand(bought.event, bought.guests[1].id, 'CANCELLED')).status).toBe(200)
        await act({ act: 'faults', faults: [] })
        for (let minute = 0; minute < 4; minute += 1) {
          await later(2 * MINUTE)
          for (const run of [openWaitingCheckouts, endCheckouts, expireUnpaidOrders]) await run(deps)
        }
        const open = (await pagesOf(bought.order.id)).filter(({ status }) => status === 'open')
        expect(open.map(({ amount_total: total }) => total)).toEqual([PRICE])
        expect((await orderOf(bought.event, bought.order.id)).payment.reference).toBe(open[0]?.id)
      }
    }
  })

  it('is created again if the request for it never arrived, and is not mistaken for the page that ended', async () => {
    const { event, guests, order } = await buyTwo()
    vi.spyOn(stripe, 'openCheckout').mockRejectedValueOnce(new Error('killed'))
    await byHand(event, guests[1].id, 'CANCELLED')
    await later(2 * MINUTE)
    await openWaitingCheckouts(deps)
    const pages = await pagesOf(order.id)
    expect(pages.map(({ status, amount_total: total }) => [status, total])).toEqual([
      ['expired', 2 * PRICE],
      ['open', PRICE],
    ])
    expect((await orderOf(event, order.id)).payment.reference).toBe(pages[1]?.id)
  })

  it('is replaced, and never shown, if a guest leaves while it is being opened', async () => {
    const event = await newEvent(home, { capacity: 2 }, { price: PRICE })
    const open = stripe.openCheckout.bind(stripe)
    vi.spyOn(stripe, 'openCheckout').mockImplementationOnce(async (...sent) => {
      const opened = await open(...sent)
      const [, second] = await guestsOf(event)
      await byHand(event, String(second?.['id']), 'CANCELLED')
      return opened
    })
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
    const made = await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{}, {}] } })
    const { order } = made.body.data
    const pages = await pagesOf(order.id)
    expect(pages.map(({ status, amount_total: total }) => [status, total])).toEqual([
      ['expired', 2 * PRICE],
      ['open', PRICE],
    ])
    expect(order).toMatchObject({ total: PRICE, payment: { url: pages[1]?.['url'] } })
  })

  it('is never opened with the amount from before a guest left', async () => {
    const event = await newEvent(home, { capacity: 4, waitlistEnabled: true, requiresApproval: true }, { price: PRICE })
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
    const made = await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{}, {}] } })
    const [first, second] = made.body.data.guests
    const approved = await ask(`POST /events/${event.id}/guests/${first.id}/approve`, { as: home.owner })
    const read = (await findOrderFrom(deps.db, { accountId: null }, approved.body.data.orderId)) as OrderRow
    expect(read).toMatchObject({ total: 2 * PRICE, effect: 'INTENDED' })
    await byHand(event, second.id, 'CANCELLED')
    await openCheckout(read, deps)
    await later(2 * MINUTE)
    await openWaitingCheckouts(deps)
    expect((await pagesOf(read.id)).map(({ amount_total: total }) => total)).toEqual([PRICE])
  })

  it('is not replaced once the order has expired', async () => {
    const { event, guests, order } = await buyTwo()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions/', kind: 'down' }] })
    await byHand(event, guests[1].id, 'CANCELLED')
    await letExpire(order.id)
    await later(2 * MINUTE)
    for (const run of [endCheckouts, openWaitingCheckouts, expireUnpaidOrders, openWaitingCheckouts]) await run(deps)
    expect((await pagesOf(order.id)).map(({ status }) => status)).toEqual(['expired'])
    expect((await orderOf(event, order.id)).status).toBe('EXPIRED')
  })

  it('does not extend the deadline beyond 24 hours after the order and 30 minutes', async () => {
    const { event, guests, order } = await buyTwo({ capacity: 4 }, [{}, {}, {}])
    await byHand(event, guests[0].id, 'CANCELLED')
    const created = Date.parse((await orderOf(event, order.id)).createdAt)
    expect(Date.parse((await orderOf(event, order.id)).expiresAt) - created).toBe(DAY)
    await later(DAY - 10 * MINUTE)
    await byHand(event, guests[1].id, 'CANCELLED')
    const left = Date.parse((await orderOf(event, order.id)).expiresAt) - deps.clock()
    expect(left).toBeGreaterThan(29 * MINUTE)
    expect(left).toBeLessThanOrEqual(30 * MINUTE)
  })

  it('has no buyer’s address once the buyer is erased, and the rest of the party can still pay', async () => {
    const { event, guests, order } = await buyTwo({}, [{ ...person(), firstName: 'Ada' }, {}])
    await setColumns('orders', order.id, { buyer_email: String((await rowOf('guests', guests[0].id))?.email) })
    await setColumns('parties', String((await rowOf('guests', guests[0].id))?.party_id), {
      buyer_email: String((await rowOf('guests', guests[0].id))?.email),
    })
    expect((await erase(event, guests[0].id)).status).toBe(200)
    const page = (await pagesOf(order.id)).at(-1)
    expect(page).toMatchObject({ status: 'open', amount_total: PRICE })
    await act({ act: 'pay', session: page?.id ?? '' })
    await tellAll()
    expect(await statusOfGuest(guests[1].id)).toBe('CONFIRMED')
  })

  it('keeps its other guests when the webhook of its end arrives before the new page is stored', async () => {
    const { event, guests, order } = await buyTwo()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions/', kind: 'lost' }] })
    await byHand(event, guests[1].id, 'CANCELLED')
    await tellAll()
    await expireUnpaidOrders(deps)
    expect(await statusOfGuest(guests[0].id)).toBe('PENDING')
    await later(2 * MINUTE)
    await openWaitingCheckouts(deps)
    const page = (await pagesOf(order.id)).at(-1)
    expect(page).toMatchObject({ status: 'open', amount_total: PRICE })
    await act({ act: 'pay', session: page?.id ?? '' })
    await tellAll()
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
  })
})

describe('payment of an order that lost a seat', () => {
  it('refunds the seat if the page was paid before it could be ended', async () => {
    const bought = await buyTwo()
    const { event, guests, order, buyer } = bought
    await act({ act: 'pay', session: order.payment.reference })
    await byHand(event, guests[1].id, 'CANCELLED')
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      net: PRICE,
      refunds: [{ amount: PRICE, status: 'SUCCEEDED', guestIds: [guests[1].id] }],
    })
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
    expect((await mailsTo(buyer.email)).map(({ kind }) => kind)).toContain('refund')
    await expectPaidForSeats(bought)
  })

  it.each([
    ['an organiser’s cancellation', (event: Place, id: string) => byHand(event, id, 'CANCELLED')],
    ['an erasure', erase],
  ])('never pays for a cancelled seat when it races %s', { timeout: 60_000 }, async (_, leave) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const bought = await buyTwo()
      const { event, guests, order } = bought
      await act({ act: 'pay', session: order.payment.reference })
      const told = (await events()).filter(({ type }) => type.startsWith('checkout'))
      await Promise.all([leave(event, guests[1].id), ...told.map((each) => tell(each))])
      for (const each of told) await tell(each)
      await sale(event)
      const shown = await orderOf(event, order.id)
      // An organiser who cancels a guest of a paid order decides about the refund.
      if (shown.refunded === 0) expect(await statusOfGuest(guests[1].id)).toBe('CANCELLED')
      else await expectPaidForSeats(bought)
      const paidFirst = shown.refunded === 0 && (await rowOf('guests', guests[1].id))
      if (paidFirst) expect(Number(paidFirst['cancelled_at'])).toBeGreaterThanOrEqual(Date.parse(shown.paidAt))
    }
  })

  it('never pays for a cancelled seat when it races the buyer’s cancellation', { timeout: 60_000 }, async () => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const { event, guests, order, manageUrl } = await buyTwo()
      const cancel = (guestIds: string[]) => ask(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds } })
      await act({ act: 'pay', session: order.payment.reference })
      const told = await events()
      const [left] = await Promise.all([cancel([guests[1].id]), ...told.map((each) => tell(each))])
      const shown = await orderOf(event, order.id)
      expect(shown.status).toBe('PAID')
      expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
      expect(await statusOfGuest(guests[1].id)).toBe(left?.status === 200 ? 'CANCELLED' : 'CONFIRMED')
    }
  })
})

describe('accepting an offer', () => {
  it(
    'never leaves an order with a cancelled seat when it races a partial cancellation',
    { timeout: 90_000 },
    async () => {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const event = await newEvent(
          home,
          { capacity: 1, waitlistEnabled: true, waitlistMode: 'OFFERS', offerMinutes: 60 },
          { price: PRICE },
        )
        await ask(`PATCH /events/${event.id}`, { as: home.owner, json: { capacity: 2 } })
        const first = await ask(`POST /public/events/${event.id}/registrations`, {
          json: { buyer: person(), attendees: [{}, {}] },
        })
        const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
        const second = await ask(`POST /public/events/${event.id}/registrations`, {
          json: { buyer, attendees: [{}, {}] },
        })
        await ask(`POST ${manageApi(first.body.data.manageUrl)}/cancel`, { json: {} })
        const { manageUrl, guests } = second.body.data
        expect(await statusOfGuest(guests[0].id)).toBe('PENDING')
        const [accepted, left] = await Promise.all([
          ask(`POST ${manageApi(manageUrl)}/offer/accept`),
          ask(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds: [guests[1].id] } }),
        ])
        expect(accepted.status).toBe(200)
        const order = (await ordersOf(event)).find(({ status }) => status === 'PENDING')
        const held = (await guestsOf(event)).filter(
          (guest) => guest['order_id'] === order?.['id'] && guest['status'] === 'PENDING',
        )
        expect(order?.['total']).toBe(held.length * PRICE)
        expect(held).toHaveLength(left.status === 200 ? 1 : 2)
      }
    },
  )
})

describe('reconciliation', () => {
  it('reports a paid seat without a guest until the organiser refunds it', async () => {
    const { event, guests, order } = await buyTwo()
    await act({ act: 'pay', session: order.payment.reference })
    await tellAll()
    const { paid_at: paidAt } = (await rowOf('orders', order.id)) ?? {}
    await setColumns('guests', guests[1].id, { status: 'CANCELLED', cancelled_at: Number(paidAt) - 1 })
    await later(2 * DAY)
    for (let pages = 0; pages < 12; pages += 1) await reconcilePayments(deps)
    expect(await unreconciled(event)).toMatchObject([
      { kind: 'PAYMENT_DIFFERS', orderId: order.id, amount: PRICE, status: 'seat_missing' },
    ])
    await ask(`POST /events/${event.id}/orders/${order.id}/refund`, {
      as: home.owner,
      json: { items: [{ guestId: guests[1].id }] },
    })
    expect(await unreconciled(event)).toEqual([])
  })

  it('does not report a guest who cancelled after paying', async () => {
    const { event, guests, order } = await buyTwo()
    await act({ act: 'pay', session: order.payment.reference })
    await tellAll()
    await byHand(event, guests[1].id, 'CANCELLED')
    await later(2 * DAY)
    for (let pages = 0; pages < 12; pages += 1) await reconcilePayments(deps)
    expect(await unreconciled(event)).toEqual([])
  })
})
