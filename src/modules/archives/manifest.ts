import * as z from 'zod'
import { tableNameOf } from '../../db/archive/codec.ts'
import { ARCHIVED } from '../../db/archive/tables.ts'
import { MAX_PART_BYTES } from '../../db/archive/reading.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { LinkKey } from '../../kernel/vault.ts'
import { readContent, readDirectory, UnfitZip, type FoundEntry, type RandomAccess } from '../../kernel/zip-reading.ts'
import { MAX_IMAGE_BYTES } from '../images/index.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets/0001.bin'
export const PICTURES = 'pictures/'
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024

const folders = new Map(ARCHIVED.map((archived, index) => [tableNameOf(archived).replaceAll('_', '-'), index]))

export const folderOf = (table: number) => [...folders].find(([, index]) => index === table)?.[0] ?? ''

/** Returns the index in `ARCHIVED` of the part's table, or null. */
export const tableOfPart = (path: string) => {
  const [, folder = ''] = /^([a-z-]+)\/\d{4,5}\.ndjson$/.exec(path) ?? []
  return folders.get(folder) ?? null
}

const PART = /^(?:schemas\/[a-z-]+\.json|pictures\/img_\w{1,40}\.(?:jpg|png|webp)|secrets\/0001\.bin)$/
const isContent = (path: string) => tableOfPart(path) !== null || path.startsWith(PICTURES)

const UnsignedManifest = lazy(() =>
  z.object({
    format: z.literal(FORMAT),
    id: z.string().max(60),
    calendar: z.object({ id: z.string().regex(/^cal_\w{1,40}$/), slug: z.string(), name: z.string() }),
    version: z.string(),
    origin: z.string().max(300),
    exportedAt: z.iso.datetime(),
    digest: z.string(),
    /** Number of guests of the largest event. Missing in archives of earlier versions. */
    mostGuests: z.int().min(0).optional(),
    parts: z.array(
      z.object({ path: z.string().max(80), rows: z.int().min(0), bytes: z.int().min(0), sha256: z.string() }),
    ),
  }),
)
const ArchiveManifest = lazy(() => UnsignedManifest().extend({ signature: z.string().optional() }))
export type ArchiveManifest = z.infer<ReturnType<typeof ArchiveManifest>>
export type ManifestPart = ArchiveManifest['parts'][number]

/** Returns the digest of the content: rows and images, but not schemas and secrets. */
export const contentDigest = (parts: readonly Pick<ManifestPart, 'path' | 'sha256'>[]) =>
  sha256Hex(
    parts
      .filter(({ path }) => isContent(path))
      .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
      .join(''),
  )

/**
 * Signs the whole manifest. The signing key, the calendar's link key, is in the archive, encrypted with the archive's
 * key.
 */
export const signatureOf = (manifest: ArchiveManifest, linkKey: LinkKey) =>
  linkKey.derive('archive manifest', JSON.stringify(UnsignedManifest().parse(manifest)))

export interface OpenedArchive {
  manifest: ArchiveManifest
  /** Reads a part and verifies its digest. */
  read(part: ManifestPart): Promise<Uint8Array<ArrayBuffer>>
}

const limitOf = (path: string) => (path.startsWith(PICTURES) ? MAX_IMAGE_BYTES : MAX_PART_BYTES)

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new UnfitZip('its manifest isn’t JSON')
  }
}

const checkParts = (parts: readonly ManifestPart[], entries: ReadonlyMap<string, FoundEntry>) => {
  if (entries.size !== parts.length + 1) throw new UnfitZip('it has files that its manifest doesn’t list')
  let table = 0
  for (const { path, bytes } of parts) {
    const entry = entries.get(path)
    const position = tableOfPart(path)
    if (entry === undefined) throw new UnfitZip(`the file '${path}' is missing`)
    if (position === null && !PART.test(path)) throw new UnfitZip('it has a file of an unknown kind')
    if (entry.size !== bytes || bytes > limitOf(path)) throw new UnfitZip(`the file '${path}' has another size`)
    if (position !== null && position < table) throw new UnfitZip('its parts aren’t in order')
    table = position ?? table
  }
}

/** Opens an archive without unpacking it. Throws `UnfitZip` if names, sizes or digests are inconsistent. */
export const openArchive = async (file: RandomAccess): Promise<OpenedArchive> => {
  const entries = await readDirectory(file)
  const entry = entries.get(MANIFEST)
  if (entry === undefined) throw new UnfitZip('it has no manifest.json')
  const result = ArchiveManifest().safeParse(parsed(await readContent(file, entry, MAX_MANIFEST_BYTES)))
  if (!result.success) throw new UnfitZip('its manifest has another form')
  const manifest = result.data
  checkParts(manifest.parts, entries)
  if ((await contentDigest(manifest.parts)) !== manifest.digest) throw new UnfitZip('its digest doesn’t fit its parts')
  return {
    manifest,
    async read(part) {
      const content = await readContent(file, entries.get(part.path) as FoundEntry, limitOf(part.path))
      if ((await sha256Hex(content)) !== part.sha256) throw new UnfitZip(`the file '${part.path}' was changed`)
      return content
    },
  }
}
