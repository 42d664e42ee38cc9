import { amountOf, exponentOf } from './money.ts'
import type { QuoteAnswer } from './quote.ts'

/** Above these, a person types a number instead of clicking, so that nobody does so much by mistake. */
const BULK_PEOPLE = 1_000
const BULK_UNITS = 5_000

/**
 * Currencies of which one euro buys 10, 100, 1,000 or 10,000 units or more, so that 5,000 yen are not bulk. The
 * magnitude is enough, because rates change. It is never more than a euro buys, so the limit is about 5,000 euros or less.
 */
const SMALL_UNITS: readonly [units: number, currencies: string][] = [
  [10, 'CZK DOP EGP INR MAD MDL MXN NOK PHP RUB SEK THB TRY TWD UAH UYU ZAR'],
  [100, 'AMD BDT CRC DZD HUF ISK JMD JPY KES KZT LKR NPR PKR RSD VUV XAF XOF XPF'],
  [1_000, 'ARS BIF CDF CLP COP IQD KHR KRW MGA MMK MNT MWK NGN PYG RWF TZS UGX'],
  [10_000, 'GNF IDR IRR LAK LBP UZS VND'],
]

const limitOf = (currency: string) =>
  BULK_UNITS * (SMALL_UNITS.find(([, currencies]) => currencies.split(' ').includes(currency))?.[0] ?? 1)

type Effects = Pick<QuoteAnswer, 'money'> & { people: Pick<QuoteAnswer['people'], 'mailed'> }

/** The number that the person types before the write. */
export interface Bulk {
  number: number
  /** Null if the number counts emailed people. */
  currency: string | null
  /** The amount with its decimals, which counts as well. */
  exact: number
}

/**
 * Returns the emailed people, or the whole amount refunded. Amounts of several currencies are compared one by one, and
 * the person types the one that exceeds its limit most.
 */
export const bulkOf = ({ people, money }: Effects): Bulk | null => {
  if (people.mailed > BULK_PEOPLE) return { number: people.mailed, currency: null, exact: people.mailed }
  const excessOf = ({ currency, exact }: { currency: string; exact: number }) => exact / limitOf(currency)
  const most = money
    .map(({ currency, refunded }) => ({ currency, exact: amountOf(refunded, currency).value }))
    .reduce((best, each) => (excessOf(each) > excessOf(best) ? each : best), { currency: '', exact: 0 })
  return excessOf(most) > 1 ? { number: Math.floor(most.exact), ...most } : null
}

/** Names what the number counts, in English. */
export const unitOf = ({ currency }: Bulk) => currency ?? 'emails'

/** Arabic and Persian digits end with the four bits of their value. */
const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g

/** Returns the digits without separators, so that `1,204`, `1.204` and `١٢٠٤` are the same. */
const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s.,'’٬٫]/g, '')

/** Returns whether the text is the number. An amount may be typed with its decimals too. */
export const isTyped = ({ number, exact, currency }: Bulk, text: string) => {
  const decimals = currency === null ? 0 : exponentOf(currency)
  return [String(number), digitsOf(exact.toFixed(decimals))].includes(digitsOf(text))
}
