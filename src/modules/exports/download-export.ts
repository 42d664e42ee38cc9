import { exportFileKey, exportFileKeyOnce } from '../../db/personal/registry.ts'
import type { ExportRunRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { equalInConstantTime } from '../../kernel/crypto.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import { open, operation, raw } from '../../operation/operation.ts'
import { ExportFile } from './exports.schema.ts'
import { findRun } from './exports.store.ts'

const PURPOSE = 'export'
const PREFIX = 'run_'

/** Returns the token of a download link: the run id, the expiry in base 36, and an HMAC of both (`vault.derive`). */
const tokenOf = async (runId: string, expiresAt: Instant, { vault }: Pick<Deps, 'vault'>) => {
  const name = runId.replace(PREFIX, '')
  const end = expiresAt.toString(36)
  return `${name}.${end}.${await vault.derive(PURPOSE, `${runId}:${end}`)}`
}

export const exportUrlOf = async (runId: string, expiresAt: Instant, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.baseUrl}/public/exports/${await tokenOf(runId, expiresAt, deps)}`

/** Returns the id of the run that a link is for, or null if the service did not create the link. */
const runOfToken = async (token: string, deps: Pick<Deps, 'vault'>) => {
  const [name = '', end = ''] = token.split('.')
  const expiresAt = Number.parseInt(end, 36)
  if (!Number.isSafeInteger(expiresAt)) return null
  const runId = PREFIX + name
  return equalInConstantTime(token, await tokenOf(runId, expiresAt, deps)) ? runId : null
}

const fileOf = async ({ id, attempts }: ExportRunRow, { files }: Deps) =>
  (await files.read(exportFileKey(id, attempts))) ?? (await files.read(exportFileKeyOnce(id)))

export const downloadExport = operation({
  id: 'exports.download',
  summary: 'Download an exported file',
  subject: 'none',
  routes: [open('GET /public/exports/:token', { secret: true })],
  answer: raw({ 'text/csv': null, 'application/json': ExportFile }),
  async run({ params }, deps) {
    const runId = await runOfToken(params.token, deps)
    const known = runId === null ? null : await findRun(deps.db, runId)
    // `fileExpiresAt` decides, not the expiry in the link: if a guest in the file is erased, the file expires before
    // its link would.
    const isOver = (known?.run.fileExpiresAt ?? 0) <= deps.clock()
    const file = known === null || isOver ? null : await fileOf(known.run, deps)
    if (known === null || file === null) throw notFound()
    const { schedule, run, calendar } = known
    const name = `${calendar.slug}-${schedule.dataset.toLowerCase()}-${iso(run.scheduledFor).slice(0, 10)}.${schedule.format}`
    return new Response(file.body, {
      headers: {
        'Content-Type': file.mediaType,
        'Content-Length': String(file.bytes),
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
})
