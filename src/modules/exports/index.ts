export { exportUrlOf } from './download-export.ts'
export { findRun, runOutbox } from './exports.store.ts'
export { dropExpiredFiles, runExport, startDueExports } from './run-export.ts'
