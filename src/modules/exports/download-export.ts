import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { iso } from '../../kernel/time.ts'
import { runOfToken } from './export-link.ts'
import { fileKeyOf } from './exports.ts'
import type { ExportLinkParams } from './exports.schema.ts'
import { findRun } from './exports.store.ts'

export const downloadExport = async ({ params }: Call<Parsed<typeof ExportLinkParams>>, deps: Deps) => {
  const runId = await runOfToken(params.token, deps.clock(), deps)
  const known = runId === null ? null : await findRun(deps.db, runId)
  const file = known === null ? null : await deps.files.read(fileKeyOf(known.run.id))
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
}
