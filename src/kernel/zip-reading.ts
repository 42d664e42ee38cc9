import { inflate, TooLong } from './deflate.ts'
import { crc32 } from './crypto.ts'
import { CENTRAL, DEFLATE, END, LOCAL, STORE, type ZipPart } from './zip.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Reads bytes of a file that is too large for memory. */
export interface RandomAccess {
  size: number
  read(offset: number, length: number): Promise<Bytes>
}

/** Thrown if a ZIP is invalid or unsafe. The message completes "The archive is invalid: …". */
export class UnfitZip extends Error {}

export interface FoundEntry extends ZipPart {
  /** Offset of the local header. */
  offset: number
}

const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
/** Larger than a directory with the maximum number of entries. */
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024
const MAX_ENTRIES = 60_000
const MAX_TOTAL_BYTES = 4_000_000_000
const MAX_RATIO = 200
/** Small files are exempt: a few hundred bytes of one letter exceed the ratio without being a bomb. */
const MIN_BOMB_BYTES = 100_000
/** Deflate adds 5 bytes per block to data that it can’t compress. */
const maxDeflated = (size: number) => size + size / 1000 + 1024
/** Bit 0: encrypted; bit 6: strong encryption; bit 13: masked headers. */
const ENCRYPTED = 0x2041
const SYMBOLIC_LINK = 0xa000

function requireThat(holds: boolean, why: string): asserts holds {
  if (!holds) throw new UnfitZip(why)
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameOf = (bytes: Bytes) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnfitZip('a name isn’t UTF-8')
  }
}

/** Finds the end record. We write no comment, so nothing may follow it. */
const readEnd = async (file: RandomAccess) => {
  requireThat(file.size >= END_BYTES, 'it isn’t a ZIP')
  const view = viewOf(await file.read(file.size - END_BYTES, END_BYTES))
  requireThat(view.getUint32(0, true) === END && view.getUint16(20, true) === 0, 'it isn’t a ZIP, or it is truncated')
  const [count, length, offset] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint32(16, true)]
  requireThat(view.getUint16(4, true) === 0 && view.getUint16(8, true) === count, 'it is split over several files')
  requireThat(count <= MAX_ENTRIES && length <= MAX_DIRECTORY_BYTES, 'it has too many entries')
  requireThat(offset + length === file.size - END_BYTES, 'its directory isn’t where it says')
  return { count, length, offset }
}

const readEntry = (bytes: Bytes, at: number): { entry: FoundEntry; next: number } => {
  requireThat(at + CENTRAL_BYTES <= bytes.length, 'its directory is truncated')
  const view = viewOf(bytes)
  requireThat(view.getUint32(at, true) === CENTRAL, 'its directory is broken')
  const two = (offset: number) => view.getUint16(at + offset, true)
  const four = (offset: number) => view.getUint32(at + offset, true)
  const [nameLength, extraLength, commentLength] = [two(28), two(30), two(32)]
  const next = at + CENTRAL_BYTES + nameLength + extraLength + commentLength
  requireThat(next <= bytes.length, 'its directory is truncated')
  requireThat((two(8) & ENCRYPTED) === 0, 'an entry is encrypted')
  const method = two(10)
  requireThat(method === STORE || method === DEFLATE, 'an entry has an unknown compression')
  requireThat(((four(38) >>> 16) & 0xf000) !== SYMBOLIC_LINK, 'an entry is a link')
  const [packed, size] = [four(20), four(24)]
  requireThat(method === DEFLATE || packed === size, 'an entry lies about its size')
  requireThat(packed <= maxDeflated(size), 'an entry is larger than its content')
  const path = nameOf(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength))
  return { entry: { path, method, checksum: four(16), packed, size, offset: four(42) }, next }
}

/** Whether compressing `size` bytes to `packed` bytes is plausible. A bomb compresses further. */
export const isCredible = ({ size, packed }: Pick<ZipPart, 'size' | 'packed'>) =>
  size <= Math.max(packed * MAX_RATIO, MIN_BOMB_BYTES)

/** Throws `UnfitZip` if a ZIP with these entries exceeds our limits. */
export const requireReadable = (entries: readonly ZipPart[]) => {
  requireThat(entries.length <= MAX_ENTRIES, 'it has too many entries')
  requireThat(entries.every(isCredible), 'an entry decompresses to too many bytes')
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  requireThat(total <= MAX_TOTAL_BYTES, 'it decompresses to more than 4 GB')
}

/** Returns the entries by name, after checking that no two of them share a name or a byte. */
export const readDirectory = async (file: RandomAccess): Promise<Map<string, FoundEntry>> => {
  const { count, length, offset } = await readEnd(file)
  const bytes = await file.read(offset, length)
  const entries = new Map<string, FoundEntry>()
  let at = 0
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = readEntry(bytes, at)
    requireThat(!entries.has(entry.path), 'two entries have the same name')
    entries.set(entry.path, entry)
    at = next
  }
  requireThat(at === length, 'its directory has bytes that belong to no entry')
  requireReadable([...entries.values()])
  let free = 0
  for (const { offset: start, packed } of [...entries.values()].toSorted((a, b) => a.offset - b.offset)) {
    requireThat(start >= free, 'two entries overlap')
    free = start + LOCAL_BYTES + packed
  }
  requireThat(free <= offset, 'an entry overlaps the directory')
  return entries
}

/** Returns the content of an entry. Holds at most `limit` bytes of it. */
export const readContent = async (file: RandomAccess, entry: FoundEntry, limit: number): Promise<Bytes> => {
  requireThat(entry.size <= limit, 'an entry is too large')
  const head = await file.read(entry.offset, LOCAL_BYTES)
  requireThat(head.length === LOCAL_BYTES && viewOf(head).getUint32(0, true) === LOCAL, 'an entry has no header')
  const [nameLength, extraLength] = [viewOf(head).getUint16(26, true), viewOf(head).getUint16(28, true)]
  const body = await file.read(entry.offset + LOCAL_BYTES, nameLength + extraLength + entry.packed)
  requireThat(body.length === nameLength + extraLength + entry.packed, 'an entry is truncated')
  requireThat(nameOf(body.subarray(0, nameLength)) === entry.path, 'an entry has two names')
  const data = body.subarray(nameLength + extraLength)
  let content: Bytes
  try {
    content = entry.method === STORE ? data : await inflate(data, entry.size)
  } catch (error) {
    throw new UnfitZip(error instanceof TooLong ? 'an entry lies about its size' : 'an entry can’t be decompressed')
  }
  requireThat(content.length === entry.size, 'an entry lies about its size')
  requireThat(crc32(content) === entry.checksum, 'an entry is damaged')
  return content
}
