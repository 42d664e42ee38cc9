import { copyFileSync, existsSync, globSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { requireSpace } from '../start/disk.ts'
import { isAlive } from '../start/processes.ts'
import { StartError } from '../start/start-error.ts'
import { blobPaths, databasePath, indexPaths, KEY_FILES, openFile, requireOwner } from './data-files.ts'

const SPARE_BYTES = 64 * 1024 * 1024

const copyDatabase = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true })
  const db = openFile(from)
  try {
    db.prepare('vacuum into ?').run(to)
  } finally {
    db.close()
  }
}

/** Links a stored file. Returns false if the service has deleted it since its index was copied. */
const linkBlob = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    // Errors of file systems without hard links.
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK'].includes(code)) throw error
    copyFileSync(from, to)
  }
}

const dropAbandoned = (dataDir: string) => {
  for (const name of globSync('backup-*.tmp', { cwd: dataDir }))
    if (!isAlive(Number(/\d+/.exec(name)?.[0]))) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Copies the data next to itself while the service runs, and passes the copy to `use`. The order matters: rows name
 * files, and the service writes a file before its row and deletes it after its row. The copy therefore lacks only files
 * that were deleted in the meantime.
 */
export const withSnapshot = async <Result>(dataDir: string, use: (dir: string) => Promise<Result>): Promise<Result> => {
  const database = databasePath(dataDir)
  if (database === null) throw new StartError(`${dataDir} has no database of the service; set DATA_DIR`)
  requireOwner(dataDir)
  dropAbandoned(dataDir)
  requireSpace(dataDir, statSync(join(dataDir, database)).size + SPARE_BYTES)
  const dir = join(dataDir, `backup-${process.pid}.tmp`)
  mkdirSync(dir, { mode: 0o700 })
  try {
    for (const name of [...KEY_FILES, 'version.json'])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(dir, name))
    for (const path of [database, ...indexPaths(dataDir)]) copyDatabase(join(dataDir, path), join(dir, path))
    for (const path of blobPaths(dataDir)) linkBlob(join(dataDir, path), join(dir, path))
    return await use(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
