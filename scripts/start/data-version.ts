import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './data-dir.ts'
import { StartError } from './start-error.ts'

/** Increment it when an earlier version could no longer read data outside D1: Durable Objects, files, keys. */
const FORMAT = 1

/**
 * The oldest version that can run on data which this one has written. Migrations only add, so it is at most the version
 * before this one. Raise it with a change that an older version could not read.
 */
export const OLDEST_READER = '1.0.0-preview'

/** Directory of a restore in progress. */
export const RESTORING = 'restoring'

/** The newest version that wrote to a data directory. Directories of versions before this file exists have none. */
interface DataVersion {
  format: number
  /** Name of the last migration. */
  migration: string
  /** Absent in the files of earlier versions. */
  version?: string
  oldestReader?: string
}

const versionFile = (dataDir: string) => join(dataDir, 'version.json')
const migrationsOf = (root: string) => globSync('*.sql', { cwd: join(root, 'migrations') }).toSorted()

const parsed = (text: string): DataVersion | null => {
  try {
    const found = JSON.parse(text) as Partial<DataVersion>
    return typeof found.format === 'number' && typeof found.migration === 'string' ? (found as DataVersion) : null
  } catch {
    return null
  }
}

const numbersOf = (version: string) => {
  const [release = '', preview] = version.split('-')
  return [...release.split('.').map(Number), preview === undefined ? 1 : 0]
}

/** Whether the first version comes before the second, as in semantic versioning. Previews are compared as one. */
const isOlder = (one: string, other: string) => {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const at = a.findIndex((number, index) => number !== (b[index] ?? 0))
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0)
}

/** Throws a StartError if this version can't read the data. It only reads, so the directory stays as it was. */
export const refuseNewerData = (dataDir: string, root: string, version: string) => {
  if (!existsSync(versionFile(dataDir))) return
  const found = parsed(readFileSync(versionFile(dataDir), 'utf8'))
  const { version: writer = '', oldestReader = '', format = Infinity, migration = '' } = found ?? {}
  if (oldestReader !== '' && isOlder(version, oldestReader))
    throw new StartError(
      `The data were written by ${writer}. This is ${version}, which cannot read them. Start ${oldestReader} or newer, or restore pre-${writer}.`,
    )
  if (format <= FORMAT && (oldestReader !== '' || migrationsOf(root).includes(migration))) return
  const reason = found === null ? 'its version.json is unreadable' : `it has the migration ${migration}`
  throw new StartError(
    `DATA_DIR ${dataDir} was used by a newer version (${reason}). Start that version, restore a backup from before the update, or set another DATA_DIR`,
  )
}

/** The version that last wrote to the data, or null for data of versions that didn't note it. */
export const writerOf = (dataDir: string): string | null =>
  existsSync(versionFile(dataDir)) ? (parsed(readFileSync(versionFile(dataDir), 'utf8'))?.version ?? null) : null

/**
 * Call it before the first write of this version, so that an interrupted migration counts as newer data too. Data of a
 * newer version that this one may run on stay marked as that version's.
 */
export const noteDataVersion = (dataDir: string, root: string, version: string) => {
  const writer = writerOf(dataDir)
  if (writer !== null && isOlder(version, writer)) return
  const noted: DataVersion = {
    format: FORMAT,
    migration: migrationsOf(root).at(-1) ?? '',
    version,
    oldestReader: OLDEST_READER,
  }
  writePrivateFile(versionFile(dataDir), `${JSON.stringify(noted)}\n`)
}
