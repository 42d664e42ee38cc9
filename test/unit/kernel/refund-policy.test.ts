import { assert as holds, array, constantFrom, integer, property, record, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STEPS } from '../../../src/kernel/money.ts'
import {
  nextChange,
  refundOfSeat,
  RefundPolicyInput,
  stepAt,
  type RefundRule,
} from '../../../src/kernel/refund-policy.ts'
import { HOUR_MS } from '../../../src/kernel/time.ts'

/** 20,000 with `DEEP=1`. */
const numRuns = process.env['DEEP'] === '1' ? 20_000 : 400

const START = Date.parse('2031-05-02T18:00:00Z')
const WEEK = {
  steps: [
    { hoursBefore: 168, percent: 80 },
    { hoursBefore: 24, percent: 50 },
  ],
  fee: { fixed: 0, percent: 8 },
}

const currencies = constantFrom('EUR', 'JPY', 'KWD', 'MGA', 'TND', 'HUF', 'CLF')
const rules = record({
  hours: uniqueArray(integer({ min: 0, max: 2_000 }), { maxLength: 5 }),
  percents: array(integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }),
  fee: record({ fixed: integer({ min: 0, max: 100_000_000 }), percent: integer({ min: 0, max: 100 }) }),
}).map(({ hours, percents, fee }): RefundRule => {
  const falling = percents.toSorted((left, right) => right - left)
  const from = hours.toSorted((left, right) => right - left)
  return { steps: from.map((hoursBefore, at) => ({ hoursBefore, percent: falling[at] ?? 0 })), fee }
})

describe('refund of a seat', () => {
  it.each([
    [11_900, { percent: 80, fee: { fixed: 0, percent: 8 } }, 'EUR', 8_568, 952],
    [11_900, { percent: 100, fee: { fixed: 0, percent: 0 } }, 'EUR', 11_900, 0],
    [999, { percent: 50, fee: { fixed: 0, percent: 0 } }, 'EUR', 499, 0],
    [999, { percent: 50, fee: { fixed: 600, percent: 0 } }, 'EUR', 0, 499],
    [10_010, { percent: 33, fee: { fixed: 0, percent: 1 } }, 'KWD', 3_200, 100],
    [100_300, { percent: 50, fee: { fixed: 1, percent: 0 } }, 'MGA', 50_000, 100],
  ])('of %d is right under %j in %s', (paid, step, currency, refund, fee) => {
    expect(refundOfSeat(paid, step, currency)).toEqual({ refund, fee })
  })

  it('is never negative, more than was paid, or an amount that can’t be paid', () => {
    holds(
      property(
        integer({ min: 0, max: 1_000_000 }),
        rules,
        currencies,
        integer({ min: 0, max: 100 }),
        (units, rule, currency, percent) => {
          const step = STEPS[currency] ?? 1
          const paid = units * step
          const { refund, fee } = refundOfSeat(paid, { percent, fee: rule.fee }, currency)
          expect(refund).toBeGreaterThanOrEqual(0)
          expect(fee).toBeGreaterThanOrEqual(0)
          expect(refund + fee).toBeLessThanOrEqual(paid)
          expect(refund % step).toBe(0)
          expect(Number.isSafeInteger(refund)).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  it('never rises as the event comes closer, and changes exactly when announced', () => {
    holds(
      property(rules, integer({ min: 0, max: 3_000 * 60 }), integer({ min: 1, max: 600 }), (rule, before, later) => {
        const now = START - before * 60_000
        const percentAt = (at: number) => stepAt(rule, START, at)?.percent ?? 0
        expect(percentAt(now + later * 60_000)).toBeLessThanOrEqual(percentAt(now))
        const changes = nextChange(rule, START, now)
        expect(changes === null).toBe(percentAt(now) === 0)
        if (changes === null) return
        expect(percentAt(changes)).toBe(percentAt(now))
        expect(percentAt(changes + 1)).toBeLessThan(percentAt(now))
      }),
      { numRuns },
    )
  })
})

it('applies a step until exactly its hours before the start', () => {
  expect(stepAt(WEEK, START, START - 168 * HOUR_MS)?.percent).toBe(80)
  expect(stepAt(WEEK, START, START - 168 * HOUR_MS + 1)?.percent).toBe(50)
  expect(stepAt(WEEK, START, START - 24 * HOUR_MS + 1)).toBeUndefined()
  expect(stepAt({ steps: [] }, START, 0)).toBeUndefined()
})

describe('refund policy in a request', () => {
  it('needs no fee', () => {
    expect(RefundPolicyInput().parse({ steps: [] })).toEqual({ steps: [], fee: { fixed: 0, percent: 0 } })
  })

  it.each([
    [
      {
        steps: [
          { hoursBefore: 24, percent: 50 },
          { hoursBefore: 24, percent: 40 },
        ],
      },
    ],
    [
      {
        steps: [
          { hoursBefore: 24, percent: 50 },
          { hoursBefore: 48, percent: 40 },
        ],
      },
    ],
    [
      {
        steps: [
          { hoursBefore: 48, percent: 50 },
          { hoursBefore: 24, percent: 60 },
        ],
      },
    ],
    [{ steps: [{ hoursBefore: -1, percent: 50 }] }],
    [{ steps: [{ hoursBefore: 1, percent: 101 }] }],
    [{ steps: Array.from({ length: 6 }, (_, at) => ({ hoursBefore: 10 - at, percent: 1 })) }],
    [{ steps: [], fee: { fixed: -5 } }],
    [{ fee: { fixed: 5 } }],
  ])('is refused: %j', (policy) => {
    expect(RefundPolicyInput().safeParse(policy).success).toBe(false)
  })
})
