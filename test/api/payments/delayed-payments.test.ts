import { describe, expect, it } from 'vitest'
import { endCheckouts, reconcilePayments } from '../../../src/modules/payments/index.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'
import type { Event } from '../../../harness/stripe-books.ts'
import { mailsTo, rowOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, person } from '../../support/factories.ts'
import { statusOfGuest } from '../../support/orders.ts'
import { withProvider } from '../../support/provider.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const home = await newCalendar()
const { act, ask, calls, deps, events, later, tell, tellAll } = await withProvider()

type Place = { id: string; ticketId: string }
const buy = async (on?: Place) => {
  const startsIn = 60 * DAY
  const event =
    on ??
    (await newEvent(
      home,
      { startAt: deps.clock() + startsIn, endAt: deps.clock() + startsIn + HOUR },
      { price: 2_500 },
    ))
  const sent = person()
  const made = await ask(`POST /public/events/${event.id}/registrations`, { json: sent })
  expect(made.status, made.text).toBe(200)
  const { order, guest } = made.body.data
  return { event, order, guest, email: sent.email, session: order.payment.reference as string }
}
const orderOf = async (event: Place, id: string) =>
  (await ask(`GET /events/${event.id}/orders/${id}`, { as: home.owner })).body.data
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind)
/** Completes the checkout page, and returns the resulting event. */
const finish = async (session: string, method = 'sepa_debit') => {
  await act({ act: 'finish', session, method })
  return (await events()).at(-1) as Event
}
const conclude = async (session: string, isPaid: boolean) => {
  await act({ act: 'conclude', session, isPaid })
  return (await events()).at(-1) as Event
}
const expire = async () => {
  await endCheckouts(deps)
  await expireUnpaidOrders(deps)
}

describe('checkout page', () => {
  it('offers every method of the account, and limits vouchers to 3 days', async () => {
    const { order } = await buy()
    const sent = (await calls('POST /v1/checkout/sessions')).find(({ form }) => form['metadata[order_id]'] === order.id)
    expect(Object.keys(sent?.form ?? {}).filter((name) => name.startsWith('payment_method_types'))).toEqual([])
    expect(sent?.form).toMatchObject({
      'excluded_payment_method_types[0]': 'customer_balance',
      'payment_method_options[boleto][expires_after_days]': '3',
    })
    expect(Object.values(sent?.form ?? {})).not.toContain('sepa_debit')
  })

  it.each([
    [14, ['sepa_debit'], ['boleto']],
    [7, ['sepa_debit', 'boleto'], []],
  ])('excludes delayed methods whose hold could reach an event in %d days', async (days, excluded, offered) => {
    const startAt = deps.clock() + days * DAY
    const event = await newEvent(home, { startAt, endAt: startAt + HOUR }, { price: 2_500 })
    const { order } = await buy(event)
    const sent = (await calls('POST /v1/checkout/sessions')).find(({ form }) => form['metadata[order_id]'] === order.id)
    const values = Object.values(sent?.form ?? {})
    expect(values).toEqual(expect.arrayContaining(excluded))
    for (const method of offered) expect(values).not.toContain(method)
  })
})

describe('delayedPayments', () => {
  const excludedFor = async (fields: object) => {
    const startAt = deps.clock() + 60 * DAY
    const event = await newEvent(home, { startAt, endAt: startAt + HOUR, ...fields }, { price: 2_500 })
    const { order } = await buy(event)
    const sent = (await calls('POST /v1/checkout/sessions')).find(({ form }) => form['metadata[order_id]'] === order.id)
    return Object.values(sent?.form ?? {}).filter((value) => value === 'sepa_debit' || value === 'boleto')
  }

  it('leaves out delayed methods with OFF', async () => {
    expect(await excludedFor({})).toEqual([])
    expect(await excludedFor({ delayedPayments: 'OFF' })).toEqual(['sepa_debit', 'boleto'])
  })

  it('of the event replaces that of the calendar', async () => {
    const change = (delayedPayments: string) =>
      ask(`PATCH /calendars/${home.slug}`, { as: home.owner, json: { delayedPayments } })
    expect((await change('OFF')).body.data.delayedPayments).toBe('OFF')
    expect(await excludedFor({})).toEqual(['sepa_debit', 'boleto'])
    expect(await excludedFor({ delayedPayments: 'HOLD' })).toEqual([])
    expect((await change('HOLD')).body.data.delayedPayments).toBe('HOLD')
    expect((await change('LATER')).status).toBe(400)
  })
})

