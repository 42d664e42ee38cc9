import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { verificationUrlOf } from '../../../src/modules/guests/registration/verification-link.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import {
  endCheckouts,
  followUpRefunds,
  openCheckout,
  openWaitingCheckouts,
  reconcilePayments,
} from '../../../src/modules/payments/index.ts'
import { findRefund } from '../../../src/modules/orders/index.ts'
import { takeInRefund } from '../../../src/modules/payments/refunds.ts'
import { runSchedule } from '../../../src/schedule.ts'
import { guestsOf, mailsTo, ordersOf, rowOf, seatsHeld, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, person } from '../../support/factories.ts'
import { letExpire, statusOfGuest } from '../../support/orders.ts'
import { withProvider } from '../../support/provider.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const PRICE = 2_500
const home = await newCalendar()
const world = await withProvider()
const { deps, act, ask, books, tell, tellAll, later } = world

type Place = { id: string; ticketId: string }
const buy = async (fields: Record<string, unknown> = {}, on?: Place) => {
  const event = on ?? (await newEvent(home, fields, { price: PRICE }))
  const sent = person()
  const answer = await ask(`POST /public/events/${event.id}/registrations`, { json: sent })
  const { order, guest } = answer.body.data ?? {}
  return { event, answer, order, guest, email: sent.email, session: order?.payment.reference as string }
}
const partyOf = async (size: number, fields: Record<string, unknown> = {}) => {
  const event = await newEvent(home, fields, { price: PRICE })
  const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
  const attendees = Array.from({ length: size }, () => ({}))
  const made = await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })
  return { event, buyer, ...made.body.data }
}
const byHand = (event: Place, guestId: string, status: string) =>
  ask(`PATCH /events/${event.id}/guests/${guestId}/status`, { as: home.owner, json: { status } })
const orderOf = async (event: Place, id: string) =>
  (await ask(`GET /events/${event.id}/orders/${id}`, { as: home.owner })).body.data
const refund = (event: Place, id: string, json: object = {}) =>
  ask(`POST /events/${event.id}/orders/${id}/refund`, { as: home.owner, json })
const unreconciled = async (event: Place) =>
  (await ask(`GET /events/${event.id}/sales`, { as: home.owner })).body.data.unreconciled
const paid = async (fields: Record<string, unknown> = {}) => {
  const bought = await buy(fields)
  await act({ act: 'pay', session: bought.session })
  await tellAll()
  return { ...bought, payment: (await rowOf('orders', bought.order.id))?.payment as string }
}
const refundsAt = async (payment: string) => (await books()).refunds.filter((each) => each.payment_intent === payment)
const posts = async (id: string) =>
  (await world.calls('POST /v1/refunds')).filter((each) => each.form['metadata[refund_id]'] === id)
const listsOf = (payment: string) => world.calls(`GET /v1/refunds?payment_intent=${payment}`)
/**
 * Runs `run` every two minutes, `count` times. This reaches each retry delay without running every minute for hours.
 */
const minutes = async (count: number, run: (of: typeof deps) => Promise<unknown>) => {
  for (let minute = 0; minute < count; minute += 1) {
    await later(2 * MINUTE)
    await run(deps)
  }
}

