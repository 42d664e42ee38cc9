const SEPARATORS = [',', ';', '\t'] as const

/**
 * Returns the separator that is most frequent in the first line. Excel writes semicolons in locales with a decimal
 * comma.
 */
export const separatorOf = (text: string) => {
  const [first = ''] = text.split(/[\n\r]/, 1)
  return SEPARATORS.toSorted((left, right) => first.split(right).length - first.split(left).length)[0] ?? ','
}

/** Parses CSV (RFC 4180) into rows and drops empty lines. */
export const rowsOfCsv = (given: string): string[][] => {
  const text = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
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
