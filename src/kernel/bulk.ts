import { amountOf, exponentOf } from './money.ts'
import type { QuoteAnswer } from './quote.ts'

/**
 * Above these limits, the user types a number to confirm, so that a single click can't email or refund that many
 * people.
 */
const BULK_PEOPLE = 1_000
const BULK_UNITS = 5_000

/**
 * Currencies by the power of ten of their units in one euro, so that 5,000 yen don't count as bulk. Rates change, so the
 * order of magnitude is enough. It is rounded down, which keeps each limit at about 5,000 euros or less.
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

/** The number that the user types to confirm a write. */
export interface Bulk {
  number: number
  /** Null if `number` is a count of emails. */
  currency: string | null
  /** The amount with its decimals, which the user may type instead. */
  exact: number
}

/**
 * Returns the number of emails or the refunded amount to type, or null if neither exceeds its limit. With refunds in
 * several currencies, it is the amount that exceeds its limit most.
 */
export const bulkOf = ({ people, money }: Effects): Bulk | null => {
  if (people.mailed > BULK_PEOPLE) return { number: people.mailed, currency: null, exact: people.mailed }
  const excessOf = ({ currency, exact }: { currency: string; exact: number }) => exact / limitOf(currency)
  const most = money
    .map(({ currency, refunded }) => ({ currency, exact: amountOf(refunded, currency).value }))
    .reduce((best, each) => (excessOf(each) > excessOf(best) ? each : best), { currency: '', exact: 0 })
  return excessOf(most) > 1 ? { number: Math.floor(most.exact), ...most } : null
}

/** Returns the unit of the number, in English. */
export const unitOf = ({ currency }: Bulk) => currency ?? 'emails'

/** The low four bits of an Arabic or Persian digit are its value. */
const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g

/** Normalises digits and drops separators, so that `1,204`, `1.204` and `١٢٠٤` are equal. */
const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\s.,'’٬٫]/g, '')

/** Returns whether `text` is the number, or the exact amount with decimals. */
export const isTyped = ({ number, exact, currency }: Bulk, text: string) => {
  const decimals = currency === null ? 0 : exponentOf(currency)
  return [String(number), digitsOf(exact.toFixed(decimals))].includes(digitsOf(text))
}