describe('refund', () => {
  it('is only read, never sent again, while it stays pending for days, even if the provider forgets its idempotency keys', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'holdRefunds', hold: true })
    const made = (await refund(event, order.id, { amount: 1_000 })).body.data.refund
    for (let day = 0; day < 4; day += 1) {
      await later(DAY)
      await act({ act: 'forgetKeys' })
      await minutes(3, followUpRefunds)
    }
    expect(await posts(made.id)).toHaveLength(1)
    expect(await listsOf(payment)).toHaveLength(0)
    const [there] = await refundsAt(payment)
    expect((await world.calls(`GET /v1/refunds/${there?.id}`)).length).toBeGreaterThanOrEqual(4)
    expect(await refundsAt(payment)).toHaveLength(1)
    expect((await orderOf(event, order.id)).refunds).toMatchObject([{ status: 'PENDING', completedAt: null }])
    await act({ act: 'holdRefunds', hold: false })
    await act({ act: 'settleRefund', refund: (await refundsAt(payment))[0]?.id ?? '', status: 'succeeded' })
    await later(HOUR)
    await followUpRefunds(deps)
    expect(await orderOf(event, order.id)).toMatchObject({ refunded: 1_000, refunds: [{ status: 'SUCCEEDED' }] })
  })

  it('is emailed to the buyer’s address at the time the refund succeeds', async () => {
    const { event, order, guest, email } = await paid()
    const right = person().email
    const send = world.stripe.refund.bind(world.stripe)
    vi.spyOn(world.stripe, 'refund').mockImplementationOnce(async (...sent) => {
      await ask(`PATCH /events/${event.id}/guests/${guest.id}`, { as: home.owner, json: { email: right } })
      return send(...sent)
    })
    await refund(event, order.id)
    const told = async (address: string) => (await mailsTo(address)).filter(({ kind }) => kind === 'refund').length
    expect([await told(email), await told(right)]).toEqual([0, 1])
  })

  it('is found by paging through the refunds of its payment days after its response was lost', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'pages', of: 1 })
    await act({ act: 'faults', faults: [{ on: 'POST /v1/refunds', kind: 'lost' }] })
    const made = (await refund(event, order.id, { amount: 700 })).body.data.refund
    expect(made.status).toBe('PENDING')
    await act({ act: 'refundThere', payment, amount: 300 })
    await later(2 * DAY)
    await followUpRefunds(deps)
    await act({ act: 'pages', of: 100 })
    expect(await posts(made.id)).toHaveLength(1)
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({ refunded: 1_000, net: 1_500 })
    expect((await refundsAt(payment)).map(({ amount }) => amount)).toEqual([700, 300])
  })

  it('is sent again byte for byte with the same key if it never arrived', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/refunds', kind: 'down' }] })
    const made = (await refund(event, order.id, { amount: 700 })).body.data.refund
    expect(await rowOf('refunds', made.id)).toMatchObject({
      effect: 'SENT',
      effect_request: expect.stringContaining('700'),
    })
    await minutes(1, followUpRefunds)
    const [first, second] = await posts(made.id)
    expect(second).toEqual(first)
    expect(await refundsAt(payment)).toHaveLength(1)
    expect(await rowOf('refunds', made.id)).toMatchObject({
      effect: 'SETTLED',
      effect_request: null,
      status: 'SUCCEEDED',
    })
  })

  it('fails only if the refunds of the payment do not contain it, not because the provider rejected it', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/refunds', kind: 'lost' }] })
    const lost = (await refund(event, order.id)).body.data.refund
    await act({ act: 'forgetKeys' })
    await act({ act: 'faults', faults: [{ on: 'GET /v1/refunds', kind: 'busy' }] })
    await minutes(1, followUpRefunds)
    expect((await orderOf(event, order.id)).refunds).toMatchObject([{ status: 'PENDING' }])
    // The provider's list lags behind: the refund is sent again and rejected because the full amount has already been
    // refunded. Then the list catches up.
    await act({ act: 'faults', faults: [{ on: 'GET /v1/refunds', kind: 'behind' }] })
    await minutes(1, followUpRefunds)
    expect(await posts(lost.id)).toHaveLength(2)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'REFUNDED',
      refunds: [{ id: lost.id, status: 'SUCCEEDED' }],
    })
    expect(await refundsAt(payment)).toHaveLength(1)
    const other = await paid()
    await act({ act: 'refundThere', payment: other.payment, amount: PRICE })
    const refused = (await refund(other.event, other.order.id, { amount: 100 })).body.data
    expect(refused.refund.status).toBe('FAILED')
    await tellAll()
    expect(await orderOf(other.event, other.order.id)).toMatchObject({ status: 'REFUNDED', refunded: PRICE, net: 0 })
  })

  it('restores the amount and appears in `unreconciled` if it fails after it succeeded', async () => {
    const { event, order, payment, guest } = await paid()
    await refund(event, order.id, { cancelGuests: true })
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'REFUNDED', net: 0 })
    const [there] = await refundsAt(payment)
    await act({ act: 'settleRefund', refund: there?.id ?? '', status: 'failed' })
    const events = await world.events()
    for (const message of events.toReversed()) await tell(message)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PAID',
      refunded: 0,
      net: PRICE,
      refunds: [{ status: 'FAILED' }],
    })
    expect(await statusOfGuest(guest.id)).toBe('CANCELLED')
    expect(await unreconciled(event)).toMatchObject([
      { kind: 'REFUND_FAILED', orderId: order.id, amount: PRICE, currency: 'EUR' },
    ])
    // Older webhooks don't change FAILED back to SUCCEEDED. A new refund replaces the failed one and clears
    // `unreconciled`.
    for (const message of events) await tell(message)
    expect((await orderOf(event, order.id)).status).toBe('PAID')
    expect((await refund(event, order.id)).body.data.order.status).toBe('REFUNDED')
    expect(await unreconciled(event)).toEqual([])
  })

  it('appears in `unreconciled` if it fails while another message still reports its success', async () => {
    const { event, order } = await paid()
    await act({ act: 'holdRefunds', hold: true })
    const { id } = (await refund(event, order.id, { amount: 500 })).body.data.refund
    await act({ act: 'holdRefunds', hold: false })
    const seen = await findRefund(deps.db, id)
    if (seen === null) throw new Error('there is no refund')
    const there = { refundId: id, reference: seen.refund.reference ?? '', payment: '', amount: 500, currency: 'EUR' }
    await takeInRefund(seen, { ...there, status: 'SUCCEEDED' }, deps)
    // The second message was read before the first one was stored.
    await takeInRefund(seen, { ...there, status: 'FAILED' }, deps)
    expect(await orderOf(event, order.id)).toMatchObject({ refunded: 0, refunds: [{ status: 'FAILED' }] })
    expect(await unreconciled(event)).toMatchObject([{ kind: 'REFUND_FAILED', orderId: order.id, amount: 500 }])
  })

  it('appears in `unreconciled` when an automatic refund for a late payment fails, but not when a requested one does', async () => {
    // The test provider refuses to refund an amount of 402.
    const event = await newEvent(home, { capacity: 1 }, { price: 402 })
    const { order, session } = await buy({}, event)
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    const other = await buy({}, event)
    await act({ act: 'pay', session })
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunds: [{ status: 'FAILED' }] })
    expect(await unreconciled(event)).toMatchObject([{ kind: 'REFUND_FAILED', orderId: order.id, amount: 402 }])
    await act({ act: 'pay', session: other.session })
    await tellAll()
    expect((await refund(event, other.order.id)).body.data.refund.status).toBe('FAILED')
    expect(await unreconciled(event)).toHaveLength(1)
  })

  it('appears in `unreconciled` when it is for one party seat and fails, until a refund at the provider replaces it', async () => {
    const { event, order, guests } = await partyOf(2)
    await act({ act: 'pay', session: order.payment.reference })
    await tellAll()
    const payment = (await rowOf('orders', order.id))?.['payment'] as string
    await act({ act: 'holdRefunds', hold: true })
    await refund(event, order.id, { items: [{ guestId: guests[1].id }], cancelGuests: true })
    const [there] = await refundsAt(payment)
    await act({ act: 'settleRefund', refund: there?.id ?? '', status: 'failed' })
    await act({ act: 'holdRefunds', hold: false })
    await tellAll()
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
    expect(await unreconciled(event)).toMatchObject([{ kind: 'REFUND_FAILED', orderId: order.id, amount: PRICE }])
    await act({ act: 'refundThere', payment, amount: PRICE })
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: PRICE })
    expect(await unreconciled(event)).toEqual([])
  })

  it('never exceeds the amount paid when six refunds run concurrently', async () => {
    const { event, order, payment } = await paid()
    const asked = await Promise.all(Array.from({ length: 6 }, () => refund(event, order.id, { amount: 1_000 })))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422])
    const rest = await Promise.all([refund(event, order.id), refund(event, order.id)])
    expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await refundsAt(payment)).reduce((sum, { amount }) => sum + amount, 0)).toBe(PRICE)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: PRICE })
  })

  it('is followed up even without the effect columns of the current version', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/refunds', kind: 'lost' }] })
    const made = (await refund(event, order.id, { amount: 700 })).body.data.refund
    await setColumns('refunds', made.id, { effect: null, effect_request: null, effect_at: null })
    await act({ act: 'forgetKeys' })
    await minutes(1, followUpRefunds)
    expect((await orderOf(event, order.id)).refunds).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await refundsAt(payment)).toHaveLength(1)
  })

  it('is converted to the provider’s units: ISK with two decimals, KWD only in multiples of 10', async () => {
    const sold = async (price: number, currency: string) => {
      const bought = await buy({}, await newEvent(home, {}, { price, currency }))
      await act({ act: 'pay', session: bought.session })
      await tellAll()
      return bought
    }
    const kronur = await sold(500, 'ISK')
    expect((await books()).sessions.at(-1)).toMatchObject({ amount_total: 50_000, currency: 'isk' })
    expect((await orderOf(kronur.event, kronur.order.id)).status).toBe('PAID')
    const { refund: part } = (await refund(kronur.event, kronur.order.id, { amount: 120 })).body.data
    expect((await posts(part.id))[0]?.form).toMatchObject({ amount: '12000' })
    await tellAll()
    expect(await orderOf(kronur.event, kronur.order.id)).toMatchObject({ refunded: 120, net: 380 })
    const dinar = await sold(5_120, 'KWD')
    expect((await refund(dinar.event, dinar.order.id, { amount: 15 })).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'amount', message: 'must be a multiple of 10' }],
    })
    expect((await refund(dinar.event, dinar.order.id, { amount: 120 })).body.data.order.net).toBe(5_000)
  })

  it('is followed up by only one of five concurrent runs', async () => {
    const { event, order, payment } = await paid()
    await act({ act: 'faults', faults: [{ on: 'POST /v1/refunds', kind: 'down' }] })
    const made = (await refund(event, order.id)).body.data.refund
    await later(2 * MINUTE)
    await act({ act: 'forgetKeys' })
    await Promise.all(Array.from({ length: 5 }, () => followUpRefunds(deps)))
    expect(await posts(made.id)).toHaveLength(2)
    expect(await listsOf(payment)).toHaveLength(1)
    expect(await refundsAt(payment)).toHaveLength(1)
  })
})

