import { describe, expect, it } from 'vitest'
import { exponentOf, isCurrency, LEAST_BY_CARD, stepOf } from '../../../src/kernel/money.ts'
import { toStripeAmount, whyNotCharged } from '../../../src/platform/stripe-money.ts'
import { newCalendar, newCoupon, newEvent, person } from '../../support/factories.ts'
import { withProvider } from '../../support/provider.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const CODES = LETTERS.flatMap((one) => LETTERS.flatMap((two) => LETTERS.map((three) => one + two + three)))
/**
 * Every currency for which Stripe has special decimals, a special smallest payable amount or a special minimum charge.
 */
const CURRENCIES = CODES.filter(
  (code) =>
    isCurrency(code) &&
    whyNotCharged(1_000_000, code) === null &&
    (exponentOf(code) !== 2 || stepOf(code) > 1 || code in LEAST_BY_CARD),
)

const home = await newCalendar()
const { ask, act, books, tellAll } = await withProvider()
const asOwner = async (line: string, json?: unknown) => {
  const answer = await ask(line, { as: home.owner, ...(json === undefined ? {} : { json }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const sum = (each: readonly { [field: string]: number }[], field: string) =>
  each.reduce((total, row) => total + (row[field] ?? 0), 0)

const low = await asOwner(`POST /calendars/${home.slug}/tax-rates`, { name: 'Low', rate: 700 })
await asOwner(`POST /calendars/${home.slug}/tax-rates`, { name: 'VAT', rate: 1_900, isDefault: true })
await newCoupon(home, { code: 'THIRD', percentOff: 33, discountType: 'PERCENT' })

describe('order of a party with a coupon, add-ons, a service fee and two tax rates', () => {
  it.each(CURRENCIES)('has one sum in %s: seats, taxes, checkout page and refunds', async (currency) => {
    const step = stepOf(currency)
    const least = LEAST_BY_CARD[currency] ?? step
    const price = 3 * least + 111 * step
    const serviceFee = { percent: 333, fixed: 7 * step, currency, taxRateId: low.id, refundable: true }
    const event = await newEvent(home, { serviceFee }, { price, currency })
    const addOn = (json: object) =>
      asOwner(`POST /events/${event.id}/addons`, { name: 'Extra', currency, price: least + 13 * step, ...json })
    const [shirt, parking] = [
      await addOn({}),
      await addOn({ per: 'ORDER', price: least + 29 * step, taxRateId: low.id }),
    ]
    const made = await ask(`POST /public/events/${event.id}/registrations`, {
      json: {
        buyer: person(),
        attendees: [{ addons: [{ addonId: shirt.id, quantity: 3 }] }, {}, {}],
        addons: [{ addonId: parking.id, quantity: 1 }],
        couponCode: 'THIRD',
      },
    })
    expect(made.status, made.text).toBe(200)
    const { order, guests } = made.body.data
    const { total } = order
    expect(order.fee).toBeGreaterThan(3 * 7 * step)
    expect(order.subtotal).toBe(3 * price + 4 * least + (3 * 13 + 29) * step + order.fee)
    expect(order.discount).toBeGreaterThan(0)
    expect(order.subtotal - order.discount).toBe(total)
    expect(total % step).toBe(0)
    expect(sum(order.items, 'total') + sum(order.addons, 'total') + order.fee).toBe(total)
    expect(sum(order.taxes, 'gross')).toBe(total)
    expect(sum(order.taxes, 'net') + sum(order.taxes, 'tax')).toBe(total)
    const session = (await books()).sessions.find(({ id }) => id === order.payment.reference)
    expect(session).toMatchObject({ amount_total: toStripeAmount(total, currency), currency: currency.toLowerCase() })

    await act({ act: 'pay', session: order.payment.reference })
    await tellAll()
    for (const { id } of [guests[1], guests[0], guests[2]]) {
      const back = await asOwner(`POST /events/${event.id}/orders/${order.id}/refund`, { items: [{ guestId: id }] })
      expect(back.refund.status, JSON.stringify(back.refund)).toBe('SUCCEEDED')
    }
    const now = await asOwner(`GET /events/${event.id}/orders/${order.id}`)
    expect(now).toMatchObject({ status: 'REFUNDED', total, refunded: total, net: 0 })
    expect(sum(now.refunds, 'amount')).toBe(total)
    expect(now.taxes.map(({ refundedTax }: { refundedTax: number }) => refundedTax)).toEqual(
      now.taxes.map(({ tax }: { tax: number }) => tax),
    )
    const { sessions, refunds } = await books()
    const payment = sessions.find(({ id }) => id === order.payment.reference)?.payment_intent
    const sent = refunds.filter((each) => each.payment_intent === payment).map(({ amount }) => ({ amount }))
    expect(sum(sent, 'amount')).toBe(toStripeAmount(total, currency))
  })
})
