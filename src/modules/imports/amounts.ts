import { exponentOf, isCurrency } from '../../kernel/money.ts'

export const DECIMAL_MARKS = [',', '.'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', zł: 'PLN', '₺': 'TRY' }

/** The dash that replaces zero decimals, as in `20.–` and `20,-`. */
const DASH = /[.,][-–—]+(?!\d)/
const LEADING = /^[\s\p{Sc}+]*(?=[.,]\d)|^\D+/u
const TRAILING = /[^\d]+$/

/**
 * Returns the number in the text with its separators, without the currency around it. The dot after `Fr.` in `Fr.
 * 20.00` isn't one. Returns an empty string if there are two numbers, as in `2 x 12.50`.
 */
const digitsOf = (text: string) => {
  const digits = text
    .replace(DASH, '')
    .trim()
    .replace(LEADING, '')
    .replace(TRAILING, '')
    .replaceAll(/[\s'’]/g, ' ')
  return /^[\d., ]+$/.test(digits) ? digits : ''
}

const markIn = (digits: string): DecimalMark | null | 'none' => {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points + commas === 0) return 'none'
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const only: DecimalMark = points > 0 ? '.' : ','
  if (points + commas > 1) return only === '.' ? ',' : '.'
  return digits.length - digits.indexOf(only) - 1 === 3 ? null : only
}

/**
 * Returns the decimal mark of a column: `none` if no value needs one, and null if the values contradict each other, or
 * if `1.234` could be either and no other value decides.
 */
export const decimalMarkOf = (values: readonly string[]): DecimalMark | null | 'none' => {
  const marks = new Set(values.map((value) => markIn(digitsOf(value))))
  const [decided = null, ...others] = DECIMAL_MARKS.filter((mark) => marks.has(mark))
  if (decided === null && !marks.has(null)) return 'none'
  return others.length > 0 ? null : decided
}

/** Returns the currency in the text, given by a code or an unambiguous symbol. */
export const currencyIn = (text: string): string | null => {
  const code = /[A-Z]{3}/.exec(text.toUpperCase())?.[0]
  if (code !== undefined && isCurrency(code)) return code
  return Object.entries(SYMBOLS).find(([symbol]) => text.includes(symbol))?.[1] ?? null
}

const DECIMALS: Readonly<Record<DecimalMark, RegExp>> = {
  ',': /^([\d. ]*)(?:,(\d+))?$/,
  '.': /^([\d, ]*)(?:\.(\d+))?$/,
}

/** Groups of three digits. Indian notation has groups of two before the last three, as in `1,50,000`. */
const WHOLE = /^(?:\d*|\d{1,3}(?:([.,]| )\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/

/** Converts text such as `1.234,50 €` to minor units. Returns null if it isn't an amount in this currency. */
export const minorUnitsIn = (text: string, mark: DecimalMark, currency: string): number | null => {
  if (text.replace(DASH, '').includes('-')) return null
  const [read, whole = '', fraction = ''] = DECIMALS[mark].exec(digitsOf(text)) ?? []
  const exponent = exponentOf(currency)
  if (read === undefined || read === '' || !WHOLE.test(whole) || /[^0]/.test(fraction.slice(exponent))) return null
  const units = Number(whole.replaceAll(/\D/g, ''))
  const minor = units * 10 ** exponent + Number(fraction.slice(0, exponent).padEnd(exponent, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

const FREE =
  /^(?:0+(?:[.,]0+)?|free|gratis|kostenlos|frei|gratuit|gratuito|grátis|bezpłatnie|bezpłatny|darmowe|無料|مجاني|-)$/i

/** Whether the text means that nothing has to be paid, such as `0,00` or `kostenlos`. */
export const isFree = (text: string) => FREE.test(text.replaceAll(/[€£$¥\s]/g, ''))
