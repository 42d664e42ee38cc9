import { joined } from './bytes.ts'
import { crc32, utf8 } from './crypto.ts'

type Bytes = Uint8Array<ArrayBuffer>

export const LOCAL = 0x04034b50
export const CENTRAL = 0x02014b50
export const END = 0x06054b50
export const ZIP_VERSION = 20
/** Bit 11: file names are UTF-8. */
export const UTF8_NAMES = 0x0800
/**
 * 1980-01-01, the earliest possible MS-DOS date. It is constant so that the same files always produce the same bytes.
 */
export const DATE = 0x0021

export type Field = readonly [size: 2 | 4, value: number]

/** Encodes the fields of a ZIP record, least significant byte first. */
export const zipRecord = (fields: readonly Field[]) => {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

export const STORE = 0
export const DEFLATE = 8

/** An entry whose checksum and sizes are known before it is written. */
export interface ZipPart {
  path: string
  method: typeof STORE | typeof DEFLATE
  checksum: number
  /** Sizes of the content and of the data in the ZIP. */
  size: number
  packed: number
}

const fieldsOf = ({ path, method, checksum, size, packed }: ZipPart): Field[] => [
  [2, ZIP_VERSION],
  [2, UTF8_NAMES],
  [2, method],
  [2, 0],
  [2, DATE],
  [4, checksum],
  [4, packed],
  [4, size],
  [2, utf8(path).length],
  [2, 0],
]

/** Returns the header that precedes the data of an entry. */
export const zipHeader = (part: ZipPart) => {
  const [head, name] = [zipRecord([[4, LOCAL], ...fieldsOf(part)]), utf8(part.path)]
  return joined([head, name], head.length + name.length)
}

/** Returns the end of a ZIP that has these entries, one directly after the other. */
export const zipEnd = (parts: readonly ZipPart[]): Bytes => {
  const directory: Bytes[] = []
  let offset = 0
  for (const part of parts) {
    directory.push(
      zipRecord([[4, CENTRAL], [2, ZIP_VERSION], ...fieldsOf(part), [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      utf8(part.path),
    )
    offset += zipHeader(part).length + part.packed
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = zipRecord([
    [4, END],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, length],
    [4, offset],
    [2, 0],
  ])
  return joined([...directory, end], length + end.length)
}

/** Builds a ZIP without compression, because the files in it are small or already compressed. */
export const storedZip = (files: Readonly<Record<string, Bytes>>): Bytes => {
  const entries = Object.entries(files).map(([path, data]) => {
    const part = { path, method: STORE, checksum: crc32(data), size: data.length, packed: data.length } as const
    return { part, pieces: [zipHeader(part), data] }
  })
  const end = zipEnd(entries.map(({ part }) => part))
  const pieces = [...entries.flatMap((entry) => entry.pieces), end]
  return joined(
    pieces,
    pieces.reduce((sum, piece) => sum + piece.length, 0),
  )
}