describe('checkout', () => {
  it('is found in the list and expired if its response was lost, and its order is withdrawn', async () => {
    const event = await newEvent(home, { capacity: 1 }, { price: PRICE })
    await act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'lost' }] })
    const { answer } = await buy({}, event)
    expect(answer.status).toBe(503)
    expect(await seatsHeld(event)).toBe(0)
    const open = async () => (await books()).sessions.filter(({ status }) => status === 'open')
    expect(await open()).toHaveLength(1)
    await minutes(1, endCheckouts)
    expect(await open()).toHaveLength(0)
  })

  it('returns 503 and undoes its registration if it cannot be opened: the guest stays INVITED, and a retry by link or key succeeds', async () => {
    const down = () => act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'down' }] })
    const someone = () => ({ firstName: 'Ada', lastName: 'Byron', email: `asked-${crypto.randomUUID()}@guests.test` })
    const invited = async (event: Place) => {
      const who = someone()
      await ask(`POST /events/${event.id}/guests/invite`, { as: home.owner, json: { emails: [who.email] } })
      const { id } = (await guestsOf(event)).find(({ email }) => email === who.email)!
      return { who, id: String(id), path: manageApi(await manageUrlOfGuest(String(id), deps)) }
    }
    const twice = async (call: () => ReturnType<typeof ask>, between: () => Promise<void> = async () => {}) => {
      await down()
      expect((await call()).status).toBe(503)
      await between()
      const again = await call()
      expect(again.status, again.text).toBe(200)
      return again.body.data
    }
    const toPay = { status: 'PENDING', payment: { url: expect.stringMatching(/^https:/) } }

    const event = await newEvent(home, { visibility: 'PRIVATE', capacity: 2 }, { price: PRICE })
    const one = await invited(event)
    const isInvited = (id: string, to: Place) => async () => {
      const { results } = await env.DB.prepare('select * from guests where id = ?').bind(id).all()
      expect(results).toMatchObject([
        { status: 'INVITED', ticket_id: null, order_id: null, party_id: null, cancelled_at: null },
      ])
      expect(await seatsHeld(to)).toBe(0)
    }
    const { email: _own, ...named } = one.who
    const accepted = await twice(() => ask(`POST ${one.path}/accept`, { json: named }), isInvited(one.id, event))
    expect(accepted).toMatchObject({ guest: { id: one.id, status: 'PENDING' }, order: toPay })

    // The retry uses the same `Idempotency-Key`.
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const alone = someone()
    const add = (json: object) => ask(`POST /events/${event.id}/guests`, { as: home.owner, json, headers })
    expect(await twice(() => add(alone))).toMatchObject({ status: 'PENDING', email: alone.email })

    const open = await newEvent(home, { verifyEmail: true }, { price: PRICE })
    const careful = someone()
    await ask(`POST /public/events/${open.id}/registrations`, { json: careful })
    const waits = await env.DB.prepare('select id from verifications where email = ?').bind(careful.email).first()
    const waitingId = String(waits?.['id'])
    const link = new URL(await verificationUrlOf(waitingId, 'en', deps))
    const verified = await twice(async () => {
      // The email is timestamped by the real clock, but `deps.clock()` may be days ahead.
      await setColumns('verifications', waitingId, { expires_at: deps.clock() + HOUR })
      return ask(`POST /public/verifications/${link.pathname.split('/').at(-1)}`)
    })
    expect(verified).toMatchObject({ guest: { status: 'PENDING', email: careful.email }, order: toPay })

    const wide = await newEvent(home, {}, { price: PRICE })
    const brought = await invited(wide)
    const couponCode = `ONCE-${wide.id}`
    await newCoupon(home, { code: couponCode, maxRedemptions: 1 })
    const party = { buyer: someone(), attendees: [{ email: brought.who.email }, {}], couponCode }
    const together = () => ask(`POST /public/events/${wide.id}/registrations`, { json: party })
    const made = await twice(together, isInvited(brought.id, wide))
    expect(made).toMatchObject({ guests: [{ id: brought.id, status: 'PENDING' }, { status: 'PENDING' }], order: toPay })
    expect(await seatsHeld(wide)).toBe(2)
  })

  it('returns 409 and undoes its registration if the provider refuses it: by form, link, key and invitation', async () => {
    const refuse = () => act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'refused' }] })
    const refused = async (call: () => ReturnType<typeof ask>, at: Place) => {
      await refuse()
      expect((await call()).body).toMatchObject({ statusCode: 409, code: 'payment_unavailable' })
      expect(await seatsHeld(at)).toBe(0)
    }
    const event = await newEvent(home, {}, { price: PRICE })
    const { email, ...named } = person() as Record<string, string>
    const register = (json: object) => () => ask(`POST /public/events/${event.id}/registrations`, { json })
    await refused(register(person()), event)
    await refused(register({ buyer: { ...named, email }, attendees: [{}, {}] }), event)
    const add = (json: object) => () => ask(`POST /events/${event.id}/guests`, { as: home.owner, json })
    await refused(add(person()), event)
    await refused(add({ buyer: { ...named, email }, attendees: [{}, {}] }), event)

    const asked = person().email
    await ask(`POST /events/${event.id}/guests/invite`, { as: home.owner, json: { emails: [asked] } })
    const invited = (await guestsOf(event)).find((guest) => guest.email === asked)
    const path = manageApi(await manageUrlOfGuest(String(invited?.id), deps))
    await refused(() => ask(`POST ${path}/accept`, { json: named }), event)
  })

  it('returns 409 and undoes its registration if the provider refuses it: by verification link', async () => {
    const fresh = await withProvider()
    const event = await newEvent(home, { verifyEmail: true }, { price: PRICE })
    const careful = person()
    await fresh.ask(`POST /public/events/${event.id}/registrations`, { json: careful })
    const waits = await env.DB.prepare('select id from verifications where email = ?').bind(careful.email).first()
    const link = new URL(await verificationUrlOf(String(waits?.['id']), 'en', fresh.deps))
    await fresh.act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'refused' }] })
    const refused = await fresh.ask(`POST /public/verifications/${link.pathname.split('/').at(-1)}`)
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'payment_unavailable' })
    expect(await seatsHeld(event)).toBe(0)
  })

  it('is searched for at the provider before a late opening is retried, which repeats the request byte for byte', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true }, { price: PRICE })
    const first = await buy({}, event)
    const waiting = await buy({}, event)
    await letExpire(first.order.id)
    await expireUnpaidOrders(deps)
    await act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'down' }] })
    await minutes(2, openWaitingCheckouts)
    const rowOfOrder = () => env.DB.prepare('select * from orders where guest_id = ?').bind(waiting.guest.id).first()
    const row = await rowOfOrder()
    const sent = (await world.calls('POST /v1/checkout/sessions')).filter(
      ({ form }) => form['metadata[order_id]'] === row?.['id'],
    )
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(row).toMatchObject({ effect: 'KNOWN', effect_request: null, payment_url: expect.stringMatching(/^https:/) })
    const third = await newEvent(home, { capacity: 1, waitlistEnabled: true }, { price: PRICE })
    const [holder, next] = [await buy({}, third), await buy({}, third)]
    await letExpire(holder.order.id)
    await expireUnpaidOrders(deps)
    await act({ act: 'faults', faults: [{ on: 'POST /v1/checkout/sessions', kind: 'lost' }] })
    await minutes(1, openWaitingCheckouts)
    await act({ act: 'forgetKeys' })
    await minutes(1, openWaitingCheckouts)
    const mine = await env.DB.prepare('select * from orders where guest_id = ?').bind(next.guest.id).first()
    const pages = (await books()).sessions.filter(({ metadata }) => metadata['order_id'] === mine?.['id'])
    expect(pages.map(({ id }) => id)).toEqual([mine?.['payment_reference']])
  })

  it('expires at the provider when its order expires and when its guest is cancelled', async () => {
    const expired = await buy()
    await letExpire(expired.order.id)
    await expireUnpaidOrders(deps)
    const left = await buy()
    await ask(`PATCH /events/${left.event.id}/guests/${left.guest.id}/status`, {
      as: home.owner,
      json: { status: 'CANCELLED' },
    })
    await minutes(1, endCheckouts)
    for (const { session, order } of [expired, left]) {
      expect((await books()).sessions.find(({ id }) => id === session)?.status).toBe('expired')
      expect(await rowOf('orders', order.id)).toMatchObject({ effect: 'SETTLED' })
      expect(await act({ act: 'pay', session })).toBeNull()
    }
  })

  it('expires before a seat waived by a manager becomes owed as OFFLINE and the other seats are cancelled', async () => {
    const { event, guests, order } = await partyOf(3)
    await byHand(event, guests[2].id, 'CANCELLED')
    await byHand(event, guests[0].id, 'CONFIRMED')
    const replaced = await orderOf(event, order.id)
    expect(replaced).toMatchObject({ status: 'PENDING', total: 2 * PRICE })
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PENDING', payment: { provider: 'STRIPE' } })
    await minutes(1, endCheckouts)
    expect(await act({ act: 'pay', session: replaced.payment.reference })).toBeNull()
    await expireUnpaidOrders(deps)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PENDING',
      total: PRICE,
      expiresAt: null,
      payment: { provider: 'OFFLINE', url: null },
    })
    expect(await Promise.all(guests.map(({ id }: { id: string }) => statusOfGuest(id)))).toEqual([
      'CONFIRMED',
      'CANCELLED',
      'CANCELLED',
    ])
  })

  it('is opened and expired as usual if a manager has confirmed the guest; then the order is owed as OFFLINE', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true }, { price: PRICE })
    const [first, next] = [await buy({}, event), await buy({}, event)]
    await letExpire(first.order.id)
    await expireUnpaidOrders(deps)
    await byHand(event, next.guest.id, 'CONFIRMED')
    const { orderId } = (await byHand(event, next.guest.id, 'CONFIRMED')).body.data
    expect(await rowOf('orders', orderId)).toMatchObject({ effect: 'INTENDED', payment_url: null })
    await minutes(1, openWaitingCheckouts)
    expect(await rowOf('orders', orderId)).toMatchObject({ effect: 'KNOWN', payment_url: expect.any(String) })

    const { event: wide, guests, order } = await partyOf(2)
    await byHand(wide, guests[1].id, 'CANCELLED')
    await byHand(wide, guests[0].id, 'CONFIRMED')
    for (const id of [orderId, order.id]) await letExpire(id)
    await minutes(1, endCheckouts)
    await expireUnpaidOrders(deps)
    const owed = { status: 'PENDING', total: PRICE, expiresAt: null, payment: { provider: 'OFFLINE' } }
    expect(await orderOf(event, orderId)).toMatchObject(owed)
    expect(await orderOf(wide, order.id)).toMatchObject({ ...owed, items: [{ guestIds: [guests[0].id] }] })
  })

  it('charges guests who return before it could be ended on the same order, so they owe nothing twice', async () => {
    const { event, guests, order } = await partyOf(2, { capacity: 2, waitlistEnabled: true })
    const down = { on: 'POST /v1/checkout/sessions/', kind: 'down' as const }
    await act({ act: 'faults', faults: [down, down] })
    await byHand(event, guests[1].id, 'WAITLISTED')
    await ask(`PATCH /events/${event.id}`, { as: home.owner, json: { capacity: 4 } })
    expect(await rowOf('guests', guests[1].id)).toMatchObject({ status: 'PENDING', order_id: order.id })
    await byHand(event, guests[0].id, 'WAITLISTED')
    expect((await byHand(event, guests[0].id, 'CONFIRMED')).body.data.orderId).toBe(order.id)
    expect(await orderOf(event, order.id)).toMatchObject({ payment: { url: null } })
    await act({ act: 'faults', faults: [] })
    await minutes(1, endCheckouts)
    expect(await act({ act: 'pay', session: order.payment.reference })).toBeNull()
    const { payment } = await orderOf(event, order.id)
    await act({ act: 'pay', session: payment.reference })
    await tellAll()
    expect(await ordersOf(event)).toHaveLength(1)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', total: 2 * PRICE })
    expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  it('is paid once for each guest if one is waitlisted and returns after it was replaced', async () => {
    const { event, guests, order } = await partyOf(2, { capacity: 2, waitlistEnabled: true })
    await byHand(event, guests[1].id, 'WAITLISTED')
    await ask(`PATCH /events/${event.id}`, { as: home.owner, json: { capacity: 4 } })
    await minutes(1, openWaitingCheckouts)
    const rows = await ordersOf(event)
    expect(rows.map(({ id, total }) => [id === order.id, total])).toEqual([
      [true, PRICE],
      [false, PRICE],
    ])
    for (const row of rows) await act({ act: 'pay', session: row['payment_reference'] as string })
    await tellAll()
    expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect((await ordersOf(event)).map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  })

  it('is emailed to the buyer for the unpaid attendee even if the first attendee is already confirmed', async () => {
    const { event, guests } = await partyOf(2, { requiresApproval: true })
    await ask(`POST /events/${event.id}/guests/${guests[0].id}/approve`, { as: home.owner })
    await byHand(event, guests[0].id, 'CONFIRMED')
    await minutes(1, openWaitingCheckouts)
    const kinds = (await mailsTo(guests[1].email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['party', 'confirmation', 'pending'])
  })

  it('can be cancelled only by all guests it covers together, whatever their party has paid elsewhere', async () => {
    const { event, guests, manageUrl } = await partyOf(3, { requiresApproval: true, waitlistEnabled: true })
    const approve = (id: string) => ask(`POST /events/${event.id}/guests/${id}/approve`, { as: home.owner })
    await byHand(event, guests[0].id, 'WAITLISTED')
    await approve(guests[0].id)
    await approve(guests[1].id)
    await minutes(1, openWaitingCheckouts)
    const [alone, together] = await ordersOf(event)
    await act({ act: 'pay', session: alone?.['payment_reference'] as string })
    await tellAll()
    const cancel = (guestIds: string[]) => ask(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds } })
    const refused = await cancel([guests[1].id])
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    expect((await cancel([guests[0].id])).status).toBe(200)
    expect(await orderOf(event, String(together?.['id']))).toMatchObject({ status: 'PENDING', total: 2 * PRICE })
    expect((await cancel([guests[1].id, guests[2].id])).status).toBe(200)
  })

  it('expires in time without a webhook even if the guest is confirmed, and the order is then owed as OFFLINE', async () => {
    const { event, order, guest } = await buy()
    await byHand(event, guest.id, 'CONFIRMED')
    const { expiresAt, payment } = order
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PENDING', expiresAt, payment })
    await later(HOUR)
    await expireUnpaidOrders(deps)
    await minutes(1, endCheckouts)
    await expireUnpaidOrders(deps)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PENDING',
      expiresAt: null,
      payment: { provider: 'OFFLINE', url: null },
    })
    const paidByHand = await ask(`POST /events/${event.id}/orders/${order.id}/mark-paid`, { as: home.owner })
    expect([paidByHand.status, paidByHand.body.data.status]).toEqual([200, 'PAID'])
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
  })

  it('is refunded as a late payment if it was paid before it expired, even if no webhook arrived', async () => {
    const { event, order, guest, session } = await buy({ capacity: 1 })
    await act({ act: 'pay', session })
    await world.events()
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    const other = await buy({}, event)
    expect(other.answer.status).toBe(200)
    await minutes(1, endCheckouts)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: PRICE, net: 0 })
    expect(await statusOfGuest(guest.id)).toBe('CANCELLED')
    expect(await seatsHeld(event)).toBe(1)
  })

  it('is read from the provider before its seats are given away if it was paid in time, even if no webhook arrived', async () => {
    const { event, order, guests, buyer } = await partyOf(2, { capacity: 2, waitlistEnabled: true })
    const next = await buy({}, event)
    await act({ act: 'pay', session: order.payment.reference })
    await world.events()
    await later(2 * HOUR)
    await runSchedule(deps)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunded: 0 })
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
    expect(await statusOfGuest(next.guest.id)).toBe('WAITLISTED')
    expect((await mailsTo(buyer.email)).map(({ kind }) => kind)).toEqual(['pending', 'confirmation'])
  })

  it('keeps its seat for at most an hour while the provider does not answer', async () => {
    const { event, order, guest } = await buy()
    const down = { on: 'POST /v1/checkout/sessions/', kind: 'down' as const }
    await act({ act: 'faults', faults: [down, down] })
    await later(35 * MINUTE)
    await runSchedule(deps)
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
    await later(HOUR)
    await runSchedule(deps)
    await act({ act: 'faults', faults: [] })
    expect((await orderOf(event, order.id)).status).toBe('EXPIRED')
  })

  it('expires when its event is cancelled, and a payment made there is refunded', async () => {
    const { event, order, guest, email, session } = await buy()
    const second = await buy({}, event)
    await ask(`POST /events/${event.id}/cancel`, { as: home.owner, json: {} })
    await act({ act: 'pay', session })
    await tellAll()
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'REFUNDED',
      net: 0,
      refunds: [{ amount: PRICE, status: 'SUCCEEDED', reason: 'The event is cancelled.' }],
    })
    expect(await statusOfGuest(guest.id)).not.toBe('CONFIRMED')
    const kinds = (await mailsTo(email)).map(({ kind }) => kind)
    expect(kinds).toContain('refund')
    expect(kinds).not.toContain('confirmation')
    await later(2 * MINUTE)
    await endCheckouts(deps)
    expect(await act({ act: 'pay', session: second.session })).toBeNull()
    // The guest already got `event.cancelled`, so the `cancelled` email about the unpaid order is not sent.
    await tellAll()
    await later(2 * MINUTE)
    await expireUnpaidOrders(deps)
    const ends = async () => (await mailsTo(second.email)).filter(({ kind }) => kind === 'cancelled')
    const ids = (await ends()).map(({ id }) => String(id))
    await sendDue(ids, deps)
    expect((await ends()).map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('is not opened for an order that was ended since it was read', async () => {
    const { order } = await buy()
    await setColumns('orders', order.id, { effect: 'INTENDED', effect_at: null, payment_reference: null })
    const [seen] = await deps.db.query.orders.findMany({ where: (row, { eq }) => eq(row.id, order.id) })
    if (seen === undefined) throw new Error('there is no order')
    await letExpire(order.id)
    const opened = async () => (await world.calls('POST /v1/checkout/sessions')).length
    const before = await opened()
    await openCheckout(seen, deps)
    expect(await opened()).toBe(before)
    expect(await rowOf('orders', order.id)).toMatchObject({ effect: 'INTENDED', payment_reference: null })
  })

  it('is not opened for a cancelled event', async () => {
    const { event, order } = await buy({ capacity: 1, waitlistEnabled: true })
    const next = await buy({}, event)
    await act({ act: 'pay', session: order.payment.reference })
    await tellAll()
    await refund(event, order.id, { cancelGuests: true })
    await ask(`POST /events/${event.id}/cancel`, { as: home.owner, json: {} })
    await later(2 * MINUTE)
    await openWaitingCheckouts(deps)
    const [, promoted] = await ordersOf(event)
    expect(promoted).toMatchObject({ guest_id: next.guest.id, status: 'PENDING', effect: 'INTENDED' })
  })
})

