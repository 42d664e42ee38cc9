import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the service's database file. The service must be stopped. */
export const withDatabase = <Result>(dataDir: string, work: (db: DatabaseSync) => Result): Result => {
  const file = globSync('state/v3/d1/**/*.sqlite', { cwd: dataDir }).find((path) => !path.endsWith('metadata.sqlite'))
  if (file === undefined) throw new Error(`no database in ${dataDir}`)
  const db = new DatabaseSync(join(dataDir, file))
  try {
    return work(db)
  } finally {
    db.close()
  }
}
