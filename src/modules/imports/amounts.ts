import { exponentOf, isCurrency } from '../../kernel/money.ts'

export const DECIMAL_MARKS = [',', '.'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', zł: 'PLN', '₺': 'TRY' }

const digitsOf = (text: string) => text.replaceAll(/[^\d.,]/g, '').replace(/[.,]+$/, '')

const markIn = (digits: string): DecimalMark | null | 'none' => {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points + commas === 0) return 'none'
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const only: DecimalMark = points > 0 ? '.' : ','
  if (points + commas > 1) return only === '.' ? ',' : '.'
  return digits.length - digits.indexOf(only) - 1 === 3 ? null : only
}

/**
 * Returns the decimal mark of a column: `none` if no value needs one, and null if `1.234` could be either and no other
 * value decides.
 */
export const decimalMarkOf = (values: readonly string[]): DecimalMark | null | 'none' => {
  const marks = values.map((value) => markIn(digitsOf(value))).filter((mark) => mark !== 'none')
  return marks.length === 0 ? 'none' : (marks.find((mark) => mark !== null) ?? null)
}

/** Returns the currency that the text itself names, by code or by an unambiguous symbol. */
export const currencyIn = (text: string): string | null => {
  const code = /[A-Z]{3}/.exec(text.toUpperCase())?.[0]
  if (code !== undefined && isCurrency(code)) return code
  return Object.entries(SYMBOLS).find(([symbol]) => text.includes(symbol))?.[1] ?? null
}

/** Converts text such as `1.234,50 €` to minor units. Returns null if it isn't an amount in this currency. */
export const minorUnitsIn = (text: string, mark: DecimalMark, currency: string): number | null => {
  if (text.includes('-')) return null
  const digits = digitsOf(text)
  const [whole = '', fraction = '', ...rest] = digits.replaceAll(mark === ',' ? '.' : ',', '').split(mark)
  const exponent = exponentOf(currency)
  if (whole === '' || rest.length > 0 || /[^0]/.test(fraction.slice(exponent))) return null
  const minor = Number(whole) * 10 ** exponent + Number(fraction.slice(0, exponent).padEnd(exponent, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

const FREE =
  /^(?:0+(?:[.,]0+)?|free|gratis|kostenlos|frei|gratuit|gratuito|grátis|bezpłatnie|bezpłatny|darmowe|無料|مجاني|-)$/i

/** Whether the text says that nothing is to pay, such as `0,00` or `kostenlos`. */
export const isFree = (text: string) => FREE.test(text.replaceAll(/[€£$¥\s]/g, ''))
