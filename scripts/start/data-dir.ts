import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** One after the other: Node's own recursive mkdir never comes back from under /proc. */
const makeDirs = (path: string) => {
  if (existsSync(path)) return
  makeDirs(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes the directory and answers its one true path, by which the runtime is recognised later. */
export const openDataDir = (path: string): string => {
  try {
    makeDirs(path)
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(`cannot write to DATA_DIR ${path} (${code})`)
  }
}

/** Written whole or not at all, so that a kill in between leaves the last good file. */
export const writePrivateFile = (path: string, content: string) => {
  const next = `${path}.${process.pid}.tmp`
  writeFileSync(next, content, { mode: 0o600, flush: true })
  renameSync(next, path)
}

export const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const madeOnce = (path: string, make: () => string): string => {
  const found = readIfPresent(path)?.trim()
  if (found) return found
  const made = make()
  writePrivateFile(path, `${made}\n`)
  return made
}

const newKey = () => randomBytes(32).toString('base64')

/**
 * What seals, and what links are derived from. Data of a version that had one key for both goes on with that one for its
 * links, which are out in mails.
 */
export const keysOf = (dataDir: string) => {
  const sealing = join(dataDir, 'encryption.key')
  const first = readIfPresent(sealing)?.trim()
  const DERIVATION_KEY = madeOnce(join(dataDir, 'derivation.key'), () => first || newKey())
  return { DERIVATION_KEY, ENCRYPTION_KEY: madeOnce(sealing, newKey) }
}
