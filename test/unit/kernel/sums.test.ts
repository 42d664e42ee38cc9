import { array, assert as holds, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  grossOf as grossOfNet,
  serviceFeeOf,
  splitAmount,
  taxesOf,
  taxIn,
  type Portion,
} from '../../../src/kernel/sums.ts'

/** 20,000 with `DEEP=1`. */
const numRuns = process.env['DEEP'] === '1' ? 20_000 : 400

const RATES = { none: 0, low: 700, odd: 1_337, high: 1_900, all: 10_000 }
const MOST = 1_000_000_000
const amounts = integer({ min: 0, max: MOST })
const portions = array(record({ rateId: constantFrom(...Object.keys(RATES)), gross: amounts }), {
  minLength: 1,
  maxLength: 10,
})
const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
const grossOf = (each: readonly Portion[]) => sum(each.map(({ gross }) => gross))

describe('tax in a gross amount', () => {
  it.each([
    [11_900, 1_900, 1_900],
    [100, 700, 7],
    [1, 10_000, 1],
    [3, 10_000, 2],
    [MOST, 10_000, 500_000_000],
    [MOST, 0, 0],
  ])('of %d at %d is %d', (gross, rate, tax) => {
    expect(taxIn(gross, rate)).toBe(tax)
  })

  it('is exact up to the largest order, and between 0 and the amount', () => {
    holds(
      property(amounts, integer({ min: 0, max: 10_000 }), (gross, rate) => {
        const whole = 10_000n + BigInt(rate)
        const exact = (2n * BigInt(gross) * BigInt(rate) + whole) / (2n * whole)
        expect(BigInt(taxIn(gross, rate))).toBe(exact)
        expect(taxIn(gross, rate)).toBeLessThanOrEqual(gross)
      }),
      { numRuns },
    )
  })
})

describe('service fee', () => {
  const rule = { percent: 250, fixed: 50, cap: null, currency: 'EUR', taxRateId: null, refundable: false }

  it.each([
    ['of a free seat', 0, {}, 'EUR', 0],
    ['half up', 2_020, {}, 'EUR', 101],
    ['up to the cap', 2_000, { cap: 60 }, 'EUR', 60],
    ['in another currency', 2_000, { cap: 1 }, 'USD', 50],
    ['up to what people can pay', 2_020, {}, 'KWD', 60],
    ['of the highest price', MOST, { percent: 10_000 }, 'EUR', MOST + 50],
  ])('%s of %d with %j in %s is %d', (_, paid, changes, currency, fee) => {
    expect(serviceFeeOf(paid, { ...rule, ...changes }, currency)).toBe(fee)
  })
})

describe('net prices', () => {
  it.each([
    [1_000, 1_900, 1, 1_190],
    [1, 5_000, 1, 2],
    [999, 700, 1, 1_069],
    [1_000, 555, 10, 1_060],
    [1_000, 0, 1, 1_000],
  ])('%d at %d in steps of %d cost %d', (net, rate, step, gross) => {
    expect(grossOfNet(net, rate, step)).toBe(gross)
  })

  it('keep the net amount within a unit', () => {
    holds(
      property(amounts, integer({ min: 0, max: 10_000 }), (net, rate) => {
        const gross = grossOfNet(net, rate, 1)
        expect(Math.abs(gross - taxIn(gross, rate) - net)).toBeLessThanOrEqual(1)
      }),
      { numRuns },
    )
  })
})

describe('splitAmount', () => {
  it('gives ties to the first part', () => {
    expect(splitAmount(2, [1, 1, 1])).toEqual([1, 1, 0])
    expect(splitAmount(5, [0, 0])).toEqual([0, 0])
  })

  it('neither loses nor invents a unit, and no part exceeds its weight', () => {
    holds(
      property(
        array(amounts, { minLength: 1, maxLength: 10 }),
        integer({ min: 0, max: 1_000_000 }),
        (weights, permille) => {
          const amount = Math.floor((sum(weights) * permille) / 1_000_000)
          const parts = splitAmount(amount, weights)
          expect(sum(parts)).toBe(amount)
          for (const [index, part] of parts.entries()) {
            expect(part).toBeGreaterThanOrEqual(0)
            expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
          }
        },
      ),
      { numRuns },
    )
  })
})

describe('taxes of an order', () => {
  it('add up to its total, with a net amount from 0 to the gross amount', () => {
    holds(
      property(portions, (of) => {
        const taxes = taxesOf(of, RATES, [])
        expect(sum(taxes.map(({ net, tax }) => net + tax))).toBe(grossOf(of))
        for (const { net, gross, refundedTax } of taxes) {
          expect(net).toBeGreaterThanOrEqual(0)
          expect(net).toBeLessThanOrEqual(gross)
          expect(refundedTax).toBe(0)
        }
      }),
      { numRuns },
    )
  })

  it('are returned in full by any sequence of refunds up to the total, and never shrink', () => {
    holds(
      property(portions, array(integer({ min: 1, max: 1_000 }), { maxLength: 6 }), (of, parts) => {
        const total = grossOf(of)
        const some = splitAmount(Math.floor(total / 2), parts.length === 0 ? [1] : parts)
        const refunds = [...some, total - sum(some)].map((amount) => ({ amount, portions: null }))
        let before = 0
        for (const [index] of refunds.entries()) {
          const returned = sum(taxesOf(of, RATES, refunds.slice(0, index + 1)).map(({ refundedTax }) => refundedTax))
          expect(returned).toBeGreaterThanOrEqual(before)
          before = returned
        }
        for (const { tax, refundedTax } of taxesOf(of, RATES, refunds)) expect(refundedTax).toBe(tax)
      }),
      { numRuns },
    )
  })

  it('are returned by refunding all seats one by one, in any order, as by one full refund', () => {
    holds(
      property(
        portions.chain((of) => shuffledSubarray(of, { minLength: of.length }).map((order) => ({ of, order }))),
        ({ of, order }) => {
          const seats = order.map((seat) => ({ amount: seat.gross, portions: [seat] }))
          expect(taxesOf(of, RATES, seats)).toEqual(taxesOf(of, RATES, [{ amount: grossOf(of), portions: null }]))
        },
      ),
      { numRuns },
    )
  })

  it('stay between 0 and the charged tax for seats refunded in part after amounts', () => {
    holds(
      property(portions, integer({ min: 0, max: 100 }), integer({ min: 0, max: 100 }), (of, byAmount, bySeat) => {
        const amount = Math.floor((grossOf(of) * byAmount) / 100)
        const seats = of.map((seat) => ({ amount: Math.floor((seat.gross * bySeat) / 100), portions: [seat] }))
        for (const { tax, refundedTax } of taxesOf(of, RATES, [{ amount, portions: null }, ...seats])) {
          expect(refundedTax).toBeGreaterThanOrEqual(0)
          expect(refundedTax).toBeLessThanOrEqual(tax)
        }
      }),
      { numRuns },
    )
  })
})
