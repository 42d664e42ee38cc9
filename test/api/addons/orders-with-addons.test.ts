import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, ordersOf } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, newKey, newTicket, person } from '../../support/factories.ts'
import { asOwner, letExpire, orderNow, pay, refund } from '../../support/orders.ts'
import { deps } from '../../support/app.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/index.ts'

const home = await newCalendar()
const SHIRT = { name: 'T-shirt', price: 1_500, currency: 'EUR' }
const PARKING = { name: 'Parking', price: 800, currency: 'EUR', per: 'ORDER' }

interface Line {
  addonId: string
  quantity: number
}

const addOn = async (event: { id: string }, json: object): Promise<{ id: string }> =>
  (await asOwner(home, `POST /events/${event.id}/addons`, json)).body.data
const buy = (event: { id: string }, attendees: object[], fields: object = {}) =>
  send(`POST /public/events/${event.id}/registrations`, { json: { buyer: person(), attendees, ...fields } })
const bought = async (...given: Parameters<typeof buy>) => {
  const answer = await buy(...given)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const soldOf = async (event: { id: string }): Promise<number[]> =>
  (await asOwner(home, `GET /events/${event.id}/addons`)).body.data.map(({ sold }: { sold: number }) => sold)
const of = (addon: { id: string }, quantity = 1): Line => ({ addonId: addon.id, quantity })
const cancelGuest = (event: { id: string }, guestId: string, status = 'CANCELLED') =>
  asOwner(home, `PATCH /events/${event.id}/guests/${guestId}/status`, { status })

describe('order with add-ons', () => {
  it('costs its seats and its add-ons', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const [shirt, parking] = [await addOn(event, SHIRT), await addOn(event, PARKING)]
    const { order, guests } = await bought(event, [{ addons: [of(shirt, 2)] }, {}], { addons: [of(parking)] })
    expect(order).toMatchObject({ subtotal: 7_800, discount: 0, total: 7_800, currency: 'EUR' })
    expect(order.items).toMatchObject([{ quantity: 2, total: 4_000 }])
    expect(order.addons).toEqual([
      {
        addonId: shirt.id,
        name: 'T-shirt',
        per: 'SEAT',
        guestId: guests[0].id,
        quantity: 2,
        unitPrice: 1_500,
        total: 3_000,
      },
      { addonId: parking.id, name: 'Parking', per: 'ORDER', guestId: null, quantity: 1, unitPrice: 800, total: 800 },
    ])
    expect(await soldOf(event)).toEqual([2, 1])
  })

  it('must be paid even if its seats are free', async () => {
    const event = await newEvent(home)
    const shirt = await addOn(event, SHIRT)
    const { order, guests } = await bought(event, [{ addons: [of(shirt)] }])
    expect(guests).toMatchObject([{ status: 'PENDING' }])
    expect(order).toMatchObject({ total: 1_500, currency: 'EUR', status: 'PENDING' })
    await pay(home, event, order.id)
    expect(await orderNow(home, event, order.id)).toMatchObject({ status: 'PAID', total: 1_500 })
  })

  it('is free with a free add-on', async () => {
    const event = await newEvent(home)
    const cup = await addOn(event, { name: 'Cup', stock: 1 })
    const { order, guests } = await bought(event, [{ addons: [of(cup)] }])
    expect(guests).toMatchObject([{ status: 'CONFIRMED' }])
    expect(order).toMatchObject({ total: 0, status: 'PAID', addons: [{ name: 'Cup', total: 0 }] })
    expect(await soldOf(event)).toEqual([1])
  })

  it('keeps the price of its add-ons despite a coupon', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const shirt = await addOn(event, SHIRT)
    await newCoupon(home, { code: 'ALLSEATS', percentOff: 100, discountType: 'PERCENT' })
    const { order } = await bought(event, [{ addons: [of(shirt)] }], { couponCode: 'ALLSEATS' })
    expect(order).toMatchObject({ subtotal: 3_500, discount: 2_000, total: 1_500, status: 'PENDING' })
  })

  it('counts them in the sales of the event', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const other = await newTicket(event, { price: 1_000 })
    const [shirt, parking] = [await addOn(event, SHIRT), await addOn(event, PARKING)]
    const { order } = await bought(
      event,
      [
        { ticketId: event.ticketId, addons: [of(shirt)] },
        { ticketId: other.id, addons: [of(shirt)] },
      ],
      { addons: [of(parking)] },
    )
    await pay(home, event, order.id)
    const { data } = (await asOwner(home, `GET /events/${event.id}/sales`)).body
    expect(data.totals).toMatchObject([{ gross: 6_800 }])
    expect(data.byTicket.map(({ gross }: { gross: number }) => gross)).toEqual([4_300, 2_500])
  })

  it('shows the tax of its add-ons at their own rates', async () => {
    const other = await newCalendar()
    const rate = async (json: object) =>
      (await asOwner(other, `POST /calendars/${other.slug}/tax-rates`, json)).body.data
    const [full, low] = [
      await rate({ name: 'VAT', rate: 1_900, isDefault: true }),
      await rate({ name: 'VAT', rate: 700 }),
    ]
    const event = await newEvent(other, {}, { price: 11_900 })
    const book = (
      await asOwner(other, `POST /events/${event.id}/addons`, {
        ...SHIRT,
        name: 'Book',
        price: 1_070,
        taxRateId: low.id,
      })
    ).body.data
    const cup = (await asOwner(other, `POST /events/${event.id}/addons`, { ...SHIRT, price: 1_190 })).body.data
    const { order } = await bought(event, [{ addons: [of(book), of(cup)] }])
    expect(order.taxes).toMatchObject([
      { rate: full.rate, gross: 13_090, net: 11_000, tax: 2_090 },
      { rate: low.rate, gross: 1_070, net: 1_000, tax: 70 },
    ])
    await asOwner(other, `DELETE /calendars/${other.slug}/tax-rates/${low.id}`)
    const now = (await asOwner(other, `GET /events/${event.id}/addons`)).body.data
    expect(now.map(({ taxRateId }: { taxRateId: string | null }) => taxRateId)).toEqual([null, null])
  })
})

