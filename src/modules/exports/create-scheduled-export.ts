import { isEventOf } from '../../db/event-of-calendar.ts'
import { actorId } from '../../access/actor.ts'
import type { Call } from '../../operation/operation.ts'
import type { ScheduledExportRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalid, invalidFields } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { faultsOf, nextRunOf, toScheduledExport, trimmed, type Terms } from './exports.ts'
import type { NewScheduledExport } from './exports.schema.ts'
import { findScheduledExport, insertScheduledExport } from './exports.store.ts'

type Creation = Call<unknown, unknown, Parsed<typeof NewScheduledExport>, 'calendar'>

export const checkSchedule = async (
  calendarId: string,
  wanted: Terms & Pick<ScheduledExportRow, 'eventId'>,
  deps: Deps,
) => {
  const faults = faultsOf(wanted)
  if (faults.length > 0) throw invalidFields(faults)
  if (wanted.eventId !== null && !(await isEventOf(deps.db, calendarId, wanted.eventId))) {
    throw invalid('eventId', 'must be an event of this calendar')
  }
}

export const createScheduledExport = async ({ calendar, body, actor }: Creation, deps: Deps) => {
  const now = deps.clock()
  const terms = trimmed({
    frequency: body.frequency,
    weekday: body.weekday ?? null,
    dayOfMonth: body.dayOfMonth ?? null,
    timeOfDay: body.timeOfDay,
    timezone: body.timezone ?? calendar.timezone,
    isActive: body.isActive ?? true,
    eventId: body.eventId ?? null,
  })
  await checkSchedule(calendar.id, terms, deps)
  const row = {
    ...terms,
    id: deps.newId('sex'),
    calendarId: calendar.id,
    dataset: body.dataset,
    format: body.format ?? 'csv',
    recipients: body.recipients,
    nextRunAt: nextRunOf(terms, now),
    lastRunAt: null,
    lastStatus: null,
    consecutiveFailures: 0,
    createdBy: actorId(actor),
    createdAt: now,
    updatedAt: now,
  }
  await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [insertScheduledExport(deps.db, row)],
    effectId: row.id,
  })
  return toScheduledExport(row, calendar.slug)
}

export const recoverScheduledExport = async (effectId: string, { calendar }: Creation, deps: Deps) => {
  const row = await findScheduledExport(deps.db, calendar.id, effectId)
  return row === null ? null : toScheduledExport(row, calendar.slug)
}
