export type Cell = string | number | boolean | null

/** The characters `=`, `+`, `-` and `@`, which start a formula, with their full-width and small Unicode variants. */
const FORMULA_START = '[=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]'

/**
 * Matches cells that a spreadsheet would evaluate as a formula. A leading control character counts too, because some
 * spreadsheets drop it first.
 */
const FORMULA = new RegExp(`^(?:${FORMULA_START}|\\p{Cc})`, 'u')

/** Whitespace and invisible characters. Each spreadsheet strips its own subset of them before it parses a cell. */
const BLANK = '[\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{DI}]'

/**
 * Matches a formula after blanks or next to `;`, which separates columns in locales that write `1,5`. Such cells must
 * be quoted.
 */
const HIDDEN_FORMULA = new RegExp(
  `^${BLANK}+(?:${FORMULA_START}|\\p{Cc})|;${BLANK}*${FORMULA_START}|${FORMULA_START}${BLANK}*;`,
  'u',
)

const NEEDS_QUOTES = /[",\r\n]/

const cellOf = (cell: Cell) => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const isHidden = HIDDEN_FORMULA.test(cell)
  const safe = isHidden || FORMULA.test(cell) ? `'${cell}` : cell
  return isHidden || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns one CSV record (RFC 4180), with its CRLF. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`
