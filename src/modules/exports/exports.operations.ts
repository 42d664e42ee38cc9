import { manager } from '../../access/demands.ts'
import { dashboard, Deleted, one, open, operation, pageOf, raw } from '../../operation/operation.ts'
import { PageQuery } from '../../kernel/wire.ts'
import { createScheduledExport, recoverScheduledExport } from './create-scheduled-export.ts'
import { deleteScheduledExport } from './delete-scheduled-export.ts'
import { downloadExport } from './download-export.ts'
import { ExportFile, ExportRun, NewScheduledExport, ScheduledExport, ScheduledExportChanges } from './exports.schema.ts'
import { listExportRuns, listScheduledExports } from './list-scheduled-exports.ts'
import { updateScheduledExport } from './update-scheduled-export.ts'

const plan = 'PLUS'

export const exportOperations = [
  operation({
    id: 'scheduledExports.create',
    summary: 'Schedule a recurring export, mailed as a link that expires',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('POST /calendars/:slug/scheduled-exports', { plan, badge: 'preview' })],
    body: NewScheduledExport,
    answer: one(ScheduledExport),
    recover: recoverScheduledExport,
    run: createScheduledExport,
  }),
  operation({
    id: 'scheduledExports.list',
    summary: 'List the scheduled exports of a calendar, newest first',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('GET /calendars/:slug/scheduled-exports', { plan })],
    query: PageQuery,
    answer: pageOf(ScheduledExport),
    run: listScheduledExports,
  }),
  operation({
    id: 'scheduledExports.update',
    summary: 'Change, pause or resume a scheduled export',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('PATCH /calendars/:slug/scheduled-exports/:id', { plan })],
    body: ScheduledExportChanges,
    answer: one(ScheduledExport),
    refusals: ['scheduled_export_changed'],
    run: updateScheduledExport,
  }),
  operation({
    id: 'scheduledExports.delete',
    summary: 'Delete a scheduled export with its runs and files',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('DELETE /calendars/:slug/scheduled-exports/:id', { plan })],
    answer: one(Deleted),
    run: deleteScheduledExport,
  }),
  operation({
    id: 'scheduledExports.runs',
    summary: 'List the runs of a scheduled export, newest first',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('GET /calendars/:slug/scheduled-exports/:id/runs', { plan })],
    query: PageQuery,
    answer: pageOf(ExportRun),
    run: listExportRuns,
  }),
  operation({
    id: 'exports.download',
    summary: 'Download an exported file by its signed link',
    subject: 'none',
    routes: [open('GET /public/exports/:token', { secret: true })],
    answer: raw({ 'text/csv': null, 'application/json': ExportFile }),
    run: downloadExport,
  }),
]
