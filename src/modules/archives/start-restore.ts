import { actorId } from '../../access/actor.ts'
import { signedIn } from '../../access/demands.ts'
import { refuseStale } from '../../access/fresh-sign-in.ts'
import { UnfitLine } from '../../db/archive/codec.ts'
import { ARCHIVED } from '../../db/archive/tables.ts'
import type { RestoreRow } from '../../db/rows.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { equalInConstantTime } from '../../kernel/crypto.ts'
import { invalid, notFound, refusal } from '../../kernel/failure.ts'
import { quotaExceeded } from '../../kernel/quotas.ts'
import { UnfitZip } from '../../kernel/zip-reading.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { Restore, RestoreStart } from './archives.schema.ts'
import { openArchive, SECRETS, signatureOf, tableOfPart, type ArchiveManifest, type OpenedArchive } from './manifest.ts'
import { refuseBeforehand } from './restore-limits.ts'
import { rowsInPart } from './restored-rows.ts'
import { MAX_PIECE_BYTES, MAX_PIECES, pieceKey, toRestore, uploadedFile } from './restores.ts'
import { beginRestore, findObstacles, findRestore, insertRestore, recordPiece, RESTORE_MS } from './restores.store.ts'
import { openSecrets, type ArchiveSecrets } from './secrets.ts'

export const createRestore = operation({
  id: 'restores.create',
  summary: 'Create a restore',
  description:
    'Prepares the upload of an archive. Send the file in pieces, then start the restore. The file is deleted after a day if it isn’t started. Requires a sign-in less than 10 minutes old.',
  subject: 'none',
  access: signedIn,
  limit: 'export',
  routes: [dashboard('POST /restores')],
  answer: one(Restore),
  refusals: ['reauthentication_required'],
  async run({ actor }, deps) {
    const now = deps.clock()
    const stale = refuseStale(actor, now)
    if (stale !== null) return stale
    const restore = {
      id: deps.newId('res'),
      createdBy: actorId(actor),
      createdAt: now,
      fileExpiresAt: now + RESTORE_MS,
    }
    const { rows } = await deps.commit({
      calendarId: '',
      seenBy: 'team',
      statements: { rows: insertRestore(deps.db, restore) },
    })
    return toRestore(onlyRow(rows))
  },
})

const requireRestore = async (id: string, userId: string, { db }: Deps): Promise<RestoreRow> => {
  const row = await findRestore(db, id, userId)
  if (row === null) throw notFound()
  return row
}

export const getRestore = operation({
  id: 'restores.get',
  summary: 'Get a restore',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /restores/:restoreId')],
  answer: one(Restore),
  run: async ({ params, actor }, deps) => toRestore(await requireRestore(params.restoreId, actorId(actor), deps)),
})

export const uploadPiece = operation({
  id: 'restores.upload',
  summary: 'Upload a piece of an archive',
  description:
    'Pieces are numbered from 1 and have at most 8 MiB. Sending a piece again replaces it. Returns 409 after the restore has started.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('PUT /restores/:restoreId/pieces/:number')],
  takes: ['application/octet-stream', 'application/zip'],
  bodyLimitBytes: MAX_PIECE_BYTES,
  answer: one(Restore),
  refusals: ['restore_started'],
  async run({ params, bytes, actor }, deps) {
    const restore = await requireRestore(params.restoreId, actorId(actor), deps)
    const number = Number(params.number)
    if (!/^[1-9]\d{0,2}$/.test(params.number) || number > MAX_PIECES)
      throw invalid('number', `must be from 1 to ${MAX_PIECES}`)
    if (bytes.length === 0) throw invalid('body', 'must not be empty')
    if (restore.status !== 'RECEIVING' || (restore.fileExpiresAt ?? 0) <= deps.clock())
      return refusal('restore_started')
    await deps.files.put(pieceKey(restore.id, number), bytes, 'application/octet-stream')
    const { rows } = await deps.commit({
      calendarId: '',
      seenBy: 'team',
      statements: { rows: recordPiece(restore.id, number, bytes.length) },
    })
    const [row] = rows
    return row === undefined ? refusal('restore_started') : toRestore(row)
  },
})

