import type { PostingFacts, RefundedPart, SoldRate } from './document-facts.ts'
import { sum, taxesOf } from './sums.ts'

/** Stored amounts of an order, from which its API response and its documents are computed. */
export interface SoldOrder extends Pick<PostingFacts, 'order' | 'seats' | 'addons'> {
  /** Tax rate of each ticket, add-on and of the fee, by its id. */
  rates: Readonly<Record<string, Pick<SoldRate, 'id' | 'rate'> | null>>
}

/** Id of the service fee among the rates. */
const FEE = 'fee'

export interface SoldPart {
  /** Id of the ticket or add-on. */
  soldId: string
  /** Null for the service fee. */
  name: string | null
  /** Guest whose refund returns the part; null if it goes back with the last seat. */
  guestId: string | null
  quantity: number
  unitPrice: number
  discount: number
  gross: number
}

/** The fee of each seat. Facts from before service fees have none. */
const feesOf = ({ order, seats }: Pick<SoldOrder, 'order' | 'seats'>) =>
  (seats.length > 0 ? seats : [order]).flatMap(({ guestId, fee = 0 }) => (fee === 0 ? [] : [{ guestId, fee }]))

/** The parts of an order. Their `gross` amounts add up to its total. */
export const soldPartsOf = ({ order, seats, addons }: Omit<SoldOrder, 'rates'>): SoldPart[] => [
  ...(seats.length > 0 ? seats : [order]).map(({ guestId, ticketId, ticketName, price, discount }) => ({
    soldId: ticketId,
    name: ticketName,
    guestId,
    quantity: 1,
    unitPrice: price - (seats.length > 0 ? 0 : order.fee),
    discount,
    gross: price - discount - (seats.length > 0 ? 0 : order.fee),
  })),
  ...addons.map(({ addonId, name, per, guestId, quantity, price }) => ({
    soldId: addonId,
    name,
    guestId: per === 'SEAT' ? guestId : null,
    quantity,
    unitPrice: price,
    discount: 0,
    gross: quantity * price,
  })),
  ...feesOf({ order, seats }).map(({ guestId, fee }) => ({
    soldId: FEE,
    name: null,
    guestId,
    quantity: 1,
    unitPrice: fee,
    discount: 0,
    gross: fee,
  })),
]

/**
 * Gross amount and tax per rate of an order, and the share returned by its refunds. Parts without a rate have the id
 * ''.
 */
export const taxesOfSold = (order: SoldOrder, refunds: readonly Omit<RefundedPart, 'id'>[]) => {
  const rateOf = (soldId: string) => order.rates[soldId]?.id ?? ''
  const parts = soldPartsOf(order).map(({ soldId, guestId, gross }) => ({
    guestId,
    isFee: soldId === FEE,
    portion: { rateId: rateOf(soldId), gross },
  }))
  const seated = new Set(parts.flatMap(({ guestId }) => (guestId === null ? [] : [guestId])))
  const returned = refunds.map(({ amount, guestIds }) => {
    for (const guestId of guestIds ?? []) seated.delete(guestId)
    const isBack = (guestId: string | null) =>
      guestId === null ? seated.size === 0 : guestIds?.includes(guestId) === true
    const all = parts.filter(({ guestId }) => isBack(guestId))
    const { isFeeRefundable = false } = order.order
    const hasFee = isFeeRefundable || amount >= sum(all.map(({ portion }) => portion.gross))
    const own = all.filter(({ isFee }) => hasFee || !isFee).map(({ portion }) => portion)
    return { amount, portions: guestIds === null ? null : own }
  })
  const percents = Object.fromEntries(
    Object.values(order.rates).flatMap((rate) => (rate === null ? [] : [[rate.id, rate.rate] as const])),
  )
  return taxesOf(
    parts.map(({ portion }) => portion),
    percents,
    returned,
  )
}

/** Gross amount and tax per rate that remain after the refunds. All 0 if `refunds` is null. */
const stateOf = (facts: PostingFacts, refunds: readonly RefundedPart[] | null) =>
  taxesOfSold(facts, refunds ?? []).map(({ rateId, gross, tax, refunded, refundedTax }) =>
    refunds === null ? { rateId, gross: 0, tax: 0 } : { rateId, gross: gross - refunded, tax: tax - refundedTax },
  )

/** Signed amounts per rate: the amounts after this document or posting minus those before it. */
export const differencesByRate = (facts: PostingFacts) => {
  const before = stateOf(facts, facts.before)
  return stateOf(facts, facts.after).map(({ rateId, gross, tax }, index) => ({
    rateId,
    gross: gross - (before[index]?.gross ?? 0),
    tax: tax - (before[index]?.tax ?? 0),
  }))
}
