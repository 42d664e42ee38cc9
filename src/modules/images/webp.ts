import { joined } from '../../kernel/bytes.ts'
import { utf8 } from '../../kernel/crypto.ts'
import { Reader, Unreadable, type ParsedImage } from './reader.ts'

/** Chunks for the canvas, colours, animation and pixels. */
const KEPT_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])
const KEPT_IN_FRAME = new Set(['ALPH', 'VP8 ', 'VP8L'])
const FRAME_HEAD = 16
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

interface Chunk {
  type: string
  data: Uint8Array<ArrayBuffer>
}

const chunksOf = (file: Reader, from: number, to: number): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = from; at < to;) {
    const length = file.four(at + 4, true)
    const end = at + 8 + length
    if (end > to) throw new Unreadable('a chunk is longer than the file')
    chunks.push({ type: file.text(at, 4), data: file.part(at + 8, end) })
    at = end + (length % 2)
  }
  return chunks
}

const encodeChunk = ({ type, data }: Chunk) => {
  const chunk = new Uint8Array(8 + data.length + (data.length % 2))
  chunk.set(utf8(type))
  new DataView(chunk.buffer).setUint32(4, data.length, true)
  chunk.set(data, 8)
  return chunk
}

const concatenate = (parts: readonly Uint8Array[]) =>
  joined(
    parts,
    parts.reduce((sum, part) => sum + part.length, 0),
  )

/** Clears the Exif and XMP flags of `VP8X` and drops metadata inside `ANMF` frames. */
const withoutMetadata = ({ type, data }: Chunk): Chunk => {
  if (type === 'VP8X') {
    const copy = data.slice()
    copy[0] = (copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)
    return { type, data: copy }
  }
  if (type !== 'ANMF') return { type, data }
  const inside = chunksOf(new Reader(data), FRAME_HEAD, data.length).filter((part) => KEPT_IN_FRAME.has(part.type))
  return { type, data: concatenate([data.subarray(0, FRAME_HEAD), ...inside.map(encodeChunk)]) }
}

const uint24 = (reader: Reader, at: number) => reader.two(at, true) | (reader.byte(at + 2) << 16)

const sizeOf = ({ type, data }: Chunk) => {
  const head = new Reader(data)
  if (type === 'VP8X') return { width: uint24(head, 4) + 1, height: uint24(head, 7) + 1 }
  if (type === 'VP8L') {
    if (head.byte(0) !== 0x2f) throw new Unreadable('the header is missing')
    const bits = head.four(1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (head.byte(3) !== 0x9d || head.byte(4) !== 0x01 || head.byte(5) !== 0x2a)
    throw new Unreadable('the header is missing')
  return { width: head.two(6, true) & 0x3fff, height: head.two(8, true) & 0x3fff }
}

/** Parses a RIFF container. Drops everything after its end. */
export const parseWebp = (bytes: Uint8Array<ArrayBuffer>): ParsedImage => {
  const file = new Reader(bytes)
  const end = 8 + file.four(4, true)
  if (end > file.length) throw new Unreadable('the file is truncated')
  const kept = chunksOf(file, 12, end).filter(({ type }) => KEPT_CHUNKS.has(type))
  const [first] = kept
  if (first === undefined || !['VP8 ', 'VP8L', 'VP8X'].includes(first.type))
    throw new Unreadable('the header is missing')
  if (!kept.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'))
    throw new Unreadable('it contains no image data')
  const chunks = concatenate(kept.map(withoutMetadata).map(encodeChunk))
  const head = new Uint8Array(12)
  head.set(utf8('RIFF'))
  new DataView(head.buffer).setUint32(4, chunks.length + 4, true)
  head.set(utf8('WEBP'), 8)
  return { ...sizeOf(first), parts: [head, chunks] }
}