/** Reads the calendar's row: the only row of the first part, with the id in the manifest. */
const calendarIn = async (opened: OpenedArchive, deps: Deps) => {
  const { manifest } = opened
  const part = manifest.parts.find(({ path }) => tableOfPart(path) !== null)
  const [calendars] = ARCHIVED
  if (part === undefined || calendars === undefined || tableOfPart(part.path) !== 0)
    throw new UnfitZip('it has no calendar')
  const rows = await rowsInPart(calendars, part, opened, deps)
  const [[id, slug] = []] = rows
  if (rows.length !== 1 || id !== manifest.calendar.id) throw new UnfitZip('its manifest names another calendar')
  return { id, slug: String(slug) }
}

const readSecrets = async ({ manifest, read }: OpenedArchive, key: string) => {
  const part = manifest.parts.find(({ path }) => path === SECRETS)
  return part === undefined ? null : openSecrets(new TextDecoder().decode(await read(part)), key, manifest.id)
}

/** Whether the link key in the archive signed its manifest, and thereby all of its content. */
const isSigned = async (manifest: ArchiveManifest, { linkKey }: ArchiveSecrets, { vault }: Deps) => {
  const key = await vault.linkKeyOf(manifest.calendar.id, await vault.seal(linkKey))
  return equalInConstantTime(manifest.signature ?? '', await signatureOf(manifest, key))
}

const inspect = async (restore: RestoreRow, key: string | undefined, deps: Deps) => {
  const opened = await openArchive(uploadedFile(restore, deps))
  const { manifest } = opened
  const secrets = key === undefined ? null : await readSecrets(opened, key)
  const isVerified = secrets !== null && (await isSigned(manifest, secrets, deps))
  return { opened, calendar: await calendarIn(opened, deps), secrets, isVerified }
}

/** Converts an invalid file's error into a refusal. Rethrows other errors. */
const refuseUnfit = (error: unknown) => {
  if (error instanceof UnfitZip || error instanceof UnfitLine)
    return refusal('archive_invalid', { says: `The archive is invalid: ${error.message}.` })
  throw error
}

export const startRestore = operation({
  id: 'restores.start',
  summary: 'Start a restore',
  description:
    'Checks the uploaded archive and restores its calendar, with you as the only member. The work goes on after the response: read the restore until its status is `DONE`. The calendar then waits, private and without sending anything, until you open it with `DELETE /calendars/{slug}/erasure`. The service erases it after 30 days otherwise. Webhooks and scheduled exports are paused until you activate them. Starting a restore again returns its state.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('POST /restores/:restoreId/start')],
  body: RestoreStart,
  answer: one(Restore),
  refusals: [
    'archive_invalid',
    'archive_key_wrong',
    'calendar_exists',
    'event_slug_taken',
    'quota_exceeded',
    'slug_taken',
  ],
  async run({ params, body, actor }, deps) {
    const userId = actorId(actor)
    const restore = await requireRestore(params.restoreId, userId, deps)
    if (restore.status !== 'RECEIVING') return toRestore(restore)
    const found = await inspect(restore, body.key, deps).catch(refuseUnfit)
    if (!('opened' in found)) return found
    const { opened, calendar, secrets, isVerified } = found
    if (body.key !== undefined && secrets === null) return refusal('archive_key_wrong')
    const slug = body.slug ?? calendar.slug
    const obstacles = await findObstacles(deps.db, calendar.id, slug, userId)
    if (obstacles.isHere === 1) return refusal('calendar_exists')
    if (obstacles.isSlugTaken === 1) return refusal('slug_taken')
    const limit = deps.config.quotas.calendarsPerUser[deps.config.defaultPlan]
    if (obstacles.calendars >= limit)
      return quotaExceeded({ quota: 'calendarsPerUser', limit, used: obstacles.calendars, resetsAt: null })
    const refused = await refuseBeforehand(opened, deps).catch(refuseUnfit)
    if (refused !== null) return refused
    const { rows } = await deps.commit({
      calendarId: '',
      seenBy: 'team',
      statements: {
        rows: beginRestore(deps.db, restore.id, calendar.id, {
          slug: body.slug ?? null,
          keepsLinks: secrets !== null,
          isVerified,
          secretsCipher: secrets === null ? null : await deps.vault.seal(JSON.stringify(secrets)),
          parts: opened.manifest.parts.length,
          digest: opened.manifest.digest,
        }),
      },
    })
    deps.tell({ jobs: [restore.id] })
    const begun = rows[0] ?? (await requireRestore(restore.id, userId, deps))
    return begun.status === 'RECEIVING' ? refusal('calendar_exists') : toRestore(begun)
  },
})
