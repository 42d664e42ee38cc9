import { readFileSync, writeFileSync } from 'node:fs'
import { runtimePath } from '../scripts/start/leftovers.ts'
import { listProcesses } from '../scripts/start/processes.ts'

/** Writing 5 to /proc/<pid>/clear_refs resets the peak memory (VmHWM). */
const RESET_PEAK = '5'

/** Reads the memory, in bytes, of the runtime that serves a data directory. */
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
