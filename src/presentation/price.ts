import { memoize } from '../kernel/memoize.ts'
import { amountOf, exponentOf } from '../kernel/money.ts'
import type { Language } from '../words/words.ts'
import type { ShownTicket } from './event.ts'

type Priced = Pick<ShownTicket, 'price' | 'fee' | 'currency' | 'priceMode'>

/** The price of a seat with the service fee. */
const costOf = ({ price, fee = 0 }: Priced) => price + fee

const isChosen = ({ priceMode }: Priced) => priceMode === 'CHOSEN'

/** Cached, because creating a `NumberFormat` costs more than formatting with it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (locale: string, currency: string, zeros: 'auto' | 'stripIfInteger') =>
  memoize(formats, `${locale} ${currency} ${zeros}`, () => {
    const digits = exponentOf(currency)
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      trailingZeroDisplay: zeros,
    })
  })

/** After letters, a sign such as the ¥ of `JP¥` would take the direction of Arabic text: `¥JP`. U+200E prevents it. */
const LETTERS_AND_SIGN = /[A-Z]+\p{Sc}/u

export const moneyOf = (
  minor: number,
  currency: string | null,
  { format }: Pick<Language, 'format'>,
  zeros: 'auto' | 'stripIfInteger' = 'auto',
) => {
  if (currency === null) return String(minor)
  const text = formatOf(format, currency, zeros).format(amountOf(minor, currency).value)
  return format.startsWith('ar') ? text.replace(LETTERS_AND_SIGN, '$&\u200e') : text
}

const byPrice = <Ticket extends Priced>(tickets: readonly Ticket[]) =>
  tickets.toSorted((left, right) => costOf(left) - costOf(right))

export const ticketPriceOf = (ticket: Priced, language: Language) => {
  const { choose, free, from } = language.words.price
  if (ticket.price === 0) return isChosen(ticket) ? choose : free
  const price = moneyOf(costOf(ticket), ticket.currency, language)
  return isChosen(ticket) ? from(price) : price
}

/** Reads an amount as people type it, such as `12,50`. Returns minor units, or null if it isn’t an amount. */
export const minorOf = (text: string, currency: string) => {
  const plain = text.trim().replace(',', '.')
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return null
  const minor = Number(plain) * 10 ** exponentOf(currency)
  return Math.abs(minor - Math.round(minor)) < 1e-6 ? Math.round(minor) : null
}

type Offered = Priced & Pick<ShownTicket, 'status' | 'requiresApproval'>

const isOnSale = ({ status }: Offered) => status === 'ON_SALE'

/** From the tickets that matter most for the price to those that matter only if there are no others. */
const IMPORTANCE: readonly ((ticket: Offered) => boolean)[] = [
  (ticket) => isOnSale(ticket) && !ticket.requiresApproval,
  isOnSale,
  ({ status }) => status === 'SOLD_OUT',
]

/**
 * Returns the tickets that the price phrase is about, cheapest first: those on sale that need no approval, if there are
 * any.
 */
export const pricedTickets = <Ticket extends Offered>(tickets: readonly Ticket[]) =>
  byPrice(IMPORTANCE.map((matters) => tickets.filter(matters)).find(({ length }) => length > 0) ?? tickets)

/** Returns the price of an event in one phrase, such as "From €5". Every page that lists an event uses this phrase. */
export const priceOf = (tickets: readonly Offered[], language: Language) => {
  const { choose, free, freeAndPaid, from } = language.words.price
  const chosen = tickets.filter(isChosen)
  const [cheapest, ...dearer] = pricedTickets(tickets)
  const dearest = dearer.at(-1) ?? cheapest
  if (cheapest === undefined || dearest === undefined || dearest.price === 0) return chosen.length > 0 ? choose : free
  if (cheapest.price === 0) return freeAndPaid
  const least = moneyOf(costOf(cheapest), cheapest.currency, language, 'stripIfInteger')
  return costOf(cheapest) === costOf(dearest) && chosen.length === 0 ? least : from(least)
}

/** Returns the lowest price of all tickets, for the embed data. */
export const leastPriceOf = (tickets: readonly Priced[]) => {
  const [cheapest] = byPrice(tickets)
  return {
    isFree: tickets.every((ticket) => ticket.price === 0 && !isChosen(ticket)),
    priceFrom: cheapest === undefined ? null : costOf(cheapest),
    currency: cheapest?.currency ?? null,
  }
}
