import type { ColumnMeaning, StatementLine } from '../../../src/kernel/bank-transfer.ts'
import { decode } from '../../../src/kernel/text-decoding.ts'
import { readContent, readDirectory, UnfitZip } from '../../../src/kernel/zip-reading.ts'
import { readCamt } from './camt.ts'
import { tableOf, type CsvTable } from './csv-statement.ts'
import { readMt940 } from './mt940.ts'
import { MAX_STATEMENT_BYTES, shortened, UnfitStatement } from './statement.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type ReadStatement =
  | { kind: 'lines'; lines: StatementLine[] }
  /** A CSV file, whose columns the user may have to name. */
  | { kind: 'table'; table: CsvTable; meanings: ColumnMeaning[] }

/** XML names its encoding. All other files are UTF-8 or Windows-1252. */
const textOf = (bytes: Bytes) => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const [, label = ''] = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head) ?? []
  if (label === '' || /^utf-?8$/i.test(label)) return decode(bytes).text
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    throw new UnfitStatement('notXml')
  }
}

const isZip = (bytes: Bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Reads every XML file of a ZIP, as banks send the statements of several days. */
const readZip = async (bytes: Bytes): Promise<StatementLine[]> => {
  const file = {
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
  }
  try {
    const entries = [...(await readDirectory(file)).values()].filter(({ path }) => /\.xml$/i.test(path))
    if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_STATEMENT_BYTES) throw new UnfitStatement('tooLarge')
    if (entries.length === 0) throw new UnfitStatement('unknownFormat')
    const contents = await Promise.all(entries.map((entry) => readContent(file, entry, MAX_STATEMENT_BYTES)))
    return contents.flatMap((content) => readCamt(textOf(content)))
  } catch (error) {
    throw error instanceof UnfitZip ? new UnfitStatement('brokenZip') : error
  }
}

const asLines = (lines: StatementLine[]): ReadStatement => {
  if (lines.length === 0) throw new UnfitStatement('empty')
  return { kind: 'lines', lines: lines.map(shortened) }
}

/** Reads a bank statement: CAMT as XML or ZIP, MT940 or CSV. The content decides, not the name of the file. */
export const readStatement = async (bytes: Bytes): Promise<ReadStatement> => {
  if (bytes.length > MAX_STATEMENT_BYTES) throw new UnfitStatement('tooLarge')
  if (isZip(bytes)) return asLines(await readZip(bytes))
  const text = textOf(bytes)
  if (text.trim() === '') throw new UnfitStatement('empty')
  if (text.trimStart().startsWith('<')) return asLines(readCamt(text))
  if (/^(?:\{.*\{4:\s*)?:20:/m.test(text) && /^:60[FM]:/m.test(text)) return asLines(readMt940(text))
  if (/^(?:\{.*\{4:\s*)?:20:/m.test(text)) throw new UnfitStatement('truncated')
  return { kind: 'table', ...tableOf(text) }
}

const MAX_LINES_PER_REQUEST = 500
/** The API takes 512 KiB, and names are longer in UTF-8. */
const MAX_BYTES_PER_REQUEST = 400_000

/**
 * Splits a statement into requests. Identical lines stay in one request, because the service numbers them there to
 * recognise a second payment.
 */
export const requestsOf = (lines: readonly StatementLine[]): StatementLine[][] => {
  const texts = new Map(lines.map((line) => [line, JSON.stringify(line)]))
  const sizeOf = (line: StatementLine) => new TextEncoder().encode(texts.get(line) ?? '').length
  const sorted = lines.toSorted((a, b) => {
    const [one, other] = [a.bookedOn + (texts.get(a) ?? ''), b.bookedOn + (texts.get(b) ?? '')]
    return one < other ? -1 : one > other ? 1 : 0
  })
  const same = Map.groupBy(sorted, (line) => texts.get(line) ?? '')
  const requests: StatementLine[][] = []
  let bytes = 0
  for (const group of same.values()) {
    const size = group.reduce((sum, line) => sum + sizeOf(line), 0)
    const last = requests.at(-1)
    if (
      last === undefined ||
      last.length + group.length > MAX_LINES_PER_REQUEST ||
      bytes + size > MAX_BYTES_PER_REQUEST
    ) {
      requests.push([...group])
      bytes = size
    } else {
      last.push(...group)
      bytes += size
    }
  }
  return requests
}
