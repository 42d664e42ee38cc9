import { actorId } from '../../access/actor.ts'
import { manager } from '../../access/demands.ts'
import { roleCovers } from '../../kernel/ranks.ts'
import { rowIn } from '../../db/commit.ts'
import { edit } from '../../db/edit.ts'
import { isEventOf } from '../../db/event-of-calendar.ts'
import { exportFileKeys } from '../../db/personal/registry.ts'
import { judgedBy } from '../../db/guard.ts'
import { onlyRow } from '../../db/statement.ts'
import type { ScheduledExportRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalid, invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { Role } from '../../kernel/vocabulary.ts'
import { PageQuery } from '../../kernel/wire.ts'
import { dashboard, deleted, Deleted, one, operation, pageOf } from '../../operation/operation.ts'
import { exportUrlOf } from './download-export.ts'
import { exportErrors, nextRunOf, roleFor, toExportRun, toScheduledExport, trimmed, type Terms } from './exports.ts'
import { ExportRun, NewScheduledExport, ScheduledExport, ScheduledExportChanges } from './exports.schema.ts'
import {
  deleteScheduledExportStatement as remove,
  findScheduledExport,
  insertScheduledExport,
  listRuns,
  listRunsWithFiles,
  listScheduledExportsQuery as list,
  mayBeScheduled,
  updateScheduledExportStatement as update,
} from './exports.store.ts'

const plan = 'PLUS'

const requireSchedule = async (calendarId: string, id: string, { db }: Deps) => {
  const schedule = await findScheduledExport(db, calendarId, id)
  if (schedule === null) throw notFound()
  return schedule
}

const checkTerms = async (calendarId: string, wanted: Terms & Pick<ScheduledExportRow, 'eventId'>, deps: Deps) => {
  const faults = exportErrors(wanted)
  if (faults.length > 0) throw invalidFields(faults)
  if (wanted.eventId !== null && !(await isEventOf(deps.db, calendarId, wanted.eventId))) {
    throw invalid('eventId', 'must be an event of this calendar')
  }
}

const refuseDataset = (role: Role | null, dataset: ScheduledExportRow['dataset']) =>
  role !== null && roleCovers(role, roleFor(dataset))
    ? null
    : refusal('role_insufficient', {
        says: `Exporting ${dataset} requires the ${roleFor(dataset)} role on the calendar.`,
      })

/**
 * Whether a change decides which data leaves the service or who receives it. The member who makes such a change, or
 * resumes the schedule, becomes its `createdBy`: the service sends files only while that member may export the data.
 */
const sendsOtherData = (seen: ScheduledExportRow, wanted: ScheduledExportRow) =>
  seen.dataset !== wanted.dataset ||
  seen.eventId !== wanted.eventId ||
  JSON.stringify(seen.recipients) !== JSON.stringify(wanted.recipients)

export const createScheduledExport = operation({
  id: 'scheduledExports.create',
  summary: 'Create a scheduled export',
  description: 'Emails an expiring download link to up to 10 recipients, daily, weekly or monthly.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('POST /calendars/:slug/scheduled-exports', { plan })],
  body: NewScheduledExport,
  answer: one(ScheduledExport),
  async recover(effectId, { calendar }, { db }) {
    const row = await findScheduledExport(db, calendar.id, effectId)
    return row === null ? null : toScheduledExport(row, calendar.slug)
  },
  refusals: ['role_insufficient', 'scheduled_export_limit_reached'],
  async run({ calendar, body, actor, role }, deps) {
    const now = deps.clock()
    const refused = refuseDataset(role, body.dataset)
    if (refused !== null) return refused
    const terms = trimmed({
      frequency: body.frequency,
      weekday: body.weekday ?? null,
      dayOfMonth: body.dayOfMonth ?? null,
      timeOfDay: body.timeOfDay,
      timezone: body.timezone ?? calendar.timezone,
      isActive: body.isActive ?? true,
      eventId: body.eventId ?? null,
    })
    await checkTerms(calendar.id, terms, deps)
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
      pausedReason: null,
      createdBy: actorId(actor),
      createdAt: now,
      updatedAt: now,
    }
    const rule = mayBeScheduled(row)
    const {
      why: [judged],
      made,
    } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { why: judgedBy(rule), made: insertScheduledExport(row, rule.holds) },
      effectId: rowIn('scheduled_exports', row.id),
    })
    return rule.refusal(judged) ?? toScheduledExport(onlyRow(made), calendar.slug)
  },
})

