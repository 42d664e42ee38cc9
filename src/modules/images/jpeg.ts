import { utf8 } from '../../kernel/crypto.ts'
import { Reader, Unreadable, type ParsedImage } from './reader.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const EXIF = 0xe1
const PROFILE = 0xe2
const ADOBE = 0xee

/** Markers that carry the picture: frames, tables, scans, restart intervals and line counts. */
const carriesPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf)
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * Keeps the ICC profile and the Adobe marker, because colours are wrong without them. Neither contains personal data.
 */
const isKept = (marker: number, segment: Reader) =>
  carriesPicture(marker) ||
  (marker === PROFILE && segment.length > 14 && segment.text(0, 11) === 'ICC_PROFILE') ||
  (marker === ADOBE && segment.length >= 12 && segment.text(0, 5) === 'Adobe')

const ORIENTATION = 0x0112
const UPRIGHT = 1

/** Returns the Exif orientation, a number from 1 to 8. */
const orientationIn = (segment: Reader) => {
  if (segment.length < 14 || segment.text(0, 4) !== 'Exif') return UPRIGHT
  const isLittle = segment.text(6, 2) === 'II'
  const directory = 6 + segment.four(10, isLittle)
  for (let entry = 0; entry < segment.two(directory, isLittle); entry += 1) {
    const at = directory + 2 + entry * 12
    if (segment.two(at, isLittle) === ORIENTATION) return segment.two(at + 8, isLittle)
  }
  return UPRIGHT
}

/** If the Exif segment is damaged, returns `UPRIGHT`. */
const orientationOf = (segment: Reader) => {
  try {
    return orientationIn(segment)
  } catch (error) {
    if (error instanceof Unreadable) return UPRIGHT
    throw error
  }
}

/** Rewrites the JFIF header without its thumbnail. */
const headerOf = (segment: Reader) =>
  segment.length >= 14 && segment.text(0, 4) === 'JFIF'
    ? [Uint8Array.of(0xff, APP0, 0, 16, ...segment.part(0, 12), 0, 0)]
    : []

/**
 * Builds an Exif segment that contains only the orientation. Without it, viewers would show the picture on its side.
 */
const exifWithOrientation = (orientation: number) => {
  const tiff = [...utf8('MM'), 0, 42, 0, 0, 0, 8]
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return [0xff, EXIF, 0, 34, ...utf8('Exif'), 0, 0, ...tiff, 0, 1, ...entry, 0, 0, 0, 0]
}

/** Inserts `more` after the JFIF header, which must be the first segment. */
const insertAfterHeader = (parts: Uint8Array[], more: Uint8Array[]) =>
  parts[0]?.[1] === APP0 ? [parts[0], ...more, ...parts.slice(1)] : [...more, ...parts]

/**
 * Returns the offset at which the entropy-coded data of a scan ends: at the next marker that is neither a restart nor
 * an escaped 0xff byte.
 */
const endOfScan = ({ bytes }: Reader, from: number) => {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw new Unreadable('the end marker is missing')
}

/** Keeps frames, tables, scans and colour information. Drops other metadata and everything after `EOI`. */
export const parseJpeg = (bytes: Uint8Array<ArrayBuffer>): ParsedImage => {
  const file = new Reader(bytes)
  const parts: Uint8Array[] = []
  let size: { width: number; height: number } | null = null
  let orientation = UPRIGHT
  let scans = 0
  for (let at = 2; ;) {
    if (file.byte(at) !== 0xff) throw new Unreadable('a segment has no marker')
    const marker = file.byte(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    if (marker === SOI || marker <= 1 || isRestart(marker)) throw new Unreadable('a marker is unexpected')
    const end = at + 2 + file.two(at + 2)
    if (end < at + 4) throw new Unreadable('a segment is too short')
    const segment = new Reader(file.part(at + 4, end))
    if (isFrame(marker)) size = { height: segment.two(1), width: segment.two(3) }
    if (marker === EXIF && orientation === UPRIGHT) orientation = orientationOf(segment)
    const next = marker === SOS ? endOfScan(file, end) : end
    if (marker === SOS) scans += 1
    if (marker === APP0 && parts.length === 0) parts.push(...headerOf(segment))
    else if (isKept(marker, segment)) parts.push(file.part(at, next))
    at = next
  }
  if (size === null || scans === 0) throw new Unreadable('it contains no image data')
  const isTurned = orientation > UPRIGHT && orientation <= 8
  const isOnSide = isTurned && orientation > 4
  return {
    width: isOnSide ? size.height : size.width,
    height: isOnSide ? size.width : size.height,
    parts: [
      Uint8Array.of(0xff, SOI),
      ...insertAfterHeader(parts, isTurned ? [Uint8Array.from(exifWithOrientation(orientation))] : []),
      Uint8Array.of(0xff, EOI),
    ],
  }
}
