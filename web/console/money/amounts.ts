import { exponentOf } from '../../../src/kernel/money.ts'

/**
 * Returns an unsigned decimal as minor units, or null if it isn't one. A bank may write more decimals than the currency
 * has, but only zeros.
 */
export const minorUnits = (text: string, currency: string, decimalMark: ',' | '.'): number | null => {
  const [whole = '', fraction = '', ...more] = text.split(decimalMark)
  if (more.length > 0 || !/^\d{1,13}$/.test(whole) || !/^\d*$/.test(fraction)) return null
  const exponent = exponentOf(currency)
  if (/[1-9]/.test(fraction.slice(exponent))) return null
  return Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
}
