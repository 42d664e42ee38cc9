export { exportUrlOf } from './download-export.ts'
export { pauseExportsOf } from './answerable.store.ts'
export { findRun, findScheduleWithCalendar, runOutbox } from './exports.store.ts'
export { dropExpiredFiles, runExport, startDueExports } from './run-export.ts'