describe('delayed payment', () => {
  it('holds the seat for 14 days, emails the buyer, and confirms the guest when the money arrives', async () => {
    const { event, order, guest, email, session } = await buy()
    await tell(await finish(session))
    const held = await orderOf(event, order.id)
    expect(held).toMatchObject({ status: 'PENDING', payment: { status: 'PROCESSING', url: null, method: 'ONLINE' } })
    expect((Date.parse(held.expiresAt) - deps.clock()) / DAY).toBeCloseTo(14, 2)
    expect(await kindsTo(email)).toContain('payment-processing')
    await later(13 * DAY)
    await expire()
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
    await tell(await conclude(session, true))
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', payment: { status: 'PAID' } })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    expect(await kindsTo(email)).toContain('confirmation')
  })

  it('holds the seat for 7 days if the buyer pays with a voucher', async () => {
    const { event, order, session } = await buy()
    await tell(await finish(session, 'boleto'))
    expect((Date.parse((await orderOf(event, order.id)).expiresAt) - deps.clock()) / DAY).toBeCloseTo(7, 2)
  })

  it('frees the seat if the bank refuses it, and links to the event in the email', async () => {
    const { event, order, guest, email, session } = await buy()
    await tell(await finish(session))
    await tell(await conclude(session, false))
    await expire()
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'EXPIRED', payment: { status: 'CANCELLED' } })
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await kindsTo(email)).toContain('payment-failed')
    expect(await seatsHeld(event)).toBe(0)
  })

  it('frees the seat when the hold is over, and gives it back if the money arrives later', async () => {
    const { event, order, guest, email, session } = await buy()
    await tell(await finish(session))
    await later(14 * DAY + MINUTE)
    await expire()
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'EXPIRED' })
    expect(await kindsTo(email)).toContain('payment-overdue')
    await tell(await conclude(session, true))
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID', refunded: 0 })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
  })

  it('is refunded when it arrives after the seat was given away', async () => {
    const startAt = deps.clock() + 60 * DAY
    const event = await newEvent(home, { capacity: 1, startAt, endAt: startAt + HOUR }, { price: 2_500 })
    const { order, session } = await buy(event)
    await tell(await finish(session))
    await later(14 * DAY + MINUTE)
    await expire()
    await buy(event)
    await tell(await conclude(session, true))
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: 2_500 })
    expect(await seatsHeld(event)).toBe(1)
  })

  it('is found by the schedule if the message about the page was lost, before the order expires', async () => {
    const { event, order, guest, session } = await buy()
    await finish(session)
    await later(31 * MINUTE)
    await expire()
    expect(await orderOf(event, order.id)).toMatchObject({ payment: { status: 'PROCESSING' } })
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
    await conclude(session, true)
    await later(DAY)
    await reconcilePayments(deps)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'PAID' })
  })

  it('keeps its hold when the event is moved to an earlier date', async () => {
    const { event, order, session } = await buy()
    await tell(await finish(session))
    const before = (await orderOf(event, order.id)).expiresAt
    const startAt = new Date(deps.clock() + 2 * DAY).toISOString()
    const endAt = new Date(deps.clock() + 2 * DAY + HOUR).toISOString()
    const moved = await ask(`PATCH /events/${event.id}`, { as: home.owner, json: { startAt, endAt } })
    expect(moved.status, moved.text).toBe(200)
    expect((await orderOf(event, order.id)).expiresAt).toBe(before)
  })
})

describe('party with a delayed payment', () => {
  const partyOf = async (size: number) => {
    const startAt = deps.clock() + 60 * DAY
    const event = await newEvent(home, { startAt, endAt: startAt + HOUR }, { price: 2_500 })
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: person().email }
    const attendees = Array.from({ length: size }, () => ({}))
    const { data } = (await ask(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })).body
    return { event, ...data, session: data.order.payment.reference, token: data.manageUrl.split('/').at(-1) }
  }

  it('can’t lose a single guest: the organiser and the guest get 409 payment_processing, the buyer 409 invalid_transition', async () => {
    const { event, guests, session, token } = await partyOf(2)
    await tell(await finish(session))
    const status = `PATCH /events/${event.id}/guests/${guests[1].id}/status`
    for (const to of ['CANCELLED', 'WAITLISTED']) {
      const refused = await ask(status, { as: home.owner, json: { status: to } })
      expect(refused.body).toMatchObject({ statusCode: 409, code: 'payment_processing' })
    }
    const own = await ask(`POST /public/registrations/${token}/cancel`, { json: { guestIds: [guests[1].id] } })
    expect(own.body).toMatchObject({ statusCode: 409, code: 'invalid_transition' })
    const theirs = `POST ${manageApi(await manageUrlOfGuest(guests[1].id, deps))}/cancel`
    expect((await ask(theirs, { json: {} })).body).toMatchObject({ statusCode: 409, code: 'payment_processing' })
    expect(await seatsHeld(event)).toBe(2)
  })

  it('refunds the seat of a guest who was erased while the bank was confirming', async () => {
    const { event, guests, order, session } = await partyOf(2)
    await tell(await finish(session))
    const erased = await ask(`POST /events/${event.id}/guests/${guests[1].id}/erase`, { as: home.owner })
    expect(erased.status, erased.text).toBe(200)
    await expire()
    await tell(await conclude(session, true))
    expect(await orderOf(event, order.id)).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refunded: 2_500,
      total: 5_000,
    })
    expect(await statusOfGuest(guests[0].id)).toBe('CONFIRMED')
  })

  it('is cancelled as a whole, and refunded when the money arrives', async () => {
    const { event, order, session, token } = await partyOf(2)
    await tell(await finish(session))
    const gone = await ask(`POST /public/registrations/${token}/cancel`, { json: {} })
    expect(gone.status, gone.text).toBe(200)
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'CANCELLED' })
    await tell(await conclude(session, true))
    expect(await orderOf(event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: 5_000 })
    expect(await seatsHeld(event)).toBe(0)
  })
})

