import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { fileKeyOf } from './exports.ts'
import type { ScheduledExportParams } from './exports.schema.ts'
import { deleteScheduledExport as remove, findScheduledExport, listRunsWithFiles } from './exports.store.ts'

/** The files go first: once their runs are gone nothing would know of them. */
export const deleteScheduledExport = async (
  { calendar, params }: Call<Parsed<typeof ScheduledExportParams>, unknown, unknown, 'calendar'>,
  deps: Deps,
) => {
  const schedule = await findScheduledExport(deps.db, calendar.id, params.id)
  if (schedule === null) throw notFound()
  const runs = await listRunsWithFiles(deps.db, schedule.id)
  await deps.files.delete(runs.map(({ id }) => fileKeyOf(id)))
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [remove(deps.db, calendar.id, params.id)],
  })
  if (rows.length === 0) throw notFound()
  return deleted(params.id)
}
