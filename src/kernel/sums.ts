import { stepOf } from './money.ts'

/**
 * Tax and service fee of orders. Amounts are integers in minor units, prices include tax, and a rate is in hundredths of a percent. Tax
 * is rounded once per rate and order, never per seat, so the parts of an order always add up to its total.
 */

/** 100 percent, in hundredths of a percent. */
export const FULL = 10_000

/** A fee that the buyer pays on top of each seat that costs something. Add-ons don't change it. */
export interface ServiceFee {
  /** Share of the seat's price, in hundredths of a percent. */
  percent: number
  /** Amount per seat, in minor units of `currency`. */
  fixed: number
  /** Highest fee per seat, in minor units of `currency`. */
  cap: number | null
  /** Currency of `fixed` and `cap`, which don't apply to seats in other currencies. */
  currency: string | null
  taxRateId: string | null
  refundable: boolean
}

/** The fee of a seat that costs `paid` after its discount. The SQL of `feeOfSeat` computes the same amount. */
export const serviceFeeOf = (paid: number, rule: ServiceFee | null, currency: string | null) => {
  if (rule === null || paid === 0) return 0
  const isOwn = rule.currency !== null && rule.currency === currency
  const wanted = Math.floor((2 * paid * rule.percent + FULL) / (2 * FULL)) + (isOwn ? rule.fixed : 0)
  const capped = isOwn && rule.cap !== null ? Math.min(rule.cap, wanted) : wanted
  const step = stepOf(currency)
  return Math.ceil(capped / step) * step
}

export const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)

/** The tax inside `gross`: `gross × rate / (1 + rate)`, rounded half up. */
export const taxIn = (gross: number, rate: number) => {
  const whole = FULL + rate
  return Math.floor((2 * gross * rate + whole) / (2 * whole))
}

/** The price including tax, rounded half up to `step`: `net × (1 + rate)`. */
export const grossOf = (net: number, rate: number, step: number) => {
  const whole = FULL * step
  return Math.floor((2 * net * (FULL + rate) + whole) / (2 * whole)) * step
}

/**
 * Splits `amount` in proportion to `weights` by the largest remainder, ties to the first. No part exceeds its weight if
 * `amount` is at most their sum.
 */
export const splitAmount = (amount: number, weights: readonly number[]): number[] => {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, floor: Number(exact / BigInt(total)), rest: exact % BigInt(total) }
  })
  const parts = shares.map(({ floor }) => floor)
  const left = amount - sum(parts)
  const first = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  )
  for (const { index } of first.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

export interface Portion {
  /** Id of the tax rate. */
  rateId: string
  gross: number
}

export interface Returned {
  amount: number
  /** Gross amounts of the refunded seats. Null for a refund by amount, which is spread over all rates. */
  portions: readonly Portion[] | null
}

const totals = (portions: readonly Portion[]) => {
  const grosses = new Map<string, number>()
  for (const { rateId, gross } of portions) grosses.set(rateId, (grosses.get(rateId) ?? 0) + gross)
  return grosses
}

/** Spreads `amount` over the rates: first as `wanted`, then over the remainder of each rate. */
const spread = (amount: number, wanted: readonly number[], left: readonly number[]) => {
  const most = Math.min(amount, sum(wanted))
  const first = splitAmount(most, wanted).map((part, index) => Math.min(part, left[index] ?? 0))
  const rest = amount - sum(first)
  const room = left.map((each, index) => each - (first[index] ?? 0))
  const more = splitAmount(Math.min(rest, sum(room)), room)
  return first.map((part, index) => part + (more[index] ?? 0))
}

/**
 * Gross, tax, returned gross and returned tax of each rate of an order, in the order of its first portion. The tax of a refund is the
 * difference of the tax before and after it, so that refunds up to the total return exactly the tax that was charged.
 */
export const taxesOf = (
  portions: readonly Portion[],
  rates: Readonly<Record<string, number>>,
  refunds: readonly Returned[],
) => {
  const grosses = [...totals(portions)]
  let left = grosses.map(([, gross]) => gross)
  for (const { amount, portions: of } of refunds) {
    const asked = of === null ? null : totals(of)
    const wanted = grosses.map(([rateId], index) => (asked === null ? (left[index] ?? 0) : (asked.get(rateId) ?? 0)))
    const back = spread(amount, wanted, left)
    left = left.map((each, index) => each - (back[index] ?? 0))
  }
  return grosses.map(([rateId, gross], index) => {
    const rate = rates[rateId] ?? 0
    const tax = taxIn(gross, rate)
    const rest = left[index] ?? 0
    return { rateId, gross, net: gross - tax, tax, refunded: gross - rest, refundedTax: tax - taxIn(rest, rate) }
  })
}
