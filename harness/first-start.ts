import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Environment variable that names the directory with the data of a test run's first start. */
const KEPT_AT = 'FIRST_START_KEPT_AT'
const LEFT = 'left'
/** Files that belong to one run of the service rather than to its data. */
const OF_A_RUN = new Set(['run.json', 'workerd', 'tmp'])

/**
 * Starts a service once, in parallel with the tests, and keeps its data directory. Migrations and demo data are the
 * same for every empty directory, so the other services of the test run start from a copy.
 */
export const keepFirstStart = (startAndStop: (dataDir: string) => Promise<unknown>) => {
  const home = mkdtempSync(join(tmpdir(), 'event-calendar-first-'))
  const scratch = join(home, 'scratch')
  process.env[KEPT_AT] = home
  const kept = startAndStop(scratch).then(() => renameSync(scratch, join(home, LEFT)))
  // An error is ignored here. The tests then start in an empty directory, where the start reports its own error.
  kept.catch(() => {})
  return async () => {
    await kept.finally(() => rmSync(home, { recursive: true, force: true }))
  }
}

const isEmpty = (dir: string) => !existsSync(dir) || readdirSync(dir).length === 0

/** Copies the data of the first start into an empty directory. Does nothing if that start has not finished yet. */
export const copyFirstStart = (dataDir: string) => {
  const left = join(process.env[KEPT_AT] ?? '', LEFT)
  if (process.env[KEPT_AT] === undefined || !existsSync(left) || !isEmpty(dataDir)) return
  cpSync(left, dataDir, { recursive: true, filter: (path) => !OF_A_RUN.has(basename(path)) })
}
