import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfPresent, writePrivateFile } from './data-dir.ts'
import { endProcess, isAlive, listProcesses } from './processes.ts'
import { StartError } from './start-error.ts'

interface Run {
  starter: number
  runner: number | null
}

const GRACE_MS = 1_500
const POLITE_END_MS = 5_000

const runFile = (dataDir: string) => join(dataDir, 'run.json')

/**
 * Symlink to the workerd binary. Its path appears in the process's command line, which shows whose data the process
 * serves.
 */
export const runtimePath = (dataDir: string) => join(dataDir, 'workerd')

export const noteRun = (dataDir: string) => {
  const run: Run = { starter: process.pid, runner: Number(process.env.RUN_BY) || null }
  writePrivateFile(runFile(dataDir), `${JSON.stringify(run)}\n`)
}

const readRun = (dataDir: string): Run | null => {
  try {
    return JSON.parse(readIfPresent(runFile(dataDir)) ?? 'null') as Run | null
  } catch {
    return null
  }
}

const isStarter = (pid: number) =>
  pid !== process.pid &&
  isAlive(pid) &&
  listProcesses().some(
    (found) => found.pid === pid && /scripts\/(start|dev)\.ts|\/app\/host\.mjs start/.test(found.command),
  )

const endAbandonedStarter = async ({ starter, runner }: Run, dataDir: string) => {
  const end = performance.now() + GRACE_MS
  while (isStarter(starter)) {
    if (runner !== null && !isAlive(runner)) return endProcess(starter, POLITE_END_MS)
    if (performance.now() > end) throw new StartError(`DATA_DIR ${dataDir} is in use by process ${starter}`)
    await sleep(100)
  }
}

export const endRuntimes = async (dataDir: string) => {
  const runtimes = listProcesses().filter(({ command }) => command.startsWith(`${runtimePath(dataDir)} serve`))
  await Promise.all(runtimes.map(({ pid }) => endProcess(pid, 0)))
}

/**
 * Ends the processes that a killed start left running on this data: the starter, if its runner has ended, and the
 * runtime.
 */
export const endLeftovers = async (dataDir: string) => {
  const run = readRun(dataDir)
  if (run !== null) await endAbandonedStarter(run, dataDir)
  await endRuntimes(dataDir)
}
