import { requireShort, schemaOf, UnfitLine } from '../../db/archive/codec.ts'
import { FIRST_POSITION, readPart, type ArchivePosition, type Part } from '../../db/archive/reading.ts'
import { ARCHIVED } from '../../db/archive/tables.ts'
import type { ArchivePartRow, ArchiveRow } from '../../db/rows.ts'
import { images } from '../../db/schema.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { utf8 } from '../../kernel/crypto.ts'
import { describeError } from '../../kernel/log.ts'
import { iso, MINUTE_MS } from '../../kernel/time.ts'
import { requireReadable, UnfitZip } from '../../kernel/zip-reading.ts'
import { findCalendar } from '../calendars/index.ts'
import { ENDINGS, fileKeyOf } from '../images/index.ts'
import { writeEnd, writeEntries, zipPartOf, type ArchiveEntry } from './archive-files.ts'
import { archiveFolder, withoutOrigin } from './archives.ts'
import {
  archiveCompleted,
  recordArchive,
  beginAgain,
  claimArchive,
  dropArchives,
  FILE_MS,
  findLastChange,
  findMostGuests,
  heldUntil,
  isUnchanged,
  listExpiredArchives,
  listParts,
  recordParts,
  archiveOutbox,
} from './archives.store.ts'
import {
  contentDigest,
  folderOf,
  FORMAT,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  PICTURES,
  SECRETS,
  signatureOf,
  type ArchiveManifest,
} from './manifest.ts'
import { paceOf } from './pace.ts'

/** Steps per run, so that a run stays within a Worker's limits. A killed run loses one step. */
const STEPS_PER_RUN = 40
/** A calendar that changes while it is read is read again: five times without a break, then at increasing intervals. */
const ROUNDS_WITHOUT_BREAK = 5
const MAX_BREAK_MS = 30 * MINUTE_MS
/** No ZIP64: offsets have 32 bits. */
const MAX_BYTES = 4_000_000_000
const FILES_PER_RUN = 20

interface Position extends ArchivePosition {
  /** Number of the next part of the table. */
  part: number
}

export const FIRST = JSON.stringify({ ...FIRST_POSITION, part: 1 } satisfies Position)

class LeaseLost extends Error {}
/** Thrown to end the archive, with a sentence for the owner. */
class Unarchivable extends Error {}

/** Writes the entries and advances the archive. Throws `LeaseLost` if another worker has taken it. */
const advance = async (
  archive: ArchiveRow,
  entries: AsyncIterable<ArchiveEntry>,
  next: Partial<ArchiveRow>,
  deps: Deps,
): Promise<ArchiveRow> => {
  const { parts, bytes } = await writeEntries(archive, entries, deps)
  if (archive.bytes + bytes > MAX_BYTES) throw new Unarchivable('The archive would be larger than 4 GB.')
  const progress = {
    parts: archive.parts + parts.length,
    bytes: archive.bytes + bytes,
    rowCount: archive.rowCount + parts.reduce((sum, part) => sum + part.rowCount, 0),
    leaseUntil: heldUntil(deps.clock()),
    ...next,
  }
  const { archive: moved } = await deps.commit({
    calendarId: archive.calendarId,
    seenBy: 'team',
    statements: recordParts(deps.db, archive, parts, progress),
  })
  if (moved[0] === undefined) throw new LeaseLost('another worker has taken the archive')
  return moved[0]
}

async function* schemaEntries(): AsyncGenerator<ArchiveEntry> {
  for (const [index, archived] of ARCHIVED.entries()) {
    const content = utf8(`${JSON.stringify(schemaOf(archived), null, 2)}\n`)
    yield { path: `schemas/${folderOf(index)}.json`, rowCount: 0, content }
  }
}

const endings: Readonly<Record<string, string>> = ENDINGS

