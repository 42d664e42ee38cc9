import { memoize } from '../kernel/memoize.ts'
import { amountOf, exponentOf } from '../kernel/money.ts'
import type { Language } from '../words/words.ts'
import type { ShownTicket } from './event.ts'

type Priced = Pick<ShownTicket, 'price' | 'currency'>

/** Cached, because creating a `NumberFormat` costs more than formatting with it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (locale: string, currency: string) =>
  memoize(formats, `${locale} ${currency}`, () => {
    const digits = exponentOf(currency)
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  })

export const moneyOf = (minor: number, currency: string | null, { format }: Pick<Language, 'format'>) =>
  currency === null ? String(minor) : formatOf(format, currency).format(amountOf(minor, currency).value)

const byPrice = <Ticket extends Priced>(tickets: readonly Ticket[]) =>
  tickets.toSorted((left, right) => left.price - right.price)

const isOnOffer = ({ status }: Pick<ShownTicket, 'status'>) => status === 'ON_SALE' || status === 'SOLD_OUT'

export const ticketPriceOf = ({ price, currency }: Priced, language: Language) =>
  price === 0 ? language.words.price.free : moneyOf(price, currency, language)

/** Returns the price range of the tickets that are on sale or sold out, or of all tickets if no ticket is either. */
export const priceOf = (tickets: readonly (Priced & Pick<ShownTicket, 'status'>)[], language: Language) => {
  const { free, freeTo, from } = language.words.price
  const [cheapest, ...dearer] = byPrice(tickets.some(isOnOffer) ? tickets.filter(isOnOffer) : tickets)
  const dearest = dearer.at(-1) ?? cheapest
  if (cheapest === undefined || dearest === undefined || dearest.price === 0) return free
  if (cheapest.price === 0) return freeTo(moneyOf(dearest.price, dearest.currency, language))
  const least = moneyOf(cheapest.price, cheapest.currency, language)
  return cheapest.price === dearest.price ? least : from(least)
}

/** Returns the lowest ticket price, for the embed data. */
export const leastPriceOf = (tickets: readonly Priced[]) => {
  const [cheapest] = byPrice(tickets)
  return {
    isFree: tickets.every(({ price }) => price === 0),
    priceFrom: cheapest?.price ?? null,
    currency: cheapest?.currency ?? null,
  }
}