describe('stock of an add-on', () => {
  it('is sold exactly once when 200 buyers race for 50', { timeout: 120_000 }, async () => {
    const event = await newEvent(home)
    const shirt = await addOn(event, { ...SHIRT, stock: 50 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => buy(event, [{ addons: [of(shirt)] }])))
    const codes = Object.groupBy(answers, ({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`))
    expect(Object.entries(codes).map(([code, all]) => [code, all?.length])).toEqual(
      expect.arrayContaining([
        ['200', 50],
        ['409 addon_unavailable', 150],
      ]),
    )
    expect(await soldOf(event)).toEqual([50])
    expect(await guestsOf(event)).toHaveLength(50)
    const orders = await ordersOf(event)
    expect(orders.map(({ total }) => total)).toEqual(orders.map(() => 1_500))
    expect(orders).toHaveLength(50)
  })

  it('returns 409 with the remaining stock', async () => {
    const event = await newEvent(home)
    const shirt = await addOn(event, { ...SHIRT, stock: 3 })
    const answer = await buy(event, [{ addons: [of(shirt, 2)] }, { addons: [of(shirt, 2)] }])
    expect([answer.status, answer.body.code]).toEqual([409, 'addon_unavailable'])
    expect(answer.body.data).toEqual({ addonId: shirt.id, left: 3 })
    expect(await guestsOf(event)).toEqual([])
    const { key } = await newKey(home, ['guests:write'])
    const added = await send(`POST /v1/events/${event.id}/guests`, {
      key,
      json: { buyer: person(), attendees: [{ addons: [of(shirt, 4)] }] },
    })
    expect([added.status, added.body.code]).toEqual([409, 'addon_unavailable'])
  })

  it.each([{ status: 'PAUSED' }, { salesStartAt: '2099-01-01T00:00:00Z' }, { salesEndAt: '2020-01-01T00:00:00Z' }])(
    'is not for sale with %j',
    async (fields) => {
      const event = await newEvent(home)
      const shirt = await addOn(event, { ...SHIRT, ...fields })
      const answer = await buy(event, [{ addons: [of(shirt)] }])
      expect([answer.status, answer.body.code]).toEqual([409, 'addon_unavailable'])
      expect(await guestsOf(event)).toEqual([])
    },
  )

  it('is free again when a guest cancels, and taken again when they return', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const [shirt, parking] = [await addOn(event, { ...SHIRT, stock: 2 }), await addOn(event, PARKING)]
    const { order, guests } = await bought(event, [{ addons: [of(shirt)] }, { addons: [of(shirt)] }], {
      addons: [of(parking)],
    })
    await pay(home, event, order.id)
    await cancelGuest(event, guests[0].id)
    expect(await soldOf(event)).toEqual([1, 1])
    await cancelGuest(event, guests[0].id, 'CONFIRMED')
    expect(await soldOf(event)).toEqual([2, 1])
    await cancelGuest(event, guests[0].id)
    await cancelGuest(event, guests[1].id)
    expect(await soldOf(event)).toEqual([0, 0])
    await bought(event, [{ addons: [of(shirt, 2)] }])
    await cancelGuest(event, guests[1].id, 'CONFIRMED')
    expect(await soldOf(event)).toEqual([2, 1])
  })

  it('is free again when the order expires', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const shirt = await addOn(event, { ...SHIRT, stock: 1 })
    const parking = await addOn(event, PARKING)
    const { order } = await bought(event, [{ addons: [of(shirt)] }, {}], { addons: [of(parking)] })
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect(await soldOf(event)).toEqual([0, 0])
    await bought(event, [{ addons: [of(shirt)] }])
  })

  it('stays taken when the guest transfers the seat', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const shirt = await addOn(event, { ...SHIRT, stock: 1 })
    const { key } = await newKey(home, ['guests:write'])
    const { order, guests } = await bought(event, [{ addons: [of(shirt)] }, {}])
    await pay(home, event, order.id)
    const moved = await send(`POST /v1/rsvps/${guests[0].id}/transfer`, {
      key,
      json: { recipientName: 'Grace Hopper', recipientEmail: 'grace@addons.test' },
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await soldOf(event)).toEqual([1])
    const { addons } = await orderNow(home, event, order.id)
    expect(addons).toMatchObject([{ addonId: shirt.id, quantity: 1 }])
    expect(addons[0].guestId).not.toBe(guests[0].id)
  })

  it('leaves an unpaid order with the guest who leaves it', async () => {
    const event = await newEvent(home, {}, { price: 2_000 })
    const [shirt, parking] = [await addOn(event, SHIRT), await addOn(event, PARKING)]
    const { order, guests } = await bought(event, [{ addons: [of(shirt)] }, { addons: [of(shirt, 2)] }], {
      addons: [of(parking)],
    })
    await cancelGuest(event, guests[0].id)
    const now = await orderNow(home, event, order.id)
    expect(now).toMatchObject({ subtotal: 5_800, total: 5_800 })
    expect(now.addons.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])).toEqual([
      ['Parking', 1],
      ['T-shirt', 2],
    ])
    expect(await soldOf(event)).toEqual([2, 1])
  })
})

describe('add-on of a guest who waits', () => {
  const full = async (stock: number) => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true })
    const shirt = await addOn(event, { ...SHIRT, stock })
    const first = await bought(event, [{}])
    const second = await bought(event, [{ addons: [of(shirt)] }])
    expect(second.guests).toMatchObject([{ status: 'WAITLISTED' }])
    expect(await soldOf(event)).toEqual([0])
    return { event, shirt, first, second }
  }

  it('is bought with the seat', async () => {
    const { event, first, second } = await full(1)
    await cancelGuest(event, first.guests[0].id)
    expect(await guestsOf(event)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: second.guests[0].id, status: 'PENDING' })]),
    )
    expect((await ordersOf(event)).map(({ total }) => total)).toContain(1_500)
    expect(await soldOf(event)).toEqual([1])
  })

  it('is left out if it is sold out by then', async () => {
    const { event, shirt, first, second } = await full(1)
    await asOwner(home, `PATCH /events/${event.id}/addons/${shirt.id}`, { stock: 0 })
    await cancelGuest(event, first.guests[0].id)
    expect(await guestsOf(event)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: second.guests[0].id, status: 'CONFIRMED' })]),
    )
    expect(await soldOf(event)).toEqual([0])
  })

  it('is used by the first of two who get their seats together', async () => {
    const event = await newEvent(home, { capacity: 1, waitlistEnabled: true })
    const shirt = await addOn(event, { ...SHIRT, stock: 1 })
    await bought(event, [{}])
    const [one, two] = [await bought(event, [{ addons: [of(shirt)] }]), await bought(event, [{ addons: [of(shirt)] }])]
    await asOwner(home, `PATCH /events/${event.id}`, { capacity: 3 })
    const statuses = new Map((await guestsOf(event)).map(({ id, status }) => [id, status]))
    expect([statuses.get(one.guests[0].id), statuses.get(two.guests[0].id)]).toEqual(['PENDING', 'CONFIRMED'])
    expect(await soldOf(event)).toEqual([1])
  })

  it('passes to the next guest of a waiting party if it is for the whole order', async () => {
    const event = await newEvent(home, { capacity: 3, waitlistEnabled: true })
    const [parking, shirt] = [await addOn(event, PARKING), await addOn(event, SHIRT)]
    await bought(event, [{}, {}, {}])
    const { guests } = await bought(event, [{ addons: [of(shirt)] }, { addons: [of(shirt)] }, {}], {
      addons: [of(parking)],
    })
    await cancelGuest(event, guests[0].id)
    await cancelGuest(event, guests[1].id)
    await asOwner(home, `PATCH /events/${event.id}`, { capacity: 4 })
    expect((await guestsOf(event)).find(({ id }) => id === guests[2].id)).toMatchObject({ status: 'PENDING' })
    const order = (await ordersOf(event)).find(({ total }) => total === PARKING.price)
    expect((await orderNow(home, event, String(order?.id))).addons).toMatchObject([{ name: 'Parking', quantity: 1 }])
    expect(await soldOf(event)).toEqual([1, 0])
  })

  it('can’t be deleted', async () => {
    const { event, shirt } = await full(1)
    expect(await asOwner(home, `DELETE /events/${event.id}/addons/${shirt.id}`)).toMatchObject({ status: 409 })
  })
})

describe('registration that tampers with add-ons', async () => {
  const event = await newEvent(home, {}, { price: 2_000 })
  const other = await newTicket(event, { price: 2_000 })
  const foreign = await addOn(await newEvent(home), SHIRT)
  const [shirt, parking] = [await addOn(event, { ...SHIRT, maxQuantity: 3 }), await addOn(event, PARKING)]
  const dollars = await addOn(event, { ...SHIRT, currency: 'USD' })
  const forOther = await addOn(event, { ...SHIRT, ticketIds: [other.id] })
  const seat = (addons: unknown) => [{ ticketId: event.ticketId, addons }]

  it.each([
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([of(shirt, -1)]), {}],
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([of(shirt, 0)]), {}],
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([of(shirt, 1e9)]), {}],
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([of(shirt, 2 ** 53)]), {}],
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([of(shirt, 1.5)]), {}],
    [400, 'validation_failed', 'attendees.0.addons.0.quantity', seat([{ addonId: shirt.id, quantity: '2' }]), {}],
    [400, 'validation_failed', 'attendees.0.addons', seat(Array.from({ length: 21 }, () => of(shirt))), {}],
    [422, 'addon_invalid', 'attendees.0.addons.0.quantity', seat([of(shirt, 4)]), {}],
    [422, 'addon_invalid', 'attendees.0.addons.1.addonId', seat([of(shirt), of(shirt)]), {}],
    [422, 'addon_invalid', 'attendees.0.addons.0.addonId', seat([of(foreign)]), {}],
    [422, 'addon_invalid', 'attendees.0.addons.0.addonId', seat([of(parking)]), {}],
    [422, 'addon_invalid', 'attendees.0.addons.0.addonId', seat([of(forOther)]), {}],
    [422, 'addon_invalid', 'addons.0.addonId', seat([]), { addons: [of(shirt)] }],
    [422, 'addon_invalid', 'addons.0.addonId', seat([]), { addons: [{ addonId: '', quantity: 1 }] }],
    [422, 'currency_mismatch', 'addons', seat([of(dollars)]), {}],
  ])('returns %d %s with the field %s', async (status, code, field, attendees, fields) => {
    const answer = await buy(event, attendees, fields)
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.field], answer.text).toEqual([
      status,
      code,
      field,
    ])
    expect(await guestsOf(event)).toEqual([])
    expect(await ordersOf(event)).toEqual([])
    expect(await soldOf(event)).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['addon_invalid', 'attendees.0.addons.0.quantity', of(shirt, 4)],
    ['currency_mismatch', 'addons', of(dollars)],
  ])('returns 422 %s with the field %s to an organiser who adds guests', async (code, field, line) => {
    const { status, body } = await asOwner(home, `POST /events/${event.id}/guests`, {
      buyer: person(),
      attendees: seat([line]),
    })
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([422, code, field])
    expect(await guestsOf(event)).toEqual([])
    expect(await soldOf(event)).toEqual([0, 0, 0, 0])
  })

  it('writes the whole order or nothing, whatever the body says', { timeout: 120_000 }, async () => {
    const place = await newEvent(home, {}, { price: 2_000 })
    const [own, forAll] = [await addOn(place, { ...SHIRT, maxQuantity: 3 }), await addOn(place, PARKING)]
    const ids = [own.id, own.id, forAll.id, forAll.id, shirt.id, foreign.id, 'add_unknown', '', 7]
    const line = fc.record({
      addonId: fc.constantFrom(...ids),
      quantity: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(1, 2, 3) },
        { weight: 1, arbitrary: fc.constantFrom(-1, 0, 4, 11, 1.5, 1e9, 2 ** 53, '2', null) },
      ),
    })
    const lines = fc.array(line, { maxLength: 2 })
    const price = fc.constantFrom(undefined, undefined, 2_000, 2_000, 1_999, 0, -1, 1.5, 2 ** 53, '2000')
    const allows = (given: readonly { addonId: unknown; quantity: unknown }[], { id }: { id: string }, most: number) =>
      new Set(given.map(({ addonId }) => addonId)).size === given.length &&
      given.every(
        ({ addonId, quantity }) =>
          addonId === id && Number.isInteger(quantity) && 0 < Number(quantity) && Number(quantity) <= most,
      )
    const unitsOf = (given: readonly { quantity: unknown }[]) =>
      given.reduce((all, { quantity }) => all + Number(quantity), 0)
    const rows = async () => [await guestsOf(place), await ordersOf(place), await soldOf(place)]
    const statuses = new Set<number>()
    const check = fc.asyncProperty(
      fc.array(fc.record({ addons: lines, price }), { minLength: 1, maxLength: 3 }),
      lines,
      async (attendees, addons) => {
        const before = await rows()
        const answer = await buy(place, attendees, { addons })
        statuses.add(answer.status)
        const isAllowed =
          attendees.every((each) => allows(each.addons, own, 3) && (each.price ?? 2_000) === 2_000) &&
          allows(addons, forAll, 10)
        expect(answer.status === 200, answer.text).toBe(isAllowed)
        if (isAllowed) {
          const shirts = attendees.reduce((all, each) => all + unitsOf(each.addons), 0)
          const total = attendees.length * 2_000 + shirts * SHIRT.price + unitsOf(addons) * PARKING.price
          expect(answer.body.data.order.total).toBe(total)
        } else {
          expect([400, 409, 422]).toContain(answer.status)
          expect(await rows()).toEqual(before)
        }
      },
    )
    await fc.assert(check, { numRuns: 150, seed: 36 })
    expect([...statuses].toSorted()).toEqual([200, 400, 409, 422])
  })
})

describe('refund of an order with add-ons', () => {
  const paid = async (fields: Record<string, unknown> = {}) => {
    const event = await newEvent(home, fields, { price: 2_000 })
    const [shirt, parking] = [await addOn(event, SHIRT), await addOn(event, PARKING)]
    const data = await bought(event, [{ addons: [of(shirt)] }, { addons: [of(shirt, 2)] }], { addons: [of(parking)] })
    await pay(home, event, data.order.id)
    return { event, ...data }
  }

  it('gives back the seat with its add-ons, and with the last seat those of the order', async () => {
    for (const turn of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { event, order, guests } = await paid()
      const amounts: number[] = []
      for (const index of turn) {
        const answer = await refund(home, event, order.id, {
          items: [{ guestId: guests[index].id }],
          cancelGuests: true,
        })
        expect(answer.status, answer.text).toBe(200)
        amounts.push(answer.body.data.refund.amount)
      }
      expect(amounts).toEqual(turn[0] === 0 ? [3_500, 5_800] : [5_000, 4_300])
      expect(await orderNow(home, event, order.id)).toMatchObject({ status: 'REFUNDED', refunded: 9_300 })
      expect(await soldOf(event)).toEqual([0, 0])
    }
  })

  it('follows the policy when the guests cancel by themselves', async () => {
    const refundPolicy = { steps: [{ hoursBefore: 0, percent: 50 }] }
    const { event, order, guests, manageUrl } = await paid({ refundPolicy })
    const cancel = (json: object) => send(`POST ${manageApi(manageUrl)}/cancel`, { json })
    await cancel({ guestIds: [guests[0].id] })
    expect(await orderNow(home, event, order.id)).toMatchObject({ refunded: 1_750 })
    await cancel({ guestIds: [guests[1].id] })
    expect(await orderNow(home, event, order.id)).toMatchObject({ refunded: 4_650 })
    expect(await soldOf(event)).toEqual([0, 0])
  })
})
