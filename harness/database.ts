import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The service's database, opened from outside; for work while the service is down. */
export const withDatabase = <Result>(dataDir: string, work: (db: DatabaseSync) => Result): Result => {
  const file = globSync('state/v3/d1/**/*.sqlite', { cwd: dataDir }).find((path) => !path.endsWith('metadata.sqlite'))
  if (file === undefined) throw new Error(`there is no database in ${dataDir}`)
  const db = new DatabaseSync(join(dataDir, file))
  try {
    return work(db)
  } finally {
    db.close()
  }
}
