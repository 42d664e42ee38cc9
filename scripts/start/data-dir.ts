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

/** Creates one directory at a time, because Node's recursive mkdir never returns for a path under /proc. */
const makeDirs = (path: string) => {
  if (existsSync(path)) return
  makeDirs(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates the directory and returns its real path, by which `leftovers.ts` finds the runtime's process. */
export const openDataDir = (path: string): string => {
  try {
    makeDirs(path)
    const probe = join(path, `.probe-${process.pid}`)
    try {
      writeFileSync(probe, '')
    } finally {
      rmSync(probe, { force: true })
    }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(`cannot write to DATA_DIR ${path} (${code})`)
  }
}

/** Writes to a temporary file and renames it, so that a kill leaves the previous complete file in place. */
export const writePrivateFile = (path: string, content: string) => {
  const next = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(next, content, { mode: 0o600, flush: true })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

export const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const readOrCreate = (path: string, make: () => string): string => {
  const found = readIfPresent(path)?.trim()
  if (found) return found
  const made = make()
  writePrivateFile(path, `${made}\n`)
  return made
}

/** The key of the identity Worker. The main Worker never gets it. */
export const identityKeyOf = (dataDir: string) => readOrCreate(join(dataDir, 'identity.key'), newKey)

const newKey = () => randomBytes(32).toString('base64')

/**
 * Returns the encryption key and the derivation key. Data from a version that used one key for both keeps that key for
 * deriving links, because emails already sent contain those links.
 */
export const keysOf = (dataDir: string) => {
  const sealing = join(dataDir, 'encryption.key')
  const first = readIfPresent(sealing)?.trim()
  const DERIVATION_KEY = readOrCreate(join(dataDir, 'derivation.key'), () => first || newKey())
  return { DERIVATION_KEY, ENCRYPTION_KEY: readOrCreate(sealing, newKey) }
}
