import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start/start-error.ts'

/** How long to wait for a lock held by the running service, which also writes to the database. */
const BUSY_TIMEOUT_MS = 5_000
const DATABASE_DIR = 'state/v3/d1/miniflare-D1DatabaseObject'
const INDEX_DIR = 'state/v3/r2/miniflare-R2BucketObject'

/** Key files in DATA_DIR: without them, links, codes and passkeys don't work. */
export const KEY_FILES = ['encryption.key', 'derivation.key', 'identity.key'] as const

const sqliteIn = (dataDir: string, dir: string) =>
  globSync(`${dir}/*.sqlite`, { cwd: dataDir }).filter((path) => !path.endsWith('metadata.sqlite'))

/** Path of the database below DATA_DIR, or null before the first start. */
export const databasePath = (dataDir: string): string | null => {
  const [path, ...others] = sqliteIn(dataDir, DATABASE_DIR)
  if (others.length > 0) throw new StartError(`${dataDir} has several databases`)
  return path ?? null
}

/** Paths of the databases that list the stored files, one per bucket. */
export const indexPaths = (dataDir: string) => sqliteIn(dataDir, INDEX_DIR)

/** Paths of the stored files. */
export const blobPaths = (dataDir: string) => globSync('state/v3/r2/*/blobs/*', { cwd: dataDir })

/** Opens a database file that the running service may use too: SQLite locks it for the length of a transaction. */
export const openFile = (path: string) =>
  new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })

/**
 * Refuses any user except the owner of the data. As another user, even root, SQLite would create files next to the
 * database that the service can't open.
 */
export const requireOwner = (dataDir: string) => {
  const { uid } = statSync(dataDir)
  if (process.getuid?.() !== uid)
    throw new StartError(`${dataDir} belongs to user ${uid}; run the command as that user: setpriv --reuid=${uid} …`)
}

/** Opens the database of the service. */
export const openDatabase = (dataDir: string) => {
  const path = databasePath(dataDir)
  if (path === null) throw new StartError(`${dataDir} has no database of the service; set DATA_DIR`)
  requireOwner(dataDir)
  return openFile(join(dataDir, path))
}
