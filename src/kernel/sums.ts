/**
 * Tax of orders. Amounts are integers in minor units, prices include tax, and a rate is in hundredths of a percent. Tax
 * is rounded once per rate and order, never per seat, so the parts of an order always add up to its total.
 */

const FULL = 10_000

export const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)

/** The tax inside `gross`: `gross × rate / (1 + rate)`, rounded half up. */
export const taxIn = (gross: number, rate: number) => {
  const whole = FULL + rate
  return Math.floor((2 * gross * rate + whole) / (2 * whole))
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

/** Spreads `amount` over the rates: first as `wanted`, then over what is left of each rate. */
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
