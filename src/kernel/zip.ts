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

/** Builds a ZIP without compression, because the files in it are small or already compressed. */
export const storedZip = (files: Readonly<Record<string, Bytes>>): Bytes => {
  const parts: Bytes[] = []
  const directory: Bytes[] = []
  let offset = 0
  for (const [path, data] of Object.entries(files)) {
    const name = utf8(path)
    const fields: Field[] = [
      [2, ZIP_VERSION],
      [2, UTF8_NAMES],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    ]
    const head = zipRecord([[4, LOCAL], ...fields])
    directory.push(
      zipRecord([[4, CENTRAL], [2, ZIP_VERSION], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      name,
    )
    parts.push(head, name, data)
    offset += head.length + name.length + data.length
  }
  const count = directory.length / 2
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = zipRecord([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, offset],
    [2, 0],
  ])
  return joined([...parts, ...directory, end], offset + length + end.length)
}