describe('change made at the provider', () => {
  it('counts a refund only once, whichever webhook reports it', async () => {
    const { event, order, payment, email } = await paid()
    await act({ act: 'refundThere', payment, amount: 900 })
    const events = await world.events()
    expect(events.map(({ type }) => type)).toEqual(['refund.created', 'charge.refunded'])
    for (const message of [...events.toReversed(), ...events]) expect((await tell(message)).status).toBe(200)
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refunded: 900,
      net: 1_600,
      refunds: [{ amount: 900, status: 'SUCCEEDED', reason: 'Refunded at the payment provider.' }],
    })
    expect((await mailsTo(email)).filter(({ kind }) => kind === 'refund')).toEqual([])
    expect((await refund(event, order.id)).body.data.refund.amount).toBe(1_600)
  })

  it('records the payment along with a refund whose webhook arrives first', async () => {
    const { event, order, session, guest } = await buy()
    const { payment_intent: payment } = await act<{ payment_intent: string }>({ act: 'pay', session })
    await act({ act: 'refundThere', payment, amount: 500 })
    const events = await world.events()
    for (const message of events.toReversed()) await tell(message)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 500 })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
  })

  it('shows a dispute with its order and event until the money is returned, regardless of webhook order', async () => {
    const { event, order, payment } = await paid()
    const { id: dispute } = await act<{ id: string }>({ act: 'dispute', payment })
    const [opened] = await world.events()
    await tell(opened)
    expect((await orderOf(event, order.id)).payment.dispute).toEqual({
      status: 'needs_response',
      reason: 'product_not_received',
      dueBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      amount: PRICE,
    })
    expect(await unreconciled(event)).toEqual([
      {
        reference: dispute,
        kind: 'DISPUTED',
        orderId: order.id,
        amount: PRICE,
        currency: 'EUR',
        status: 'needs_response',
        noticedAt: expect.any(String),
      },
    ])
    await act({ act: 'closeDispute', dispute, status: 'lost' })
    await tellAll()
    await tell(opened)
    expect(await unreconciled(event)).toMatchObject([{ kind: 'DISPUTED', status: 'lost' }])
    await act({ act: 'closeDispute', dispute, status: 'won' })
    await tellAll()
    expect(await unreconciled(event)).toEqual([])
    expect((await orderOf(event, order.id)).payment.dispute.status).toBe('won')
  })

  it('refunds a second payment for a paid order in full, once, and leaves the order unchanged', async () => {
    const { event, order } = await paid()
    const kept = await rowOf('orders', order.id)
    await env.DB.prepare(
      "update orders set status = 'PENDING', payment_reference = null, payment = null, effect = 'INTENDED', effect_at = null, paid_at = null, expires_at = ?, created_at = created_at - 60000 where id = ?",
    )
      .bind(deps.clock() + HOUR, order.id)
      .run()
    await act({ act: 'forgetKeys' })
    await openWaitingCheckouts(deps)
    const second = (await rowOf('orders', order.id))?.['payment_reference'] as string
    await env.DB.prepare(
      "update orders set status = 'PAID', payment_reference = ?, payment = ?, paid_at = ?, expires_at = null, effect = 'SETTLED' where id = ?",
    )
      .bind(kept?.['payment_reference'] ?? null, kept?.['payment'] ?? null, kept?.['paid_at'] ?? null, order.id)
      .run()
    await act({ act: 'pay', session: second })
    const [told] = await world.events()
    await Promise.all([tell(told), tell(told)])
    await tell(told)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunded: 0, net: PRICE, refunds: [] })
    const charges = (await books()).charges.filter(({ metadata }) => metadata['order_id'] === order.id)
    expect(charges.map(({ amount, amount_refunded: back }) => amount - back)).toEqual([PRICE, 0])
    expect(world.logged.some(({ message }) => message.includes('paid twice'))).toBe(true)
    expect(await unreconciled(event)).toEqual([])
  })

  it('ignores payments, refunds and disputes that belong to no order', async () => {
    await act({ act: 'charge', amount: 100, currency: 'eur', order: '' })
    const { charges } = await books()
    const payment = charges.at(-1)?.payment_intent ?? ''
    await act({ act: 'refundThere', payment, amount: 100 })
    await act({ act: 'dispute', payment })
    for (const event of await world.events()) expect((await tell(event)).body).toEqual({ data: { received: true } })
    expect(
      await env.DB.prepare('select count(*) as n from payment_differences where currency is null').first(),
    ).toEqual({ n: 0 })
  })
})

