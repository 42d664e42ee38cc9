import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { erasure } from '../../src/db/personal/erase.ts'
import type { Statement } from '../../src/db/statement.ts'
import { randomId } from '../../src/kernel/ids.ts'
import { readIfPresent, writePrivateFile } from '../start/data-dir.ts'
import { openDatabase } from './data-files.ts'

/** Erased objects, by id only. Restoring an older backup erases them again. */
type Erased =
  | { kind: 'guest'; id: string; eventId: string }
  | { kind: 'event' | 'calendar' | 'account'; id: string }
  /** Accounts at the last backup. An account that is in a backup but not in the service was erased. */
  | { kind: 'accounts'; ids: string[] }

const FILE = 'erased.ndjson'

const readErased = (dir: string): Erased[] =>
  (readIfPresent(join(dir, FILE)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Erased)

const erasedNow = (db: DatabaseSync): Erased[] => {
  const guests = db.prepare('select id, event_id as eventId from guests where erased_at is not null').all()
  const deleted = db
    .prepare(
      `select distinct object as kind, object_id as id from changes c where op = 'delete' and (
        object = 'event' and not exists (select 1 from events where id = c.object_id)
        or object = 'calendar' and not exists (select 1 from calendars where id = c.object_id))`,
    )
    .all()
  return [
    ...guests.map((row) => ({ kind: 'guest', ...row }) as Erased),
    ...deleted.map((row) => ({ ...row }) as Erased),
  ]
}

const accountIds = (db: DatabaseSync) =>
  db
    .prepare('select user_id as id from accounts where erase_at is null or erase_at > 0')
    .all()
    .map(({ id }) => String(id))

/** Adds objects erased since the last backup in this directory to its `erased.ndjson`. */
export const noteErased = (dataDir: string, dir: string) => {
  const db = openDatabase(dataDir)
  try {
    const before = readErased(dir)
    const ids = accountIds(db)
    const known = before.flatMap((each) => (each.kind === 'accounts' ? each.ids : []))
    const accounts = known.filter((id) => !ids.includes(id)).map((id): Erased => ({ kind: 'account', id }))
    const lines = [...before.filter(({ kind }) => kind !== 'accounts'), ...erasedNow(db), ...accounts].map((each) =>
      JSON.stringify(each),
    )
    const text = [...new Set(lines), JSON.stringify({ kind: 'accounts', ids })].join('\n')
    writePrivateFile(join(dir, FILE), `${text}\n`)
  } finally {
    db.close()
  }
}

const run = (db: DatabaseSync, each: Statement) => {
  const { sql, params } = each.toSQL()
  db.prepare(sql).run(...(params as (string | number | null)[]))
}

const STARTED = {
  event: `update events set erase_at = 0, visibility = 'PRIVATE' where id = ?`,
  calendar: `update calendars set erase_at = 0, visibility = 'PRIVATE' where id = ?`,
  account: 'update accounts set erase_at = 0 where user_id = ?',
} as const

/**
 * Erases guests that were erased after the backup. For events, calendars and accounts it starts the erasure, which the
 * service completes within minutes. Returns how many there were.
 */
export const eraseAgain = (db: DatabaseSync, dir: string, now: number): number => {
  let count = 0
  for (const each of readErased(dir)) {
    if (each.kind === 'accounts') continue
    if (each.kind === 'guest') {
      const isThere = db.prepare('select 1 from guests where id = ? and erased_at is null').get(each.id)
      if (isThere === undefined) continue
      const { files, borrowedAddresses, rows } = erasure({
        guestId: each.id,
        eventId: each.eventId,
        userId: randomId('usr'),
        qrCode: randomId('qr'),
        moveId: randomId('mov'),
        now,
      })
      for (const statement of [files, borrowedAddresses, ...rows]) run(db, statement)
      count += 1
    } else count += Number(db.prepare(STARTED[each.kind]).run(each.id).changes)
  }
  return count
}
