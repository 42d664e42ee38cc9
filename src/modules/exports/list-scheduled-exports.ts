import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { pageOfItems, type PageRequest } from '../../kernel/page.ts'
import { exportUrlOf } from './export-link.ts'
import { toExportRun, toScheduledExport } from './exports.ts'
import type { ScheduledExportParams } from './exports.schema.ts'
import { findScheduledExport, listRuns, listScheduledExports as list } from './exports.store.ts'

export const listScheduledExports = async (
  { calendar, query }: Call<unknown, PageRequest, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { rows, total } = await list(deps.db, calendar.id, query)
  return pageOfItems(
    query,
    rows.map((row) => toScheduledExport(row, calendar.slug)),
    total,
  )
}

export const listExportRuns = async (
  { calendar, params, query }: Call<Parsed<typeof ScheduledExportParams>, PageRequest, unknown, 'calendar'>,
  deps: Deps,
) => {
  const schedule = await findScheduledExport(deps.db, calendar.id, params.id)
  if (schedule === null) throw notFound()
  const { rows, total } = await listRuns(deps.db, schedule.id, query)
  const now = deps.clock()
  const items = rows.map(async (run) => {
    const isThere = run.fileExpiresAt !== null && run.fileExpiresAt > now
    return toExportRun(run, isThere ? await exportUrlOf(run.id, run.fileExpiresAt ?? now, deps) : null)
  })
  return pageOfItems(query, await Promise.all(items), total)
}
