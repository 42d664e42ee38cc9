export type Cell = string | number | boolean | null

/** What a spreadsheet would take for a formula, or a control character could start one behind. */
// eslint-disable-next-line no-control-regex
const DANGEROUS = /^(?:[ \u00a0]*[=+\-@]|[\u0000-\u001f])/

const NEEDS_QUOTES = /[",\r\n]/

const cellOf = (cell: Cell) => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = DANGEROUS.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of RFC 4180. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`
