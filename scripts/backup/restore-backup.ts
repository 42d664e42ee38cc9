import { createHash, type Hash } from 'node:crypto'
import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import type { DatabaseSync } from 'node:sqlite'
import { EXPORT_FILES } from '../../src/db/personal/registry.ts'
import { openDataDir } from '../start/data-dir.ts'
import { RESTORING, refuseNewerData } from '../start/data-version.ts'
import { StartError } from '../start/start-error.ts'
import { faultsOfData } from './check-data.ts'
import { databasePath, indexPaths, openFile } from './data-files.ts'
import { eraseAgain } from './erased.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { untar } from './tar.ts'

interface RestoreInput {
  path: string
  dataDir: string
  /** The package that will serve the data. */
  root: string
  version: string
  /** File with the secret key of age (`AGE-SECRET-KEY-1…`), for an encrypted backup. */
  identityFile?: string | undefined
  /** Whether to send emails and announcements that were waiting. */
  sendsWaiting: boolean
  /** Directory with `erased.ndjson`. Default: that of the backup. */
  erasedDir?: string
  now?: number
}

export interface Restored {
  at: string
  version: string
  /** Files that were deleted during the backup. */
  missing: string[]
  erasedAgain: number
  /** Emails and announcements that are not sent. */
  cancelled: number
}

const AGE = 'age-encryption.org/v1'

const isEncrypted = (path: string) => {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(AGE.length)
    readSync(file, start, 0, AGE.length, 0)
    return start.toString() === AGE
  } finally {
    closeSync(file)
  }
}

/** The user of the service often can't read a file that root copied to the machine. */
const refuseUnreadable = (path: string) => {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = code === 'EACCES' ? '; give this user the right to read it' : ''
    throw new StartError(`cannot read ${path} (${code})${remedy}`)
  }
}

const keysIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const openArchive = async (path: string, identityFile: string | undefined): Promise<Readable> => {
  refuseUnreadable(path)
  const raw = createReadStream(path, { highWaterMark: 1 << 20 })
  if (!isEncrypted(path)) return raw.pipe(createZstdDecompress())
  if (identityFile === undefined)
    throw new StartError(`${path} is encrypted; name the file with your age key: --identity key.txt`)
  refuseUnreadable(identityFile)
  const decrypter = new Decrypter()
  for (const key of keysIn(identityFile)) decrypter.addIdentity(key)
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(raw) as never)
    return Readable.fromWeb(plain as never).pipe(createZstdDecompress())
  } catch (error) {
    throw new StartError(`${identityFile} does not open ${path} (${(error as Error).message})`)
  }
}

/** Unpacks into `dir` and compares every file with the manifest. */
const unpack = async (archive: Readable, dir: string): Promise<Manifest> => {
  const hashes = new Map<string, Hash>()
  try {
    await untar(archive, dir, (path, piece) => {
      if (!hashes.has(path)) hashes.set(path, createHash('sha256'))
      hashes.get(path)?.update(piece)
    })
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`the backup is damaged (${(error as Error).message})`)
  }
  if (!existsSync(join(dir, MANIFEST))) throw new StartError('the file is not a backup of this service')
  const manifest = JSON.parse(readFileSync(join(dir, MANIFEST), 'utf8')) as Manifest
  for (const { path, bytes, sha256 } of manifest.files) {
    const isSame = existsSync(join(dir, path)) && statSync(join(dir, path)).size === bytes
    const hash = hashes.get(path) ?? createHash('sha256')
    if (!isSame || hash.digest('hex') !== sha256) throw new StartError(`the backup is damaged: ${path} has changed`)
  }
  rmSync(join(dir, MANIFEST))
  return manifest
}

