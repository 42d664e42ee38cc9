export { archiveOutbox } from './archives.store.ts'
export { restoreOutbox } from './restores.store.ts'
export { dropExpiredUploads, runRestore } from './run-restore.ts'
export { dropExpiredArchives, writeArchive } from './write-archive.ts'
