import type { ArchivePartRow, ArchiveRow } from '../../db/rows.ts'
import { ARCHIVE_FILES } from '../../db/personal/registry.ts'
import type { Deps } from '../../deps.ts'
import { equalInConstantTime } from '../../kernel/crypto.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import type { ArchiveOutput } from './archives.schema.ts'

const PURPOSE = 'archive'
const PREFIX = 'arc_'

/** Prefix of all files of an archive, including those of steps that were killed before they were recorded. */
export const archiveFolder = (archiveId: string) => `${ARCHIVE_FILES.prefix}${archiveId}/`

/**
 * Storage key of one file: an entry of the ZIP, or its directory. Contains the worker's lease, because a worker that
 * has lost the archive may still be writing.
 */
export const partKey = ({ archiveId, number, lease }: Pick<ArchivePartRow, 'archiveId' | 'number' | 'lease'>) =>
  `${archiveFolder(archiveId)}${number}.${lease}`

/** Returns the token of a download link: the archive's id, the expiry in base 36, and an HMAC of both. */
const tokenOf = async (archiveId: string, expiresAt: Instant, { vault }: Pick<Deps, 'vault'>) => {
  const end = expiresAt.toString(36)
  return `${archiveId.replace(PREFIX, '')}.${end}.${await vault.derive(PURPOSE, `${archiveId}:${end}`)}`
}

/** Returns the id of the archive that a link is for, or null if the service did not create the link. */
export const archiveOfToken = async (token: string, deps: Pick<Deps, 'vault'>) => {
  const [name = '', end = ''] = token.split('.')
  const expiresAt = Number.parseInt(end, 36)
  if (!Number.isSafeInteger(expiresAt)) return null
  const id = PREFIX + name
  return equalInConstantTime(token, await tokenOf(id, expiresAt, deps)) ? id : null
}

export const toArchive = async (
  row: ArchiveRow,
  deps: Pick<Deps, 'vault' | 'config' | 'clock'>,
): Promise<ArchiveOutput> => {
  const until = row.status === 'READY' && (row.fileExpiresAt ?? 0) > deps.clock() ? row.fileExpiresAt : null
  return {
    id: row.id,
    status: row.status,
    rowCount: row.rowCount,
    bytes: row.bytes,
    digest: row.digest,
    error: row.error,
    url: until === null ? null : `${deps.config.baseUrl}/public/archives/${await tokenOf(row.id, until, deps)}`,
    expiresAt: isoOrNull(until),
    createdAt: iso(row.createdAt),
    completedAt: isoOrNull(row.completedAt),
  }
}

/**
 * Image URLs contain the service's address. An archive contains only the path, so that another service can add its own
 * address.
 */
export const withoutOrigin = (
  line: string,
  { calendarId }: Pick<ArchiveRow, 'calendarId'>,
  { pagesUrl }: Deps['config'],
) => line.replaceAll(`"${pagesUrl}/images/${calendarId}/`, `"/images/${calendarId}/`)
export const withOrigin = (line: string, calendarId: string, { pagesUrl }: Deps['config']) =>
  line.replaceAll(`"/images/${calendarId}/`, `"${pagesUrl}/images/${calendarId}/`)
