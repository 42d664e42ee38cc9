export type Cell = string | number | boolean | null

/** What a spreadsheet would take for a formula, or a control character could start one behind. */
// eslint-disable-next-line no-control-regex
const DANGEROUS = /^(?:[=+\-@]|[\u0000-\u001f])/

/** Blanks that nobody sees: spreadsheets drop some of them, each its own, before they look at a cell. */
const BLANK = '[\\s\\p{Z}\\u0085\\u00ad\\u180e\\u200b-\\u200f\\u2060\\u3164\\ufeff]'

/** The same behind a blank, or beside a `;`, which divides the cells of a spreadsheet that writes `1,5`: never bare. */
const DECEITFUL = new RegExp(`^${BLANK}+[=+\\-@]|;${BLANK}*[=+\\-@]|[=+\\-@]${BLANK}*;`, 'u')

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
