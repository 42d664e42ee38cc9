export type Cell = string | number | boolean | null

/** What begins a formula, also as wide as a letter of a script that is written so. */
const SIGN = '[=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]'

/** What a spreadsheet would take for a formula, or a control character could start one behind. */
const DANGEROUS = new RegExp(`^(?:${SIGN}|\\p{Cc})`, 'u')

/** Blanks, and what nobody sees: spreadsheets drop some of them, each its own, before they look at a cell. */
const BLANK = '[\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{DI}]'

/** The same behind a blank, or beside a `;`, which divides the cells of a spreadsheet that writes `1,5`: never bare. */
const DECEITFUL = new RegExp(`^${BLANK}+(?:${SIGN}|\\p{Cc})|;${BLANK}*${SIGN}|${SIGN}${BLANK}*;`, 'u')

const NEEDS_QUOTES = /[",\r\n]/

const cellOf = (cell: Cell) => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const isDeceitful = DECEITFUL.test(cell)
  const safe = isDeceitful || DANGEROUS.test(cell) ? `'${cell}` : cell
  return isDeceitful || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of RFC 4180. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`