describe('reconcilePayments()', () => {
  const night = async () => {
    await later(DAY)
    for (let minute = 0; minute < 40; minute += 1) await reconcilePayments(deps)
    expect(
      await env.DB.prepare('select count(*) as open from payment_reconciliations where ended_at is null').first(),
    ).toEqual({ open: 0 })
  }

  it('reconciles payments, refunds, failed refunds and disputes whose webhook never arrived', async () => {
    const [unheard, refunded, failed, disputed] = [await buy(), await paid(), await paid(), await paid()]
    await act({ act: 'pay', session: unheard.session })
    await act({ act: 'refundThere', payment: refunded.payment, amount: 400 })
    await refund(failed.event, failed.order.id)
    await act({ act: 'settleRefund', refund: (await refundsAt(failed.payment))[0]?.id ?? '', status: 'failed' })
    await act({ act: 'dispute', payment: disputed.payment })
    await world.events()
    await act({ act: 'pages', of: 3 })
    await night()
    await act({ act: 'pages', of: 100 })
    expect((await orderOf(unheard.event, unheard.order.id)).status).toBe('PAID')
    expect(await orderOf(refunded.event, refunded.order.id)).toMatchObject({ refunded: 400 })
    expect(await orderOf(failed.event, failed.order.id)).toMatchObject({ status: 'PAID', refunded: 0 })
    expect(await unreconciled(disputed.event)).toMatchObject([{ kind: 'DISPUTED' }])
    expect(
      world.logged.some(
        ({ message, about }) => message.includes('books and ours differ') && about['kind'] === 'DISPUTED',
      ),
    ).toBe(true)
  })

  it('reads at most 20 pages a minute', async () => {
    await later(DAY)
    for (let charge = 0; charge < 25; charge += 1)
      await act({ act: 'charge', amount: 100, currency: 'eur', order: 'none' })
    await act({ act: 'pages', of: 1 })
    const pages = async () =>
      (
        await Promise.all(['charges', 'refunds', 'disputes'].map((list) => world.calls(`GET /v1/${list}?created`)))
      ).flat().length
    const before = await pages()
    await reconcilePayments(deps)
    expect((await pages()) - before).toBe(20)
    await act({ act: 'pages', of: 100 })
    for (let minute = 0; minute < 10; minute += 1) await reconcilePayments(deps)
  })

  it('reports a payment past the checkout, a refund missing at the provider and a payment missing at the provider', async () => {
    const [elsewhere, invented, missing] = [await paid(), await paid(), await buy()]
    await act({ act: 'charge', amount: 999, currency: 'eur', order: elsewhere.order.id })
    await env.DB.prepare(
      "insert into refunds (id, order_id, amount, currency, notify_buyer, status, reference, created_at, completed_at) values (?, ?, 100, 'EUR', 0, 'SUCCEEDED', ?, 1, 1)",
    )
      .bind(`rfd_${invented.order.id}`, invented.order.id, `re_${invented.order.id}`)
      .run()
    await env.DB.prepare("update orders set status = 'PAID', paid_at = ? where id = ?")
      .bind(deps.clock() - DAY, missing.order.id)
      .run()
    await night()
    expect(await unreconciled(elsewhere.event)).toMatchObject([{ kind: 'PAYMENT_DIFFERS', amount: 999 }])
    expect(await unreconciled(invented.event)).toMatchObject([{ kind: 'REFUND_DIFFERS', amount: 0 }])
    expect(await unreconciled(missing.event)).toMatchObject([{ kind: 'PAYMENT_MISSING', amount: PRICE }])
    await night()
    expect(await unreconciled(elsewhere.event)).toHaveLength(1)
  })
})
