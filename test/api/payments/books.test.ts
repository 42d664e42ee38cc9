import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import {
  endCheckouts,
  followUpRefunds,
  openWaitingCheckouts,
  reconcilePayments,
} from '../../../src/modules/payments/index.ts'
import { newCalendar, newEvent, person } from '../../support/factories.ts'
import type { Event } from '../../../harness/stripe-books.ts'
import { withProvider } from '../../support/provider.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
const PRICE = 2_500
const home = await newCalendar()
const world = await withProvider()
const { act, ask, books, tell, later } = world

/**
 * While `isDying` is set, the next `commit()` throws, as if the service had been killed after sending a request to the
 * provider and before storing the result.
 */
let isDying = false
const deps: Deps = {
  ...world.deps,
  commit: async (change) => {
    if (!isDying) return world.deps.commit(change)
    isDying = false
    throw new Error('killed')
  },
}

const which = fc.nat(5)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('buy' as const) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('pay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('refund' as const, 'refundThere' as const),
      which,
      amount: fc.constantFrom(100, 900, 1_600, PRICE),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('settle' as const),
      which,
      status: fc.constantFrom('succeeded', 'failed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('dispute' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('tell' as const), picks: fc.array(fc.nat(9), { maxLength: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      on: fc.constantFrom('POST /v1/checkout', 'POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/checkout', 'POST /v1'),
      kind: fc.constantFrom('down' as const, 'lost' as const, 'busy' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('die' as const, 'forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('hold' as const), hold: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.constantFrom(0.05, 1, 30, 72) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const at = <Item>(items: readonly Item[], index: number) =>
  items.length === 0 ? undefined : items[index % items.length]

/** Runs each of the schedule's payment jobs once. */
const minute = async () => {
  for (const run of [expireUnpaidOrders, openWaitingCheckouts, endCheckouts, followUpRefunds]) await run(deps)
}

const perform = async (each: Step, event: { id: string }, orders: string[], pool: Event[]) => {
  const here = `/events/${event.id}`
  const rows = async () => (await ask(`GET ${here}/orders?limit=100`, { as: home.owner })).body.data as Shown[]
  pool.push(...(await world.events()))
  switch (each.does) {
    case 'buy': {
      const made = await ask(`POST /public/events/${event.id}/registrations`, { json: person() })
      expect([200, 409, 503]).toContain(made.status)
      if (made.status === 200) orders.push(made.body.data.order.id)
      break
    }
    case 'pay': {
      const session = at(await pagesOf(event.id), each.which)
      if (session !== undefined) await act({ act: 'pay', session: session.id })
      break
    }
    case 'leave': {
      const guest = at(await rows(), each.which)?.items[0]?.guestIds[0]
      if (guest !== undefined)
        await ask(`PATCH ${here}/guests/${guest}/status`, { as: home.owner, json: { status: 'CANCELLED' } })
      break
    }
    case 'refund': {
      const order = at(orders, each.which)
      if (order === undefined) break
      const asked = [each.amount, each.amount].map((amount) =>
        ask(`POST ${here}/orders/${order}/refund`, {
          as: home.owner,
          json: { amount, cancelGuests: amount === PRICE },
        }),
      )
      for (const { status } of await Promise.all(asked)) expect([200, 409, 422]).toContain(status)
      break
    }
    case 'refundThere': {
      const charge = at(await chargesOf(event.id), each.which)
      if (charge !== undefined) await act({ act: 'refundThere', payment: charge.payment_intent, amount: each.amount })
      break
    }
    case 'settle': {
      const refund = at((await books()).refunds, each.which)
      if (refund !== undefined) await act({ act: 'settleRefund', refund: refund.id, status: each.status })
      break
    }
    case 'dispute': {
      const charge = at(await chargesOf(event.id), each.which)
      if (charge !== undefined) await act({ act: 'dispute', payment: charge.payment_intent })
      break
    }
    case 'tell':
      // Delivers webhooks in random order: some of them twice, some never.
      for (const pick of each.picks) {
        const told = at(pool, pick)
        if (told !== undefined) expect([200, 503]).toContain((await tell(told)).status)
      }
      break
    case 'fault':
      await act({ act: 'faults', faults: [{ on: each.on, kind: each.kind }] })
      break
    case 'die':
      isDying = true
      await minute()
      isDying = false
      break
    case 'forget':
      await act({ act: 'forgetKeys' })
      break
    case 'hold':
      await act({ act: 'holdRefunds', hold: each.hold })
      break
    case 'wait':
      await later(each.hours * HOUR)
      await minute()
      break
  }
}

interface Shown {
  id: string
  status: string
  refunded: number
  net: number
  refunds: { id: string; amount: number; status: string }[]
  items: { guestIds: string[] }[]
  payment: { dispute: object | null }
}

const idsOf = async (event: string) => {
  const { results } = await env.DB.prepare('select id from orders where event_id = ?').bind(event).all<{ id: string }>()
  return new Set(results.map(({ id }) => id))
}
const pagesOf = async (event: string) => {
  const ids = await idsOf(event)
  return (await books()).sessions.filter(({ metadata }) => ids.has(metadata['order_id'] ?? ''))
}
const chargesOf = async (event: string) => {
  const ids = await idsOf(event)
  return (await books()).charges.filter(({ metadata }) => ids.has(metadata['order_id'] ?? ''))
}

/** Lets everything settle: faults stop, pending refunds succeed and four days pass, without any webhook. */
const rest = async () => {
  await act({ act: 'faults', faults: [] })
  await act({ act: 'holdRefunds', hold: false })
  for (let day = 0; day < 4; day += 1) {
    await later(DAY)
    for (const { id, status } of (await books()).refunds)
      if (status === 'pending') await act({ act: 'settleRefund', refund: id, status: 'succeeded' })
    for (let count = 0; count < 3; count += 1) {
      await minute()
      await later(2 * HOUR)
    }
    for (let pages = 0; pages < 12; pages += 1) await reconcilePayments(deps)
  }
}

const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
const sumOf = (items: { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0)

const expectToAgree = async (event: { id: string }) => {
  const shown = (await ask(`GET /events/${event.id}/orders?limit=100`, { as: home.owner })).body.data as Shown[]
  const { refunds, disputes } = await books()
  const [charges, pages] = [await chargesOf(event.id), await pagesOf(event.id)]
  for (const order of shown) {
    const taken = charges.filter(({ metadata }) => metadata['order_id'] === order.id)
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(taken.length > 0).toBe(PAID.includes(order.status))
    const back = refunds.filter(({ payment_intent: payment }) => payment === taken[0]?.payment_intent)
    const stands = back.filter(({ status }) => status !== 'failed')
    expect(order.refunded).toBe(sumOf(stands))
    expect(order.net + order.refunded).toBe(PRICE)
    expect(sumOf(order.refunds.filter(({ status }) => status === 'SUCCEEDED'))).toBe(sumOf(stands))
    expect(order.refunds.filter(({ status }) => status === 'PENDING')).toEqual([])
    const isDisputed = disputes.some(({ payment_intent: payment }) => payment === taken[0]?.payment_intent)
    expect(order.payment.dispute !== null).toBe(isDisputed)
    const open = pages.filter(({ status, metadata }) => status === 'open' && metadata['order_id'] === order.id)
    expect(open).toEqual([])
  }
  const asked = refunds.map(({ metadata }) => metadata['refund_id']).filter((id) => id !== undefined)
  expect(new Set(asked).size).toBe(asked.length)
  const { unreconciled } = (await ask(`GET /events/${event.id}/sales`, { as: home.owner })).body.data
  const kinds = new Set(unreconciled.map(({ kind }: { kind: string }) => kind))
  expect([...kinds].filter((kind) => kind !== 'DISPUTED' && kind !== 'REFUND_FAILED')).toEqual([])
}

it(
  'service and provider agree in the end and pay or refund nothing twice, despite lost, late, repeated or killed requests',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
        const event = await newEvent(home, { capacity: 2 }, { price: PRICE })
        const [orders, pool]: [string[], Event[]] = [[], []]
        for (const each of steps) await perform(each, event, orders, pool)
        await rest()
        await expectToAgree(event)
      }),
      { numRuns: 8 },
    )
  },
)
