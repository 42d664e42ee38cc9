import { crc32, utf8 } from './crypto.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const UNFILTERED = 0

const chunk = (type: string, data: Uint8Array) => {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(utf8(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

const deflate = (data: Uint8Array<ArrayBuffer>) =>
  new Response(new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'))).bytes()

/** Packs one row of pixels at one bit each, where a set bit is white. */
export const packRow = (size: number, isDark: (x: number) => boolean): Uint8Array => {
  const row = new Uint8Array(Math.ceil(size / 8))
  for (let x = 0; x < size; x += 1) {
    const at = x >> 3
    if (!isDark(x)) row[at] = (row[at] ?? 0) | (0x80 >> (x & 7))
  }
  return row
}

const BLACK_AND_WHITE = [1, 0, 0, 0, 0]
const TRUE_COLOUR = [8, 2, 0, 0, 0]

const pngOf = async (
  width: number,
  height: number,
  form: readonly number[],
  rows: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set(form, 8)
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', head),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/**
 * Encodes a square black-and-white image at one bit per pixel. General encoders take 32-bit pixels and inspect each of
 * them several times to arrive at the same result, which takes about 100 times as long.
 */
export const blackAndWhitePng = (size: number, rowAt: (y: number) => Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const rowLength = 1 + Math.ceil(size / 8)
  const rows = new Uint8Array(rowLength * size)
  for (let y = 0; y < size; y += 1) {
    rows[y * rowLength] = UNFILTERED
    rows.set(rowAt(y), y * rowLength + 1)
  }
  return pngOf(size, size, BLACK_AND_WHITE, rows)
}

/** Encodes RGB pixels, three bytes each, row by row. */
export const colourPng = (width: number, height: number, pixels: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const rowLength = 1 + 3 * width
  const rows = new Uint8Array(rowLength * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * rowLength] = UNFILTERED
    rows.set(pixels.subarray(3 * width * y, 3 * width * (y + 1)), y * rowLength + 1)
  }
  return pngOf(width, height, TRUE_COLOUR, rows)
}
