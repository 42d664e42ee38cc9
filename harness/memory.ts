import { readFileSync, writeFileSync } from 'node:fs'
import { runtimePath } from '../scripts/start/leftovers.ts'
import { listProcesses } from '../scripts/start/processes.ts'

/** As the kernel knows it, for a process's highest memory. */
const RESET_PEAK = '5'

/** What the runtime that serves a directory holds in memory, in bytes: now, and at most since that was last forgotten. */
export const memoryOf = (dataDir: string) => {
  const pid = listProcesses().find(({ command }) => command.startsWith(`${runtimePath(dataDir)} serve`))?.pid ?? 0
  const bytesOf = (field: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  return {
    now: () => bytesOf('VmRSS'),
    peak: () => bytesOf('VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK),
  }
}
