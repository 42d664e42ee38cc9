import { actorId } from '../../access/actor.ts'
import { owner } from '../../access/demands.ts'
import { refuseStale } from '../../access/fresh-sign-in.ts'
import { isKeyLost } from '../../db/personal/lost-key.ts'
import type { ArchiveRow, CalendarRow } from '../../db/rows.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { quotaExceeded, resetOf } from '../../kernel/quotas.ts'
import { chunksOf, streamOf } from '../../kernel/streams.ts'
import { dashboard, listOf, one, open, operation, raw } from '../../operation/operation.ts'
import { archiveOfToken, partKey, toArchive } from './archives.ts'
import { Archive, NewArchive } from './archives.schema.ts'
import { findArchive, insertArchive, listArchives, listParts, listWebhookSecrets } from './archives.store.ts'
import { newArchiveKey, sealSecrets } from './secrets.ts'
import { FIRST } from './write-archive.ts'

const calendarSecrets = async ({ id, linkKeyCipher }: CalendarRow, { db, vault }: Deps) => {
  const webhooks: Record<string, string> = {}
  for (const { id: webhookId, secretCipher } of await listWebhookSecrets(db, id))
    webhooks[webhookId] = await vault.open(secretCipher)
  return { linkKey: await vault.exportLinkKey(id, linkKeyCipher), webhooks, isKeyLost: await isKeyLost(db, id) }
}

export const createArchive = operation({
  id: 'archives.create',
  summary: 'Create an archive',
  description:
    'Writes everything in the calendar into one ZIP, from which another installation can restore it with the same ids, slugs and QR codes. Writing continues after the response: poll the archive until its status is `READY`. `key` keeps links and webhook secrets valid there. Only this response contains it. An archive contains no members, payment accounts, emails or change history. Requires a sign-in less than 10 minutes old. Returns 409 if an archive of the calendar is being written.',
  subject: 'calendar',
  access: owner,
  goesOn: true,
  limit: 'export',
  routes: [dashboard('POST /calendars/:slug/archives')],
  answer: one(NewArchive),
  refusals: ['archive_running', 'quota_exceeded', 'reauthentication_required'],
  async run({ calendar, actor }, deps) {
    const now = deps.clock()
    const stale = refuseStale(actor, now)
    if (stale !== null) return stale
    const [id, key] = [deps.newId('arc'), newArchiveKey()]
    const secrets = await sealSecrets(await calendarSecrets(calendar, deps), key, id)
    const archive = {
      id,
      calendarId: calendar.id,
      position: FIRST,
      secrets,
      createdBy: actorId(actor),
      createdAt: now,
    }
    const limit = deps.config.quotas.archivesPerDay[calendar.plan]
    const { rows, today } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: insertArchive(archive, limit),
    })
    const [row] = rows
    if (row === undefined) {
      const { used } = onlyRow(today)
      return used < limit
        ? refusal('archive_running')
        : quotaExceeded({ quota: 'archivesPerDay', limit, used, resetsAt: resetOf(now) })
    }
    deps.tell({ jobs: [id] })
    return { ...(await toArchive(row, deps)), key }
  },
})

export const listCalendarArchives = operation({
  id: 'archives.list',
  summary: 'List archives',
  description: 'Newest first, at most 20. Archives are listed until their file is deleted.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/archives')],
  answer: listOf(Archive),
  run: async ({ calendar }, deps) =>
    Promise.all((await listArchives(deps.db, calendar.id)).map((row) => toArchive(row, deps))),
})

export const getArchive = operation({
  id: 'archives.get',
  summary: 'Get an archive',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/archives/:archiveId')],
  answer: one(Archive),
  async run({ calendar, params }, deps) {
    const row = await findArchive(deps.db, params.archiveId)
    if (row === null || row.calendarId !== calendar.id) throw notFound()
    return toArchive(row, deps)
  },
})

/** Concatenates the files of the ZIP's entries and its directory. */
async function* piecesOf({ id }: ArchiveRow, { db, files }: Deps) {
  for (const part of await listParts(db, id)) {
    const stored = await files.read(partKey(part))
    if (stored === null) throw new Error('a file of an archive is missing')
    yield* chunksOf(stored.body)
  }
}

export const downloadArchive = operation({
  id: 'archives.download',
  summary: 'Download an archive',
  description: 'The link expires after 24 hours, or as soon as a guest of the calendar is erased.',
  subject: 'none',
  routes: [open('GET /public/archives/:token', { secret: true })],
  answer: raw({ 'application/zip': null }),
  async run({ params }, deps) {
    const id = await archiveOfToken(params.token, deps)
    const archive = id === null ? null : await findArchive(deps.db, id)
    if (archive === null || archive.status !== 'READY' || (archive.fileExpiresAt ?? 0) <= deps.clock()) throw notFound()
    return new Response(streamOf(piecesOf(archive, deps)), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${archive.id}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
})