/** Removes entries of files that the backup doesn't have, and expires the exports that they belong to. */
const clearMissing = (dir: string, db: DatabaseSync, now: number): string[] =>
  indexPaths(dir).flatMap((path) => {
    const index = openFile(join(dir, path))
    try {
      const present = new Set(
        readdirSync(join(dir, 'state/v3/r2'), { recursive: true }).map((name) => String(name).split('/').at(-1)),
      )
      const missing = index
        .prepare('select key, blob_id as blob from _mf_objects where blob_id is not null')
        .all()
        .filter(({ blob }) => !present.has(String(blob)))
        .map(({ key }) => String(key))
      for (const key of missing) {
        index.prepare('delete from _mf_objects where key = ?').run(key)
        const [runId = ''] = key.slice(EXPORT_FILES.prefix.length).split('/')
        db.prepare('update export_runs set file_expires_at = ? where id = ?').run(now, runId)
      }
      return missing
    } finally {
      index.close()
    }
  })

const WAITING = [
  `update mails set status = 'cancelled', next_attempt_at = null where status in ('pending', 'retrying')`,
  'update letters set is_queued = 1 where is_queued = 0',
  `update communications set status = 'CANCELLED' where status in ('SCHEDULED', 'SENDING') and send_at < unixepoch() * 1000`,
]

const changed = (db: DatabaseSync, text: string) => Number(db.prepare(text).run().changes)

/** Moves the parts from `RESTORING` into place. As long as `RESTORING` exists, the service refuses to start. */
const moveIntoPlace = (from: string, to: string) => {
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name))
  rmSync(from, { recursive: true })
}

const claimEmpty = (path: string) => {
  const dataDir = openDataDir(path)
  const names = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (names.length > 0 && !names.includes(RESTORING))
    throw new StartError(`DATA_DIR ${dataDir} is not empty; move its content away first`)
  // Deletes the files of a killed restore.
  for (const name of names) rmSync(join(dataDir, name), { recursive: true, force: true })
  const restoring = join(dataDir, RESTORING)
  mkdirSync(restoring, { mode: 0o700 })
  return { dataDir, restoring }
}

interface Prepared extends Pick<RestoreInput, 'root' | 'version' | 'sendsWaiting'> {
  dir: string
  erasedDir: string
  now: number
}

/** Checks the unpacked data and makes them ready to serve. */
const prepare = ({ dir, root, version, sendsWaiting, erasedDir, now }: Prepared) => {
  refuseNewerData(dir, root, version)
  const database = databasePath(dir)
  if (database === null) throw new StartError('the backup has no database')
  const db = openFile(join(dir, database))
  try {
    const [fault] = faultsOfData(db)
    if (fault !== undefined) throw new StartError(`the backup can't be used. ${fault}`)
    db.exec('begin')
    const missing = clearMissing(dir, db, now)
    const erasedAgain = eraseAgain(db, erasedDir, now)
    // Readers of the feed get 410 and restart their sync, because their cursors may refer to lost changes.
    db.exec('update change_feed set epoch = lower(hex(randomblob(8)))')
    const cancelled = sendsWaiting ? 0 : WAITING.reduce((sum, text) => sum + changed(db, text), 0)
    db.exec('commit')
    return { missing, erasedAgain, cancelled }
  } finally {
    db.close()
  }
}

/** Restores a backup into an empty directory, after checking everything. */
export const restoreBackup = async ({
  path,
  identityFile,
  now = Date.now(),
  ...input
}: RestoreInput): Promise<Restored> => {
  if (!existsSync(path)) throw new StartError(`${path} does not exist`)
  const archive = await openArchive(path, identityFile)
  const { dataDir, restoring } = claimEmpty(input.dataDir)
  let restored: Restored
  try {
    const { at, version } = await unpack(archive, restoring)
    const prepared = prepare({ ...input, dir: restoring, erasedDir: input.erasedDir ?? dirname(path), now })
    restored = { at, version, ...prepared }
  } catch (error) {
    archive.destroy()
    rmSync(restoring, { recursive: true, force: true })
    throw error
  }
  moveIntoPlace(restoring, dataDir)
  return restored
}
