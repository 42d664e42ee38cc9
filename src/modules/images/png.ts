import { crc32 } from '../../kernel/crypto.ts'
import { Reader, Unreadable, type ParsedImage } from './reader.ts'

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Chunks for pixels, colours and animation. All other chunks are metadata. */
const KEPT_CHUNKS = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD acTL fcTL fdAT'.split(' '))
const isCritical = (type: string) => /^[A-Z]/.test(type)

/** Checks the CRC of every chunk. Drops everything after `IEND`. */
export const parsePng = (bytes: Uint8Array<ArrayBuffer>): ParsedImage => {
  const file = new Reader(bytes)
  const parts = [file.part(0, PNG_SIGNATURE.length)]
  const seen = new Set<string>()
  let at = PNG_SIGNATURE.length
  while (!seen.has('IEND')) {
    const length = file.four(at)
    const type = file.text(at + 4, 4)
    const end = at + 12 + length
    const chunk = file.part(at, end)
    if (crc32(chunk.subarray(4, 8 + length)) !== file.four(end - 4)) throw new Unreadable('a checksum is wrong')
    if (seen.size === 0 && (type !== 'IHDR' || length !== 13)) throw new Unreadable('the header is missing')
    if (isCritical(type) && !KEPT_CHUNKS.has(type)) throw new Unreadable('a chunk has an unknown type')
    if (KEPT_CHUNKS.has(type)) parts.push(chunk)
    seen.add(type)
    at = end
  }
  if (!seen.has('IDAT')) throw new Unreadable('it contains no image data')
  const header = PNG_SIGNATURE.length + 8
  return { width: file.four(header), height: file.four(header + 4), parts }
}
