import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expireUnpaidOrders } from '../../../src/modules/guests/index.ts'
import { deps } from '../../support/app.ts'
import { newCalendar, newCoupon, newEvent, newTicket, register } from '../../support/factories.ts'
import { asOwner, letExpire, pay, refund } from '../../support/orders.ts'

const home = await newCalendar()

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('buy' as const), ticket: fc.nat(2), coupon: fc.nat(2) }) },
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
  items: { total: number; quantity: number; unitPrice: number; discount: number }[]
  refunds: { amount: number; status: string }[]
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
  expect(order.net).toBe(order.total - order.refunded)
  if (order.status === 'REFUNDED') expect(order.net).toBe(0)
}

describe('money', () => {
  it(
    'always adds up, whatever is bought, paid, refunded and expires in whatever order',
    { timeout: 60_000 },
    async () => {
      let rounds = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
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
          for (const each of steps) {
            const id = 'order' in each ? ids[each.order % Math.max(ids.length, 1)] : undefined
            if (each.act === 'buy') {
              const couponCode = [undefined, third, five][each.coupon]
              const made = await register(event, { ticketId: tickets[each.ticket]?.id, couponCode })
              if (made.status === 200) ids.push(made.body.data.order.id)
            } else if (id !== undefined) {
              if (each.act === 'pay') await pay(home, event, id)
              if (each.act === 'refund') await refund(home, event, id, { amount: each.amount })
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
        { numRuns: 12 },
      )
    },
  )
})
