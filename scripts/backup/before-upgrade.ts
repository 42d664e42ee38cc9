import { existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath, openFile } from './data-files.ts'

const KEPT = 3
const DIR = 'backups'

/** Returns the migrations of the package that the data lack, or null for data that no migration has run on. */
export const dueMigrations = (dataDir: string, root: string): string[] | null => {
  const path = databasePath(dataDir)
  if (path === null) return null
  const db = openFile(join(dataDir, path))
  try {
    if (db.prepare(`select 1 from sqlite_master where name = 'd1_migrations'`).get() === undefined) return null
    const applied = db.prepare('select name from d1_migrations').all()
    const names = new Set(applied.map(({ name }) => String(name)))
    return globSync('*.sql', { cwd: join(root, 'migrations') }).filter((name) => !names.has(name))
  } finally {
    db.close()
  }
}

const freePath = (dir: string, version: string) => {
  const path = (count: number) => join(dir, `pre-${version}${count === 1 ? '' : `-${count}`}.tar.zst`)
  let count = 1
  while (existsSync(path(count))) count += 1
  return path(count)
}

const writtenAt = (path: string) => statSync(path).mtimeMs

/** Backs the data up as `backups/pre-<version>.tar.zst` in DATA_DIR. The newest three stay. Returns the path. */
export const backUpBeforeUpgrade = async (dataDir: string, version: string): Promise<string> => {
  // Imported here, because it loads the encryption, which a start without pending migrations doesn't need.
  const { writeBackup } = await import('./write-backup.ts')
  const dir = join(dataDir, DIR)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = freePath(dir, version)
  await writeBackup({ dataDir, path, version })
  const paths = globSync('pre-*.tar.zst', { cwd: dir }).map((name) => join(dir, name))
  for (const old of paths.toSorted((a, b) => writtenAt(b) - writtenAt(a)).slice(KEPT)) rmSync(old)
  return path
}
