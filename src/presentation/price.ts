import { amountOf, exponentOf } from '../kernel/money.ts'
import type { ShownTicket } from './event.ts'

type Priced = Pick<ShownTicket, 'price' | 'currency'>

/** A format costs more than what is written with it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (locale: string, currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger' = 'auto') => {
  const key = `${locale} ${currency} ${trailingZeroDisplay}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size > 500) formats.clear()
  const digits = exponentOf(currency)
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(key, made)
  return made
}

export const moneyOf = (minor: number, currency: string | null) =>
  currency === null ? String(minor) : formatOf('en-GB', currency).format(amountOf(minor, currency).value)

const byPrice = <Ticket extends Priced>(tickets: readonly Ticket[]) =>
  tickets.toSorted((left, right) => left.price - right.price)

const isLeft = ({ status }: Pick<ShownTicket, 'status'>) => status === 'ON_SALE' || status === 'SOLD_OUT'

export const ticketPriceOf = ({ price, currency }: Priced) => (price === 0 ? 'Free' : moneyOf(price, currency))

/** What coming costs, of what is sold now; where nothing is, of what there is. */
export const priceOf = (tickets: readonly (Priced & Pick<ShownTicket, 'status'>)[]) => {
  const [cheapest, ...dearer] = byPrice(tickets.some(isLeft) ? tickets.filter(isLeft) : tickets)
  const dearest = dearer.at(-1) ?? cheapest
  if (cheapest === undefined || dearest === undefined || dearest.price === 0) return 'Free'
  if (cheapest.price === 0) return `Free to ${moneyOf(dearest.price, dearest.currency)}`
  const least = moneyOf(cheapest.price, cheapest.currency)
  return cheapest.price === dearest.price ? least : `From ${least}`
}

/** What the cheapest way in costs, for programs. */
export const leastPriceOf = (tickets: readonly Priced[]) => {
  const [cheapest] = byPrice(tickets)
  return {
    isFree: tickets.every(({ price }) => price === 0),
    priceFrom: cheapest?.price ?? null,
    currency: cheapest?.currency ?? null,
  }
}

/** The same in any language; null where nobody said in which currency. */
export const leastPriceIn = (locale: string, words: { free: string; from: string }, tickets: readonly Priced[]) => {
  const { isFree, priceFrom, currency } = leastPriceOf(tickets)
  if (isFree) return words.free
  if (priceFrom === null || currency === null) return null
  const { value } = amountOf(priceFrom, currency)
  return `${words.from} ${formatOf(locale, currency, 'stripIfInteger').format(value)}`
}
