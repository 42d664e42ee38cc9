export { exportUrlOf } from './export-link.ts'
export { findRun } from './exports.store.ts'
export { runExport } from './run-export.ts'
export { dropExpiredFiles, startDueExports } from './sweep-exports.ts'
