const SEPARATORS = [',', ';', '\t', '|'] as const

const SAMPLED_LINES = 20

/** Returns the most frequent number of separators per line, and how many lines have it. */
const evennessOf = (separator: string, lines: readonly string[]) => {
  const counts = Map.groupBy(
    lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0),
    (count) => count,
  )
  const [usual] = [...counts].toSorted(([a, some], [b, others]) => others.length - some.length || b - a)
  return usual === undefined ? [0, 0] : [usual[1].length, usual[0]]
}

/**
 * Returns the separator that occurs equally often in most of the first 20 lines, outside quotes. Excel writes semicolons
 * in locales with a decimal comma.
 */
export const separatorOf = (text: string) => {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\n\r]+/, SAMPLED_LINES)
    .filter((line) => line.trim() !== '')
  const [best] = SEPARATORS.map((separator) => ({ separator, evenness: evennessOf(separator, lines) })).toSorted(
    (a, b) => (b.evenness[0] ?? 0) - (a.evenness[0] ?? 0) || (b.evenness[1] ?? 0) - (a.evenness[1] ?? 0),
  )
  return best?.separator ?? ','
}

export interface CsvRow {
  /** Line of the file at which the row begins, from 1. */
  line: number
  cells: string[]
}

/** Parses CSV (RFC 4180) and drops empty lines. */
export const linesOfCsv = (given: string): CsvRow[] => {
  const text = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let row: string[] = []
  let [line, began] = [1, 1]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each !== '')) rows.push({ line: began, cells: row })
    row = []
    began = line
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '\n') line += 1
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (char === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += char
    else if (char === separator) endCell()
    else if (char === '\n') endRow()
    else cell += char
  }
  endRow()
  return rows
}

/** Parses CSV (RFC 4180) into rows and drops empty lines. */
export const rowsOfCsv = (text: string): string[][] => linesOfCsv(text).map(({ cells }) => cells)
