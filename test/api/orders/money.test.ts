import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { newCalendar, newCoupon, newEvent, newTicket, person, register } from '../../support/factories.ts'
import { asOwner, letExpire, pay, refund } from '../../support/orders.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

const home = await newCalendar()

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('buy' as const), ticket: fc.nat(2), coupon: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('buyTogether' as const),
      size: fc.integer({ min: 2, max: 4 }),
      ticket: fc.nat(2),
      coupon: fc.nat(2),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('refundSeat' as const),
      order: fc.nat(9),
      seat: fc.nat(3),
      isCancelled: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pay' as const), order: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      order: fc.nat(9),
      amount: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refundAll' as const), order: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('expire' as const), order: fc.nat(9) }) },
)

interface Shown {
  status: string
  currency: string | null
  subtotal: number
  discount: number
  total: number
  refunded: number
  net: number
  items: { total: number; quantity: number; unitPrice: number; discount: number; guestIds: string[] }[]
  refunds: { amount: number; status: string; guestIds: string[] | null }[]
}

const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
const sum = (orders: Shown[], of: (order: Shown) => number) => orders.reduce((total, order) => total + of(order), 0)

const expectToAddUp = (order: Shown) => {
  expect(order.total).toBe(order.subtotal - order.discount)
  expect(order.discount).toBeGreaterThanOrEqual(0)
  expect(order.total).toBeGreaterThanOrEqual(0)
  expect(order.items.reduce((total, item) => total + item.total, 0)).toBe(order.total)
  for (const item of order.items) expect(item.total).toBe(item.quantity * item.unitPrice - item.discount)
  const given = order.refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((total, { amount }) => total + amount, 0)
  expect(order.refunded).toBe(given)
  expect(order.refunded).toBeLessThanOrEqual(PAID.includes(order.status) ? order.total : 0)
  // A seat is refunded at most once. If every priced seat was refunded separately, the sum equals `order.total`
  // exactly.
  const back = order.refunds.filter(({ status, guestIds }) => status !== 'FAILED' && guestIds !== null)
  const seatsBack = back.flatMap(({ guestIds }) => guestIds ?? [])
  expect(new Set(seatsBack).size).toBe(seatsBack.length)
  const priced = order.items.flatMap(({ total, guestIds }) => (total > 0 ? guestIds : []))
  const isBySeatAlone = back.length === order.refunds.length && back.length > 0
  if (isBySeatAlone && priced.every((id) => seatsBack.includes(id))) expect(order.refunded).toBe(order.total)
  expect(order.net).toBe(order.total - order.refunded)
  if (order.status === 'REFUNDED') expect(order.net).toBe(0)
}

describe('order totals', () => {
  it('add up for any order of purchases, payments, refunds and expiries', { timeout: 60_000 }, async () => {
    let rounds = 0
    let bySeat = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        rounds += 1
        const event = await newEvent(home, {}, { price: 999 })
        const tickets = [
          { id: event.ticketId },
          await newTicket(event, { price: 333, currency: 'USD' }),
          await newTicket(event),
        ]
        const [third, five] = [`THIRD${rounds}`, `FIVE${rounds}`]
        await newCoupon(home, { code: third, percentOff: 33 })
        await newCoupon(home, {
          code: five,
          discountType: 'AMOUNT',
          amountOff: 500,
          currency: 'EUR',
        })
        const ids: string[] = []
        const seats = new Map<string, string[]>()
        const known = (order: { id: string; items: { guestIds: string[] }[] }) => {
          ids.push(order.id)
          seats.set(
            order.id,
            order.items.flatMap(({ guestIds }) => guestIds),
          )
        }
        for (const each of steps) {
          const id = 'order' in each ? ids[each.order % Math.max(ids.length, 1)] : undefined
          if (each.act === 'buy') {
            const couponCode = [undefined, third, five][each.coupon]
            const made = await register(event, { ticketId: tickets[each.ticket]?.id, couponCode })
            if (made.status === 200) known(made.body.data.order)
          } else if (each.act === 'buyTogether') {
            const { firstName, lastName, email } = person()
            const made = await send(`POST /public/events/${event.id}/registrations`, {
              json: {
                buyer: { firstName, lastName, email },
                attendees: Array.from({ length: each.size }, () => ({ ticketId: tickets[each.ticket]?.id })),
                couponCode: [undefined, third, five][each.coupon],
              },
            })
            if (made.status === 200) known(made.body.data.order)
          } else if (id !== undefined) {
            if (each.act === 'pay') await pay(home, event, id)
            if (each.act === 'refund') await refund(home, event, id, { amount: each.amount })
            if (each.act === 'refundSeat') {
              const of = seats.get(id) ?? []
              const items = [{ guestId: of[each.seat % of.length] }]
              const answer = await refund(home, event, id, { items, cancelGuests: each.isCancelled })
              if (answer.status === 200) bySeat += 1
            }
            if (each.act === 'refundAll') await refund(home, event, id, { cancelGuests: true })
            if (each.act === 'expire') {
              await letExpire(id)
              await expireUnpaidOrders(deps)
            }
          }
        }
        const orders = (await asOwner(home, `GET /events/${event.id}/orders?limit=100`)).body.data as Shown[]
        expect(orders).toHaveLength(ids.length)
        for (const order of orders) expectToAddUp(order)
        const report = (await asOwner(home, `GET /events/${event.id}/sales`)).body.data
        for (const line of report.totals) {
          const paid = orders.filter(({ currency, status }) => currency === line.currency && PAID.includes(status))
          expect(line).toMatchObject({
            paidOrders: paid.length,
            subtotal: sum(paid, ({ subtotal }) => subtotal),
            discount: sum(paid, ({ discount }) => discount),
            gross: sum(paid, ({ total }) => total),
            refunded: sum(paid, ({ refunded }) => refunded),
            net: sum(paid, ({ net }) => net),
          })
        }
        const ofTickets = report.byTicket.reduce((total: number, line: { gross: number }) => total + line.gross, 0)
        expect(ofTickets).toBe(
          sum(
            orders.filter(({ status }) => PAID.includes(status)),
            ({ total }) => total,
          ),
        )
      }),
      { numRuns: 14 },
    )
    expect(bySeat).toBeGreaterThan(2)
  })
})
