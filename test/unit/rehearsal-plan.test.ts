import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import type { Facts } from '../../src/sandbox/rehearsal/event-facts.ts'
import { planRehearsal, type PlannedParty } from '../../src/sandbox/rehearsal/plan.ts'

const startAt = Date.UTC(2031, 4, 2, 18)
const facts: Facts = {
  id: 'evt_1',
  slug: 'concert',
  timezone: 'Europe/Paris',
  startAt,
  endAt: startAt + HOUR_MS,
  capacity: null,
  opensAt: startAt - 30 * DAY_MS,
  closesAt: startAt + HOUR_MS,
  doorOpensAt: startAt - 4 * HOUR_MS,
  verifiesEmail: false,
  hasWaitingList: false,
  delayedPayments: 'HOLD',
  questions: [],
  tickets: [
    {
      id: 'tkt_1',
      key: null,
      name: 'Seat',
      price: 2500,
      minPerOrder: 1,
      maxPerOrder: 10,
      salesStartAt: null,
      salesEndAt: null,
    },
  ],
  addons: [],
  coupons: [{ code: 'EARLY', mostRedemptions: null }],
}

const GUESTS = 20_000
const { parties, offline } = planRehearsal(facts, GUESTS, 1)
const shareOf = (holds: (party: PlannedParty) => boolean) => parties.filter(holds).length / parties.length

it.for<[string, number, (party: PlannedParty) => boolean]>([
  ['come in the first ten minutes', 0.5, ({ at }) => at < facts.opensAt + 10 * MINUTE_MS],
  ['are a party', 0.2, ({ guests }) => guests.length > 1],
  ['have a coupon', 0.15, ({ coupon }) => coupon !== null],
  ['fail to pay', 0.05, ({ payment }) => payment === 'failed'],
  ['pay late', 0.03, ({ payment }) => payment === 'late'],
  ['dispute', 0.01, ({ disputesAfterMs }) => disputesAfterMs !== null],
  ['cancel', 0.08, ({ cancelsAt }) => cancelsAt !== null],
  ['show a code twice', 0.02, ({ showsCodeTwice }) => showsCodeTwice],
  ['are declined', 0.1, ({ isDeclined }) => isDeclined],
  ['are decided about within a day', 0.85, ({ decidedAfterMs }) => decidedAfterMs < DAY_MS],
  ['accept an offer', 0.7, ({ acceptsOffer }) => acceptsOffer],
])('the plan has its share of those who %s', ([, share, holds]) => {
  expect(Math.abs(shareOf(holds) - share)).toBeLessThan(0.2 * share + 0.001)
})

it('the plan has its shares of single guests who transfer their place, and of no-shows', () => {
  const alone = parties.filter(({ guests }) => guests.length === 1)
  const handOn = alone.filter(({ handsOnAt }) => handsOnAt !== null).length / alone.length
  const arrivals = parties.flatMap(({ arrivesAt }) => arrivesAt)
  expect(handOn).toBeCloseTo(0.04, 2)
  expect(arrivals).toHaveLength(GUESTS)
  expect(arrivals.filter((at) => at === null).length / GUESTS).toBeCloseTo(0.12, 2)
  expect(Math.max(...parties.map(({ guests }) => guests.length))).toBe(6)
  expect(offline.until - offline.from).toBe(20 * MINUTE_MS)
})
