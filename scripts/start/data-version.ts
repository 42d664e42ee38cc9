import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './data-dir.ts'
import { StartError } from './start-error.ts'

/** Increment it when an earlier version could no longer read data outside D1: Durable Objects, files, keys. */
const FORMAT = 1

/** The last version that wrote to a data directory. Directories of versions before this file exists have none. */
interface DataVersion {
  format: number
  /** Name of the last migration. */
  migration: string
}

const versionFile = (dataDir: string) => join(dataDir, 'version.json')
const migrationsOf = (root: string) => globSync('*.sql', { cwd: join(root, 'migrations') }).toSorted()

const parsed = (text: string): DataVersion | null => {
  try {
    const { format, migration } = JSON.parse(text) as Partial<DataVersion>
    return typeof format === 'number' && typeof migration === 'string' ? { format, migration } : null
  } catch {
    return null
  }
}

/** Throws a StartError if a newer version has used the directory. It only reads, so the directory stays as it was. */
export const refuseNewerData = (dataDir: string, root: string) => {
  if (!existsSync(versionFile(dataDir))) return
  const found = parsed(readFileSync(versionFile(dataDir), 'utf8'))
  if (found !== null && found.format <= FORMAT && migrationsOf(root).includes(found.migration)) return
  const reason = found === null ? 'its version.json is unreadable' : `it has the migration ${found.migration}`
  throw new StartError(
    `DATA_DIR ${dataDir} was used by a newer version (${reason}). Start that version, restore a backup from before the update, or set another DATA_DIR`,
  )
}

/** Call it before the first write of this version, so that an interrupted migration counts as newer data too. */
export const noteDataVersion = (dataDir: string, root: string) => {
  const version: DataVersion = { format: FORMAT, migration: migrationsOf(root).at(-1) ?? '' }
  writePrivateFile(versionFile(dataDir), `${JSON.stringify(version)}\n`)
}
