import type { Call } from '../../operation/operation.ts'
import type { ScheduledExportRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { checkSchedule } from './create-scheduled-export.ts'
import { nextRunOf, toScheduledExport, trimmed } from './exports.ts'
import type { ScheduledExportChanges, ScheduledExportParams } from './exports.schema.ts'
import { findScheduledExport, updateScheduledExport as update } from './exports.store.ts'

type Edit = Call<Parsed<typeof ScheduledExportParams>, unknown, Parsed<typeof ScheduledExportChanges>, 'calendar'>

const TRIES = 5

export const updateScheduledExport = async ({ calendar, params, body }: Edit, deps: Deps) => {
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<ScheduledExportRow>
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const seen = await findScheduledExport(deps.db, calendar.id, params.id)
    if (seen === null) throw notFound()
    const wanted = trimmed({ ...seen, ...given })
    await checkSchedule(calendar.id, wanted, deps)
    const now = deps.clock()
    const isResumed = wanted.isActive && !seen.isActive
    const changes = {
      ...given,
      weekday: wanted.weekday,
      dayOfMonth: wanted.dayOfMonth,
      nextRunAt: nextRunOf(wanted, now),
      ...(isResumed ? { consecutiveFailures: 0 } : {}),
      updatedAt: now,
    }
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [update(deps.db, seen, changes)],
    })
    if (rows[0] !== undefined) return toScheduledExport(rows[0], calendar.slug)
  }
  throw refusal('scheduled_export_changed')
}