async function* entriesOf(
  archive: ArchiveRow,
  { archived, lines, rows }: Part,
  { table, part }: Position,
  deps: Deps,
): AsyncGenerator<ArchiveEntry> {
  if (lines.length === 0) return
  const own = lines.map((line) => withoutOrigin(line, archive, deps.config))
  requireShort(own)
  const content = utf8(own.map((line) => `${line}\n`).join(''))
  yield { path: `${folderOf(table)}/${String(part).padStart(4, '0')}.ndjson`, rowCount: lines.length, content }
  if (archived.table !== images) return
  for (const { id, hash, media_type: mediaType } of rows) {
    const named = { id: String(id), calendarId: archive.calendarId, hash: String(hash) }
    const stored = await deps.files.read(fileKeyOf(named))
    if (stored === null) continue
    const picture = new Uint8Array(await new Response(stored.body).arrayBuffer())
    const path = `${PICTURES}${named.id}.${endings[String(mediaType)] ?? 'bin'}`
    yield { path, rowCount: 0, content: picture, isCompressed: true }
  }
}

async function* secretsEntry({ secrets }: ArchiveRow): AsyncGenerator<ArchiveEntry> {
  yield { path: SECRETS, rowCount: 0, content: utf8(secrets) }
}

async function* manifestEntry(archive: ArchiveRow, parts: ArchivePartRow[], digest: string, deps: Deps) {
  const calendar = await findCalendar(deps.db, archive.calendarId)
  if (calendar === null) throw new Error('the calendar of an archive is deleted')
  const manifest: ArchiveManifest = {
    format: FORMAT,
    id: archive.id,
    calendar: { id: calendar.id, slug: calendar.slug, name: calendar.name },
    version: deps.config.version,
    origin: deps.config.pagesUrl,
    exportedAt: iso(deps.clock()),
    digest,
    mostGuests: await findMostGuests(deps.db, calendar.id),
    parts: parts.map(({ path, rowCount, bytes, digest: sha256 }) => ({ path, rows: rowCount, bytes, sha256 })),
  }
  const linkKey = await deps.vault.linkKeyOf(calendar.id, calendar.linkKeyCipher)
  const signed = { ...manifest, signature: await signatureOf(manifest, linkKey) }
  const content = utf8(`${JSON.stringify(signed, null, 2)}\n`)
  if (content.length > MAX_MANIFEST_BYTES) throw new Unarchivable('The archive would have too many files.')
  yield { path: MANIFEST, rowCount: 0, content }
}

/** Minutes until the next round: 1, 2, 4, 8, 16, then 30. */
const breakAfter = (rounds: number) => Math.min(2 ** (rounds - ROUNDS_WITHOUT_BREAK) * MINUTE_MS, MAX_BREAK_MS)

/** Deletes the parts and restarts reading, now or after a break. Returns null for a break. */
const readAgain = async (archive: ArchiveRow, deps: Deps): Promise<ArchiveRow | null> => {
  const now = deps.clock()
  if (now - archive.createdAt >= FILE_MS)
    throw new Unarchivable('The calendar kept changing for a day while it was read. Try again at a quieter time.')
  await deps.files.deleteAll(archiveFolder(archive.id))
  const hasBreak = archive.rounds >= ROUNDS_WITHOUT_BREAK
  const leaseUntil = hasBreak ? now + breakAfter(archive.rounds) : heldUntil(now)
  const { archive: begun } = await deps.commit({
    calendarId: archive.calendarId,
    seenBy: 'team',
    statements: beginAgain(deps.db, archive, { position: FIRST, leaseUntil }),
  })
  return hasBreak ? null : (begun[0] ?? null)
}

/**
 * If the calendar has changed, reads it again. Otherwise writes the manifest and the directory, and makes the file
 * available.
 */
