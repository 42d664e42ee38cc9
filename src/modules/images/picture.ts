import { joined } from '../../kernel/bytes.ts'
import { parseJpeg } from './jpeg.ts'
import { parsePng, PNG_SIGNATURE } from './png.ts'
import { Reader, Unreadable, type ParsedImage } from './reader.ts'
import { parseWebp } from './webp.ts'

/** A picture without metadata about the camera, place or time: only pixels and colours. */
export interface Picture {
  mediaType: (typeof MEDIA_TYPES)[number]
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** File extensions, for programs that ignore `Content-Type`. */
export const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** Decoding a larger picture takes more memory than a phone has. */
const MAX_PIXELS = 50_000_000
const LONGEST_SIDE = 12_000

const beginsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

const RIFF = [0x52, 0x49, 0x46, 0x46]

/** Detects the format from the first bytes. Ignores the file name and `Content-Type`. */
const formOf = (
  bytes: Uint8Array<ArrayBuffer>,
): { mediaType: Picture['mediaType']; parse(bytes: Uint8Array<ArrayBuffer>): ParsedImage } | null => {
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return { mediaType: 'image/jpeg', parse: parseJpeg }
  if (beginsWith(bytes, PNG_SIGNATURE)) return { mediaType: 'image/png', parse: parsePng }
  const isWebp = beginsWith(bytes, RIFF) && bytes.length > 12 && new Reader(bytes).text(8, 4) === 'WEBP'
  return isWebp ? { mediaType: 'image/webp', parse: parseWebp } : null
}

/** Returns the picture without its metadata, or the reason why it cannot be read. */
export const stripMetadata = (bytes: Uint8Array<ArrayBuffer>): Picture | { why: string } => {
  const form = formOf(bytes)
  if (form === null) return { why: 'the format isn’t JPEG, PNG or WebP' }
  try {
    const { width, height, parts } = form.parse(bytes)
    if (width < 1 || height < 1) return { why: 'it contains no image data' }
    if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MAX_PIXELS)
      return {
        why: `it is ${width} by ${height} pixels; the limit is ${LONGEST_SIDE} per side and 50 million in total`,
      }
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    return { mediaType: form.mediaType, width, height, bytes: joined(parts, length) }
  } catch (error) {
    if (error instanceof Unreadable) return { why: error.message }
    throw error
  }
}
