import type { Deps } from './deps.ts'
import { sendCommunication } from './modules/communications/index.ts'
import { runExport } from './modules/exports/index.ts'

/** Longer work, by the prefix of the row that it is about. */
const jobs: Record<string, (id: string, deps: Deps) => Promise<unknown>> = {
  run: runExport,
  ann: sendCommunication,
  rem: sendCommunication,
}

export const doJobs = async (ids: string[], deps: Deps) => {
  for (const id of ids) await jobs[id.split('_')[0] ?? '']?.(id, deps)
}
