import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Environment variable with the directory in which a test run keeps the data of its first start. */
const KEPT_AT = 'FIRST_START_KEPT_AT'
const LEFT = 'left'
/** Files that belong to a run of the service rather than to its data. */
const OF_A_RUN = new Set(['run.json', 'workerd', 'tmp'])

/**
 * Starts a service once, in parallel with the tests, and keeps its data directory. Migrations and demo data come out
 * the same in every empty directory, so other services start from a copy.
 */
export const keepFirstStart = (startAndStop: (dataDir: string) => Promise<unknown>) => {
  const home = mkdtempSync(join(tmpdir(), 'event-calendar-first-'))
  const scratch = join(home, 'scratch')
  process.env[KEPT_AT] = home
  const kept = startAndStop(scratch).then(() => renameSync(scratch, join(home, LEFT)))
  // Ignored here: tests then start in an empty directory, and such a start reports its own error.
  kept.catch(() => {})
  return async () => {
    await kept.finally(() => rmSync(home, { recursive: true, force: true }))
  }
}

const isEmpty = (dir: string) => !existsSync(dir) || readdirSync(dir).length === 0

/** Copies the data of the first start into an empty directory. Does nothing until that start has completed. */
export const copyFirstStart = (dataDir: string) => {
  const left = join(process.env[KEPT_AT] ?? '', LEFT)
  if (process.env[KEPT_AT] === undefined || !existsSync(left) || !isEmpty(dataDir)) return
  cpSync(left, dataDir, { recursive: true, filter: (path) => !OF_A_RUN.has(basename(path)) })
}
