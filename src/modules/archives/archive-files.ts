import type { ArchivePartRow, ArchiveRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { joined } from '../../kernel/bytes.ts'
import { crc32, sha256Hex } from '../../kernel/crypto.ts'
import { deflate } from '../../kernel/deflate.ts'
import { DEFLATE, STORE, zipEnd, zipHeader, type ZipPart } from '../../kernel/zip.ts'
import { isCredible } from '../../kernel/zip-reading.ts'
import { partKey } from './archives.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface ArchiveEntry {
  path: string
  rowCount: number
  content: Bytes
  isCompressed?: boolean
}

/** Returns the storage key for the `index`th of the parts written next. */
const placeOf = ({ id, parts, leaseUntil }: ArchiveRow, index: number) => ({
  archiveId: id,
  number: parts + index,
  lease: leaseUntil ?? 0,
})

export const zipPartOf = ({ path, method, checksum, bytes, packed }: ArchivePartRow): ZipPart => ({
  path,
  method: method === STORE ? STORE : DEFLATE,
  checksum,
  size: bytes,
  packed,
})

type Packed = Pick<ArchivePartRow, 'method' | 'packed'> & { data: Bytes }

/** Compresses content, unless a reader would take the result for a ZIP bomb (`isCredible`). */
const pack = async (content: Bytes, isCompressed: boolean): Promise<Packed> => {
  const data = isCompressed ? content : await deflate(content)
  const isFit = !isCompressed && isCredible({ size: content.length, packed: data.length })
  return isFit
    ? { data, method: DEFLATE, packed: data.length }
    : { data: content, method: STORE, packed: content.length }
}

/** Writes each entry as a file, one at a time, and returns their rows. */
export const writeEntries = async (archive: ArchiveRow, entries: AsyncIterable<ArchiveEntry>, { files }: Deps) => {
  const parts: ArchivePartRow[] = []
  let bytes = 0
  for await (const { path, rowCount, content, isCompressed = false } of entries) {
    const { data, ...packed } = await pack(content, isCompressed)
    const part = {
      ...packed,
      ...placeOf(archive, parts.length),
      path,
      rowCount,
      bytes: content.length,
      checksum: crc32(content),
      digest: await sha256Hex(content),
    }
    const header = zipHeader(zipPartOf(part))
    const size = header.length + data.length
    await files.put(partKey(part), joined([header, data], size), 'application/octet-stream')
    parts.push(part)
    bytes += size
  }
  return { parts, bytes }
}

/** Writes the ZIP's directory, which follows the entries, as a separate file. */
export const writeEnd = async (
  archive: ArchiveRow,
  parts: readonly ArchivePartRow[],
  written: number,
  { files }: Deps,
) => {
  const content = zipEnd(parts.map(zipPartOf))
  const end = {
    ...placeOf(archive, written),
    path: '',
    rowCount: 0,
    bytes: content.length,
    packed: content.length,
    checksum: crc32(content),
    method: STORE,
    digest: await sha256Hex(content),
  }
  await files.put(partKey(end), content, 'application/octet-stream')
  return end
}