const complete = async (archive: ArchiveRow, deps: Deps): Promise<ArchiveRow | null> => {
  if ((await findLastChange(deps.db, archive.calendarId)) > archive.sinceSeq) return readAgain(archive, deps)
  const parts = await listParts(deps.db, archive.id)
  const digest = await contentDigest(parts.map(({ path, digest: sha256 }) => ({ path, sha256 })))
  const written = await writeEntries(archive, manifestEntry(archive, parts, digest, deps), deps)
  requireReadable([...parts, ...written.parts].map(zipPartOf))
  const end = await writeEnd(archive, [...parts, ...written.parts], written.parts.length, deps)
  const now = deps.clock()
  const ready = {
    status: 'READY' as const,
    digest,
    parts: archive.parts + 1,
    bytes: archive.bytes + written.bytes + end.bytes,
    completedAt: now,
    fileExpiresAt: now + FILE_MS,
    leaseUntil: null,
  }
  const { archive: ended } = await deps.commit({
    calendarId: archive.calendarId,
    seenBy: 'team',
    actor: { type: 'user', id: archive.createdBy },
    statements: {
      // A guest may have been erased since the check above, when there was no file yet for the erasure to delete.
      ...recordParts(deps.db, archive, [...written.parts, end], ready, isUnchanged(archive)),
      job: recordArchive(archive, ready),
    },
    events: [archiveCompleted(archive, ready)],
  })
  if (ended.length > 0) return null
  if ((await findLastChange(deps.db, archive.calendarId)) <= archive.sinceSeq)
    throw new LeaseLost('another worker has taken the archive')
  return archive
}

/** Runs one step. Returns null after the last one. */
const takeStep = async (archive: ArchiveRow, deps: Deps, pace: () => Promise<void>): Promise<ArchiveRow | null> => {
  if (archive.parts === 0) {
    const sinceSeq = await findLastChange(deps.db, archive.calendarId)
    return advance(archive, schemaEntries(), { sinceSeq }, deps)
  }
  const position = JSON.parse(archive.position) as Position
  if (position.table > ARCHIVED.length) return complete(archive, deps)
  const part = await readPart(deps.db, archive.calendarId, position, pace)
  if (part === null) {
    const next = JSON.stringify({ ...position, table: position.table + 1 })
    return advance(archive, secretsEntry(archive), { position: next }, deps)
  }
  const next = { ...part.next, part: part.next.table === position.table ? position.part + 1 : 1 }
  return advance(archive, entriesOf(archive, part, position, deps), { position: JSON.stringify(next) }, deps)
}

/** Returns the sentence for the owner, or null for an error that may be temporary. */
const sentenceOf = (error: unknown) => {
  if (error instanceof Unarchivable) return error.message
  return error instanceof UnfitLine || error instanceof UnfitZip
    ? `No installation could restore the archive: ${error.message}.`
    : null
}

const fail = async (archive: ArchiveRow, error: unknown, deps: Deps) => {
  deps.log.error('an archive failed', { archiveId: archive.id, ...describeError(error) })
  const now = deps.clock()
  // An unknown error may be temporary: the sweep retries after the lease.
  const sentence = sentenceOf(error)
  if (sentence === null && now - archive.createdAt < FILE_MS) return
  const says = sentence ?? 'The archive couldn’t be written. Try again.'
  const end = { status: 'FAILED' as const, error: says, completedAt: now, fileExpiresAt: now + FILE_MS }
  await deps.commit({
    calendarId: archive.calendarId,
    seenBy: 'team',
    statements: { archive: archiveOutbox.settle(deps.db, archive, end) },
    events: [archiveCompleted(archive, end)],
  })
}

/** Claims an archive that no other worker has, and runs some steps. */
export const writeArchive = async (id: string, deps: Deps) => {
  const pace = paceOf(deps)
  let archive: ArchiveRow | null = await claimArchive(deps.db, id, deps.clock())
  for (let step = 0; archive !== null; step += 1) {
    try {
      if (step === STEPS_PER_RUN) {
        await inOneBatch(deps.db, [archiveOutbox.settle(deps.db, archive, {})])
        archiveOutbox.tellOf([{ id, at: deps.clock() }], deps)
        return
      }
      archive = await takeStep(archive, deps, pace)
      await pace()
    } catch (error) {
      if (!(error instanceof LeaseLost) && archive !== null) await fail(archive, error, deps)
      return
    }
  }
}

/** Deletes archives whose links have expired. Deletes the files first. */
export const dropExpiredArchives = async (deps: Deps) => {
  const expired = await listExpiredArchives(deps.db, deps.clock(), FILES_PER_RUN)
  if (expired.length === 0) return
  for (const { id } of expired) await deps.files.deleteAll(archiveFolder(id))
  await inOneBatch(deps.db, dropArchives(expired.map(({ id }) => id)))
}