/** Returns all permutations of the items. */
const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) =>
        permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
      )
const distinct = (orders: string[][]) => [...new Map(orders.map((each) => [each.join(), each])).values()]

type Step = 'finished' | 'concluded' | 'cancel' | 'eventCancelled'

/** The final state depends on what happened, not on the order or number of messages about it. */
const EXPECTED: Record<string, object> = {
  paid: { status: 'PAID', refunded: 0, guest: 'CONFIRMED' },
  unpaid: { status: 'EXPIRED', refunded: 0, guest: 'CANCELLED' },
}

describe('messages about a delayed payment', () => {
  it.each([true, false])('lead to the same rows in every order and number when paid is %s', async (isPaid) => {
    for (const steps of distinct(permutations<Step>(['finished', 'finished', 'concluded', 'concluded']))) {
      const { event, order, guest, session } = await buy()
      const messages = { finished: await finish(session), concluded: await conclude(session, isPaid) }
      for (const step of steps) await tell(messages[step as 'finished' | 'concluded'])
      await expire()
      const now = await orderOf(event, order.id)
      const found = { status: now.status, refunded: now.refunded, guest: await statusOfGuest(guest.id) }
      expect(found, steps.join()).toEqual(EXPECTED[isPaid ? 'paid' : 'unpaid'])
    }
  })

  it('refund the order and free the seat at whatever point the guest is cancelled', async () => {
    for (const steps of permutations<Step>(['finished', 'concluded', 'cancel'])) {
      const { event, order, guest, session } = await buy()
      const messages = { finished: await finish(session), concluded: await conclude(session, true) }
      let paidFirst = false
      for (const step of steps) {
        if (step === 'cancel') {
          paidFirst = (await orderOf(event, order.id)).status === 'PAID'
          await ask(`PATCH /events/${event.id}/guests/${guest.id}/status`, {
            as: home.owner,
            json: { status: 'CANCELLED' },
          })
        } else await tell(messages[step as 'finished' | 'concluded'])
      }
      await expire()
      const now = await orderOf(event, order.id)
      expect(await rowOf('guests', guest.id), steps.join()).toMatchObject({ status: 'CANCELLED' })
      // An organiser who cancels a paid guest decides about the refund.
      expect(now.refunded, steps.join()).toBe(paidFirst ? 0 : 2_500)
    }
  })

  it('refund everything if the event was cancelled before the money arrived', async () => {
    for (const steps of permutations<Step>(['finished', 'concluded', 'eventCancelled'])) {
      const { event, order, session } = await buy()
      const messages = { finished: await finish(session), concluded: await conclude(session, true) }
      let paidFirst = false
      for (const step of steps) {
        if (step === 'eventCancelled') {
          paidFirst = (await orderOf(event, order.id)).status === 'PAID'
          await ask(`POST /events/${event.id}/cancel`, { as: home.owner, json: {} })
        } else await tell(messages[step as 'finished' | 'concluded'])
      }
      await expire()
      expect((await orderOf(event, order.id)).refunded, steps.join()).toBe(paidFirst ? 0 : 2_500)
    }
  })

  it('change nothing on an order that is paid (move 10)', async () => {
    const { event, order, session } = await buy()
    const finished = await finish(session)
    await tell(await conclude(session, true))
    const before = await orderOf(event, order.id)
    await tell(finished)
    await tell({ ...finished, id: 'evt_late', type: 'checkout.session.async_payment_failed' })
    await tellAll()
    expect(await orderOf(event, order.id)).toEqual(before)
  })
})
