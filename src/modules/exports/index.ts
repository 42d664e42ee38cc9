import { downloadExport } from './download-export.ts'
import { exportGuests } from './export-guests.ts'
import {
  createScheduledExport,
  deleteScheduledExport,
  listExportRuns,
  listScheduledExports,
  updateScheduledExport,
} from './scheduled-exports.ts'

export { exportUrlOf } from './download-export.ts'
export { findRun, runOutbox } from './exports.store.ts'
export { dropExpiredFiles, runExport, startDueExports } from './run-export.ts'

export const exportOperations = [
  createScheduledExport,
  listScheduledExports,
  updateScheduledExport,
  deleteScheduledExport,
  listExportRuns,
  downloadExport,
  exportGuests,
]
