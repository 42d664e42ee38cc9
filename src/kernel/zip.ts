import { joined } from './bytes.ts'
import { crc32, utf8 } from './crypto.ts'

type Bytes = Uint8Array<ArrayBuffer>

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Bit 11: file names are UTF-8. */
const FLAGS = 0x0800
/**
 * 1980-01-01, the earliest possible MS-DOS date. It is constant so that the same files always produce the same bytes.
 */
const DATE = 0x0021

type Field = readonly [size: 2 | 4, value: number]

const record = (fields: readonly Field[]) => {
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
      [2, VERSION],
      [2, FLAGS],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    ]
    const head = record([[4, LOCAL], ...fields])
    directory.push(record([[4, CENTRAL], [2, VERSION], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), name)
    parts.push(head, name, data)
    offset += head.length + name.length + data.length
  }
  const count = directory.length / 2
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = record([
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
