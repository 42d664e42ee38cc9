import type { Commit } from '../db/commit.ts'
import { Quoted } from '../db/quote.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../kernel/time.ts'

/**
 * One transaction that leaves nothing behind. On a full disk, SQLite still has the space of the write-ahead log, 4 MB. A
 * commit fails anyway as soon as a statement changes more than 64 KB, because SQLite then needs a temporary file. So the
 * update has to change that much: 24 rows of a page each.
 */
const PROBE = [
  `insert into idempotency_claims (id, request_hash, holder, claimed_until, created_at)
    select 'health-' || value, hex(zeroblob(2048)), '', 0, 0
    from json_each('[${Array.from({ length: 24 }, (_, index) => index).join()}]') where true on conflict (id) do nothing`,
  "update idempotency_claims set request_hash = hex(randomblob(2048)) where id >= 'health-' and id < 'health.'",
  "delete from idempotency_claims where id >= 'health-' and id < 'health.'",
]
const REPEAT_AFTER_MS = 5 * SECOND_MS

interface WriteCheckPorts {
  db: D1Database
  clock: Clock
  /** Whether the database is on a disk of this machine. Other data can fill that disk while no request writes. */
  isSingle: boolean
}

/**
 * Tells `/health` whether the database accepts writes, at no cost per request: it tries a write only after a commit has
 * failed, and on a single machine also once a minute. `/health` needs no credential and has no rate limit, so it must
 * not write on every call.
 */
export const createWriteCheck = ({ db, clock, isSingle }: WriteCheckPorts) => {
  let isSuspected = false
  let triedAt = -Infinity
  let problem: Error | null = null

  const attempt = async () => {
    triedAt = clock()
    try {
      await db.batch(PROBE.map((sql) => db.prepare(sql)))
      isSuspected = false
      problem = null
    } catch (error) {
      isSuspected = true
      problem = error as Error
    }
  }

  return {
    watch:
      (commit: Commit): Commit =>
      async (change) => {
        try {
          return await commit(change)
        } catch (error) {
          if (!(error instanceof Quoted)) isSuspected = true
          throw error
        }
      },
    /** Throws if the database doesn't accept writes. */
    check: async () => {
      const isDue = isSingle && clock() - triedAt >= MINUTE_MS
      if (isDue || (isSuspected && (problem === null || clock() - triedAt >= REPEAT_AFTER_MS))) await attempt()
      if (problem !== null) throw problem
    },
  }
}
