import { UnfitLine } from '../../db/archive/codec.ts'
import type { RestoreRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { describeError } from '../../kernel/log.ts'
import { quotaSays } from '../../kernel/quotas.ts'
import { isNullViolation, uniqueColumnOf } from '../../kernel/violations.ts'
import { UnfitZip } from '../../kernel/zip-reading.ts'
import { fileKeyOf, markStored, stripMetadata } from '../images/index.ts'
import { heldUntil } from './archives.store.ts'
import { openArchive, PICTURES, tableOfPart, type ManifestPart } from './manifest.ts'
import { paceOf } from './pace.ts'
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
} from './restores.store.ts'
import type { ArchiveSecrets } from './secrets.ts'
import { restoreRows, withRestore, type RestoreWork } from './write-restored-rows.ts'

const STEPS_PER_RUN = 40
const FILES_PER_RUN = 20

/** Thrown to end a restore, with a sentence for the person who started it. */
class Refused extends Error {}

/** Stores a picture under the same rules as an upload. */
const restorePicture = async (part: ManifestPart, { restore, opened }: RestoreWork, deps: Deps) => {
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

const complete = async ({ restore, opened, secrets }: RestoreWork, deps: Deps) => {
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
const takeStep = async (work: RestoreWork, deps: Deps, pace: () => Promise<void>): Promise<RestoreRow | null> => {
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

const open = async (restore: RestoreRow, deps: Deps): Promise<RestoreWork> => {
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
      restore = await takeStep(withRestore(work, restore), deps, pace)
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
