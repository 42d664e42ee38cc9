import { columnsInArchive, tableNameOf, UnfitLine } from '../../db/archive/codec.ts'
import type { Archived } from '../../db/archive/declaration.ts'
import { ARCHIVED } from '../../db/archive/tables.ts'
import type { RestoredRows } from '../../db/archive/writing.ts'
import type { RestoreRow } from '../../db/rows.ts'
import { calendars, images, scheduledExports, webhooks } from '../../db/schema.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { describeError } from '../../kernel/log.ts'
import { quotaSays } from '../../kernel/quotas.ts'
import { sum } from '../../kernel/sums.ts'
import { isNullViolation, uniqueColumnOf } from '../../kernel/violations.ts'
import { UnfitZip } from '../../kernel/zip-reading.ts'
import { fileKeyOf, markStored, stripMetadata } from '../images/index.ts'
import { newSecret } from '../webhooks/index.ts'
import { heldUntil } from './archives.store.ts'
import { openArchive, PICTURES, tableOfPart, type ManifestPart, type OpenedArchive } from './manifest.ts'
import { paceOf } from './pace.ts'
import { cellsOf, rowsInPart, type Row } from './restored-rows.ts'
import { uploadedFile, uploadFolder } from './restores.ts'
import { exceededQuota } from './restore-limits.ts'
import {
  claimRestore,
  completeRestore,
  countRestored,
  dropRestores,
  failRestore,
  findRestoredImage,
  listExpiredRestores,
  passPart,
  restoreOutbox,
  restorePart,
  RESTORE_MS,
} from './restores.store.ts'
import type { ArchiveSecrets } from './secrets.ts'

const STEPS_PER_RUN = 40
const FILES_PER_RUN = 20
/** A batch blocks other writes, so it is small: about 20 ms on a slow machine. */
const MAX_ROWS_PER_BATCH = 100

/** Thrown to end a restore, with a sentence for the person who started it. */
class Refused extends Error {}

interface Work {
  restore: RestoreRow & { calendarId: string }
  opened: OpenedArchive
  secrets: ArchiveSecrets | null
}

/** Returns the same work with the current row of the restore. */
const withRow = (work: Work, restore: RestoreRow): Work => ({
  ...work,
  restore: { ...restore, calendarId: work.restore.calendarId },
})

const withCells = (archived: Archived, rows: readonly Row[], name: string, cells: readonly unknown[]) => {
  const index = columnsInArchive(archived).findIndex((column) => column.name === name)
  return rows.map((row, number) => row.with(index, cells[number]))
}

/** Returns the rows to insert here, including the columns that the archive doesn't have. */
const prepared = async (
  archived: Archived,
  rows: readonly Row[],
  { restore, secrets }: Work,
  deps: Deps,
): Promise<Pick<RestoredRows, 'rows' | 'more' | 'morePerRow'>> => {
  const now = deps.clock()
  if (archived.table === calendars) {
    const [visibilities, slugs] = [cellsOf(archived, rows, 'visibility'), cellsOf(archived, rows, 'slug')]
    const hidden = withCells(
      archived,
      rows,
      'visibility',
      visibilities.map(() => 'PRIVATE'),
    )
    return {
      rows: withCells(
        archived,
        hidden,
        'slug',
        slugs.map((slug) => restore.slug ?? slug),
      ),
      more: {
        plan: deps.config.defaultPlan,
        createdBy: restore.createdBy,
        // The calendar is erased unless the last step of the restore moves this time.
        eraseAt: restore.createdAt + 2 * RESTORE_MS,
        personIdsByLinkKey: 1,
        contentChangedAt: now,
      },
      morePerRow: { visibilityBefore: visibilities },
    }
  }
  if (archived.table === scheduledExports) return { rows, more: { isActive: 0, pausedReason: 'CREATOR' } }
  if (archived.table === images) return { rows, more: { givenAt: now } }
  if (archived.table !== webhooks) return { rows }
  const ids = cellsOf(archived, rows, 'id')
  const sealed = ids.map((id) => deps.vault.seal(secrets?.webhooks[String(id)] ?? newSecret()))
  return {
    rows,
    more: { isActive: 0, disabledReason: 'restored' },
    morePerRow: { secretCipher: await Promise.all(sealed) },
  }
}

