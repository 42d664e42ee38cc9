import { RESTORE_FILES } from '../../db/personal/registry.ts'
import type { RestoreRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { joined } from '../../kernel/bytes.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { UnfitZip, type RandomAccess } from '../../kernel/zip-reading.ts'
import type { RestoreOutput } from './archives.schema.ts'

export const MAX_PIECE_BYTES = 8 * 1024 * 1024
/** 500 pieces are 4 GB, the most that a ZIP without ZIP64 can have. */
export const MAX_PIECES = 500

/** Prefix of all pieces of an upload, including uncounted ones that arrived after the restore started. */
export const uploadFolder = (restoreId: string) => `${RESTORE_FILES.prefix}${restoreId}/`

export const pieceKey = (restoreId: string, piece: number) => `${uploadFolder(restoreId)}${piece}`

/** Reads the uploaded pieces as one file. Throws `UnfitZip` if one is missing. */
export const uploadedFile = ({ id, pieces }: RestoreRow, { files }: Deps): RandomAccess => {
  const sizes = Array.from({ length: Object.keys(pieces).length }, (_, index) => pieces[String(index + 1)])
  if (sizes.includes(undefined)) throw new UnfitZip('a piece of the file is missing')
  let size = 0
  const starts = sizes.map((bytes) => {
    const start = size
    size += bytes ?? 0
    return start
  })
  return {
    size,
    async read(offset, length) {
      const parts: Uint8Array[] = []
      let read = 0
      for (const [index, start] of starts.entries()) {
        const bytes = sizes[index] ?? 0
        const from = Math.max(offset, start)
        const to = Math.min(offset + length, start + bytes)
        if (from >= to) continue
        const part = await files.readRange(pieceKey(id, index + 1), from - start, to - from)
        if (part === null) throw new Error('a piece of an uploaded archive is missing')
        parts.push(part)
        read += part.length
      }
      return joined(parts, read)
    },
  }
}

export const toRestore = (row: RestoreRow): RestoreOutput => ({
  id: row.id,
  status: row.status,
  pieces: Object.keys(row.pieces).length,
  calendarId: row.calendarId,
  parts: row.parts,
  partsDone: row.partsDone,
  rowCount: row.rowCount,
  keepsLinks: row.keepsLinks,
  isVerified: row.isVerified,
  digest: row.digest,
  error: row.error,
  createdAt: iso(row.createdAt),
  completedAt: isoOrNull(row.completedAt),
})