export const listScheduledExports = operation({
  id: 'scheduledExports.list',
  summary: 'List scheduled exports',
  description: 'Newest first.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('GET /calendars/:slug/scheduled-exports', { plan })],
  query: PageQuery,
  answer: pageOf(ScheduledExport),
  async run({ calendar, query }, { db }) {
    const { rows, total } = await list(db, calendar.id, query)
    const items = rows.map((row) => toScheduledExport(row, calendar.slug))
    return pageOfItems(query, items, total)
  },
})

export const updateScheduledExport = operation({
  id: 'scheduledExports.update',
  summary: 'Update a scheduled export',
  description:
    'Also pauses and resumes the export. A member who resumes it, or changes its recipients, dataset or event, becomes responsible for it: it pauses with `pausedReason` CREATOR when they are removed or lose the role that the dataset requires.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('PATCH /calendars/:slug/scheduled-exports/:id', { plan })],
  body: ScheduledExportChanges,
  answer: one(ScheduledExport),
  refusals: ['role_insufficient', 'scheduled_export_changed'],
  async run({ calendar, params, body, actor, role }, deps) {
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    ) as Partial<ScheduledExportRow>
    const changed = await edit(
      () => requireSchedule(calendar.id, params.id, deps),
      async (seen) => {
        const wanted = trimmed({ ...seen, ...given })
        const refused = refuseDataset(role, seen.dataset) ?? refuseDataset(role, wanted.dataset)
        if (refused !== null) return refused
        await checkTerms(calendar.id, wanted, deps)
        const now = deps.clock()
        const isResumed = wanted.isActive && !seen.isActive
        const isAnswerable = isResumed || sendsOtherData(seen, wanted)
        const changes = {
          ...given,
          weekday: wanted.weekday,
          dayOfMonth: wanted.dayOfMonth,
          nextRunAt: nextRunOf(wanted, now),
          ...(isResumed ? { consecutiveFailures: 0, pausedReason: null } : {}),
          ...(isAnswerable ? { createdBy: actorId(actor) } : {}),
          updatedAt: now,
        }
        const { rows } = await deps.commit({
          calendarId: calendar.id,
          seenBy: 'team',
          statements: { rows: update(deps.db, seen, changes, actorId(actor)) },
        })
        return rows[0] ?? null
      },
    )
    if (changed === null) return refusal('scheduled_export_changed')
    return changed instanceof Failure ? changed : toScheduledExport(changed, calendar.slug)
  },
})

/** Deletes the files first: without the rows in `export_runs` the service could not find the files. */
export const deleteScheduledExport = operation({
  id: 'scheduledExports.delete',
  summary: 'Delete a scheduled export',
  description: 'Also deletes its runs and files.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('DELETE /calendars/:slug/scheduled-exports/:id', { plan })],
  answer: one(Deleted),
  refusals: ['role_insufficient'],
  async run({ calendar, params, role }, deps) {
    const schedule = await requireSchedule(calendar.id, params.id, deps)
    const refused = refuseDataset(role, schedule.dataset)
    if (refused !== null) return refused
    const runs = await listRunsWithFiles(deps.db, schedule.id)
    await deps.files.delete(runs.flatMap(exportFileKeys))
    const { gone } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { gone: remove(deps.db, calendar.id, schedule.id) },
    })
    if (gone.length === 0) throw notFound()
    return deleted(schedule.id)
  },
})

export const listExportRuns = operation({
  id: 'scheduledExports.runs',
  summary: 'List runs of a scheduled export',
  description: 'Newest first.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('GET /calendars/:slug/scheduled-exports/:id/runs', { plan })],
  query: PageQuery,
  answer: pageOf(ExportRun),
  async run({ calendar, params, query, role }, deps) {
    const schedule = await requireSchedule(calendar.id, params.id, deps)
    const { rows, total } = await listRuns(deps.db, schedule.id, query)
    const now = deps.clock()
    const items = rows.map(async (run) => {
      const until = refuseDataset(role, schedule.dataset) === null ? run.fileExpiresAt : null
      return toExportRun(run, until !== null && until > now ? await exportUrlOf(run.id, until, deps) : null)
    })
    return pageOfItems(query, await Promise.all(items), total)
  },
})
