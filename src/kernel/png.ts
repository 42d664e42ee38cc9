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

const deflate = (data: Uint8Array) =>
  new Response(new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'))).bytes()

/**
 * A square picture in pure black and white, one bit a pixel. General encoders turn 32-bit pixels into this by
 * looking at every one of them several times, which takes a hundred times as long.
 */
export const blackAndWhitePng = async (
  size: number,
  isDark: (x: number, y: number) => boolean,
): Promise<Uint8Array> => {
  const rowLength = 1 + Math.ceil(size / 8)
  const rows = new Uint8Array(rowLength * size)
  for (let y = 0; y < size; y += 1) {
    const start = y * rowLength
    rows[start] = UNFILTERED
    let byte = 0
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) byte |= 0x80 >> (x & 7)
      if ((x & 7) === 7 || x === size - 1) {
        rows[start + 1 + (x >> 3)] = byte
        byte = 0
      }
    }
  }
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, size)
  view.setUint32(4, size)
  head.set([1, 0, 0, 0, 0], 8)
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk('IHDR', head),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ]
  return new Blob(parts).bytes()
}