const rowsBefore = (partsDone: number, { manifest }: OpenedArchive) =>
  sum(manifest.parts.slice(0, partsDone).map(({ path, rows }) => (tableOfPart(path) === null ? 0 : rows)))

/** Writes some rows of a part in one batch and, if they are the last, advances the restore. */
const writeRows = async (archived: Archived, read: readonly Row[], isLast: boolean, work: Work, deps: Deps) => {
  const ready = await prepared(archived, read, work, deps)
  const [ids, slugs] = [cellsOf(archived, ready.rows, 'id'), cellsOf(archived, ready.rows, 'slug')]
  const stepId = deps.newId('mov')
  const { restore } = await deps.commit({
    calendarId: work.restore.calendarId,
    actor: { type: 'system', id: stepId },
    seenBy: 'team',
    statements: restorePart(
      deps.db,
      work.restore,
      {
        ...ready,
        archived,
        isLast,
        calendarId: work.restore.calendarId,
        tableName: tableNameOf(archived),
        idAndSlug: ids.map((id, index) => [id, slugs[index]]),
      },
      { stepId, leaseUntil: heldUntil(deps.clock()) },
    ),
  })
  return restore[0] ?? null
}

/** Restores the rest of a part, in batches small enough not to block other writes for long. */
const restoreRows = async (part: ManifestPart, table: number, work: Work, deps: Deps, pace: () => Promise<void>) => {
  const { partsDone } = work.restore
  const archived = ARCHIVED[table] as Archived
  const read = await rowsInPart(archived, part, work.opened, deps)
  const before = rowsBefore(partsDone, work.opened)
  let restore: RestoreRow | null = work.restore
  while (restore !== null && restore.partsDone === partsDone) {
    await pace()
    const from = restore.rowCount - before
    const rows = read.slice(from, from + MAX_ROWS_PER_BATCH)
    const isLast = from + rows.length === read.length
    restore = await writeRows(archived, rows, isLast, withRow(work, restore), deps)
  }
  return restore
}

/** Stores a picture under the same rules as an upload. */
const restorePicture = async (part: ManifestPart, { restore, opened }: Work, deps: Deps) => {
  const [, id = ''] = /\/(img_\w+)\./.exec(part.path) ?? []
  const row = await findRestoredImage(deps.db, restore.calendarId, id)
  const picture = stripMetadata(await opened.read(part))
  if (row === null || 'why' in picture || picture.mediaType !== row.mediaType)
    throw new UnfitZip(`the picture '${part.path}' can’t be read`)
  if ((await sha256Hex(picture.bytes)) !== row.hash) throw new UnfitZip(`the picture '${part.path}' is another one`)
  await deps.files.put(fileKeyOf({ ...row, calendarId: restore.calendarId }), picture.bytes, picture.mediaType)
  const now = deps.clock()
  return passOn(restore, deps, [markStored(row.id, now)])
}

const passOn = async (
  restore: RestoreRow,
  deps: Deps,
  statements: Parameters<typeof passPart>[3] = [],
): Promise<RestoreRow | null> => {
  const { restore: moved } = await deps.commit({
    calendarId: restore.calendarId ?? '',
    seenBy: 'team',
    statements: passPart(deps.db, restore, heldUntil(deps.clock()), statements),
  })
  return moved[0] ?? null
}

const complete = async ({ restore, opened, secrets }: Work, deps: Deps) => {
  const now = deps.clock()
  const counts = await countRestored(deps.db, restore.calendarId, now)
  const exceeded = exceededQuota(
    { eventsPerCalendar: counts.events, guestsPerEvent: counts.guests, imagesPerCalendar: counts.images },
    deps.config,
  )
  if (exceeded !== null)
    throw new Refused(`${quotaSays(exceeded.quota)} The limit is ${exceeded.limit}, the archive has ${exceeded.used}.`)
  const linkKeyCipher = secrets === null ? null : await deps.vault.seal(secrets.linkKey)
  const { restore: ended } = await deps.commit({
    calendarId: restore.calendarId,
    actor: { type: 'user', id: restore.createdBy },
    seenBy: 'visitors',
    statements: completeRestore(deps.db, restore, {
      calendarId: restore.calendarId,
      linkKeyCipher,
      losesKey: secrets === null || secrets.isKeyLost === true,
      origin: opened.manifest.origin,
      now,
    }),
  })
  if (ended.length === 0) throw new Refused('The restore took more than two days. Restore the archive again.')
}

