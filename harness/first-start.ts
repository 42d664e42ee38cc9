import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Where a run of the tests keeps what its first start has left; nobody else keeps any. */
const KEPT_AT = 'FIRST_START_KEPT_AT'
const LEFT = 'left'
/** What is of one run of the service, not of its data. */
const OF_A_RUN = new Set(['run.json', 'workerd', 'tmp'])

/**
 * Migrating and filling the demo end alike in every empty directory: one first start, begun beside the tests, does it for
 * all of them, and each goes on from a copy as a service does that is started again.
 */
export const keepFirstStart = (startAndStop: (dataDir: string) => Promise<unknown>) => {
  const home = mkdtempSync(join(tmpdir(), 'event-calendar-first-'))
  const scratch = join(home, 'scratch')
  process.env[KEPT_AT] = home
  const kept = startAndStop(scratch).then(() => renameSync(scratch, join(home, LEFT)))
  // Whoever starts by then starts in an empty directory, and says what is wrong with that.
  kept.catch(() => {})
  return async () => {
    await kept.finally(() => rmSync(home, { recursive: true, force: true }))
  }
}

const isEmpty = (dir: string) => !existsSync(dir) || readdirSync(dir).length === 0

/** Puts what the first start has left into a directory that is empty; nothing as long as it is under way. */
export const copyFirstStart = (dataDir: string) => {
  const left = join(process.env[KEPT_AT] ?? '', LEFT)
  if (process.env[KEPT_AT] === undefined || !existsSync(left) || !isEmpty(dataDir)) return
  cpSync(left, dataDir, { recursive: true, filter: (path) => !OF_A_RUN.has(basename(path)) })
}