/** Runs one step. Returns null after the last one, or if another worker has taken the restore. */
const takeStep = async (work: Work, deps: Deps, pace: () => Promise<void>): Promise<RestoreRow | null> => {
  const part = work.opened.manifest.parts[work.restore.partsDone]
  if (part === undefined) {
    await complete(work, deps)
    return null
  }
  const table = tableOfPart(part.path)
  if (table !== null) return restoreRows(part, table, work, deps, pace)
  return part.path.startsWith(PICTURES) ? restorePicture(part, work, deps) : passOn(work.restore, deps)
}

const CHANGED = 'The archive is invalid: a row belongs or refers to another calendar.'
const takenSays = (what: string) =>
  `The archive has a value of ${what} that is already in use here, in another calendar. Erase that calendar first, or restore the archive at another installation.`

/** Returns the sentence for the person who started the restore. */
const sentenceOf = (error: unknown) => {
  if (error instanceof Refused) return error.message
  if (error instanceof UnfitZip || error instanceof UnfitLine) return `The archive is invalid: ${error.message}.`
  if (isNullViolation(error, 'restores.row_count')) return CHANGED
  if (isNullViolation(error, 'taken_slugs.owner_id')) return takenSays('taken_slugs.slug')
  const column = uniqueColumnOf(error)
  return column === null ? null : takenSays(column)
}

const open = async (restore: RestoreRow, deps: Deps): Promise<Work> => {
  const { calendarId, secretsCipher } = restore
  if (calendarId === null) throw new Error('a restore runs without a calendar')
  const opened = await openArchive(uploadedFile(restore, deps))
  const { digest, calendar } = opened.manifest
  // A piece that was still being uploaded during the start may have replaced a checked one.
  if (digest !== restore.digest || calendar.id !== calendarId)
    throw new UnfitZip('its file was replaced after the restore had started')
  return {
    restore: { ...restore, calendarId },
    opened,
    secrets: secretsCipher === null ? null : (JSON.parse(await deps.vault.open(secretsCipher)) as ArchiveSecrets),
  }
}

const fail = async (restore: RestoreRow, error: unknown, deps: Deps) => {
  const sentence = sentenceOf(error)
  deps.log[sentence === null ? 'error' : 'info']('a restore failed', { restoreId: restore.id, ...describeError(error) })
  // An unknown error may be temporary: the sweep retries after the lease, until the files expire.
  if (sentence === null && (restore.fileExpiresAt ?? 0) > deps.clock()) return
  const says = sentence ?? 'The archive couldn’t be restored.'
  await deps.commit({
    calendarId: restore.calendarId ?? '',
    seenBy: 'team',
    statements: failRestore(deps.db, restore, says, deps.clock()),
  })
}

/** Claims a restore that no other worker has, and runs some steps. */
export const runRestore = async (id: string, deps: Deps) => {
  let restore = await claimRestore(deps.db, id, deps.clock())
  if (restore === null) return
  const pace = paceOf(deps)
  try {
    const work = await open(restore, deps)
    for (let step = 0; restore !== null; step += 1) {
      if (step === STEPS_PER_RUN) {
        await inOneBatch(deps.db, [restoreOutbox.settle(deps.db, restore, {})])
        restoreOutbox.tellOf([{ id, at: deps.clock() }], deps)
        return
      }
      restore = await takeStep(withRow(work, restore), deps, pace)
      await pace()
    }
  } catch (error) {
    if (restore !== null) await fail(restore, error, deps)
  }
}

/** Deletes restores that ended or were abandoned a day ago. Deletes the uploaded files first. */
export const dropExpiredUploads = async (deps: Deps) => {
  const expired = await listExpiredRestores(deps.db, deps.clock(), FILES_PER_RUN)
  if (expired.length === 0) return
  for (const { id } of expired) await deps.files.deleteAll(uploadFolder(id))
  await inOneBatch(deps.db, [dropRestores(expired.map(({ id }) => id))])
}
