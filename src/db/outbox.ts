import { and, asc, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import type { CommitPorts, Tell } from './commit.ts'
import type { Database } from './database.ts'
import { inList, rowsOf } from './statement.ts'

/** Outlasts an attempt; what a crash leaves behind is free again soon after. */
export const LEASE_MS = 18 * SECOND_MS
/** A little further than the next sweep, so that nothing falls between two. */
const AHEAD_MS = MINUTE_MS + 5 * SECOND_MS
const MAX_WOKEN = 2_000
const WRITE_TRIES = 3

type Leased = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn; leaseUntil: SQLiteColumn }

type Changes<Table extends SQLiteTable> = { leaseUntil?: Instant | null } & {
  [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQL
}

/** A row as its claim brought it: by the end of its lease, which no two claims share, its holder is known. */
interface Held {
  id: string
  leaseUntil: Instant | null
}

/** A write that the database lost on the way is repeated: the lease lets it count once. */
export const untilWritten = async <Written>(write: () => Promise<Written>): Promise<Written> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write()
    } catch (error) {
      if (tried === WRITE_TRIES) throw error
    }
  }
}

/**
 * Rows that wait to be worked off. They are the truth; the queue only tells which of them to look at, late, twice or
 * never. Whoever claims a row holds it until its lease ends: then another may, and what the first still brings is lost.
 */
export const outboxOf = <Table extends Leased>({
  queue,
  table,
  waiting,
  dueAt,
  calendarId,
}: {
  queue: keyof Parameters<Tell>[0]
  table: Table
  /** The statuses of what is not over. */
  waiting: readonly string[]
  /** From when on a row may be claimed. */
  dueAt: SQLiteColumn
  /** Whose it is, for what leaves the house: of a suspended calendar nothing does. */
  calendarId?: SQLiteColumn
}) => {
  const mayGo =
    calendarId === undefined
      ? undefined
      : sql`not exists (select 1 from calendars sc where sc.id = ${calendarId} and sc.suspended_at is not null)`
  // Written out, because an index of waiting rows alone is not used for statuses that come as parameters.
  const isWaiting = sql`${table.status} in (${sql.raw(waiting.map((status) => `'${status}'`).join(', '))})`
  const isNamed = (ids: readonly string[]) => sql`${table.id} in ${inList(ids)}`
  const isFree = (ids: readonly string[], now: Instant) =>
    and(isNamed(ids), isWaiting, mayGo, or(isNull(table.leaseUntil), lte(table.leaseUntil, now)))
  const isHeld = ({ id, leaseUntil }: Held) => and(eq(table.id, id), eq(table.leaseUntil, leaseUntil))
  const update = (db: Database, values: Changes<Leased>, where: SQL | undefined) =>
    rowsOf(
      table,
      db
        .update(table)
        .set(values as never)
        .where(where)
        .returning(),
    )

  /** Tells the queue which rows can be claimed, and when. */
  const tellOf = (
    due: readonly { id: string; at: Instant }[],
    { clock, tell }: Pick<CommitPorts, 'clock' | 'tell'>,
  ) => {
    const now = clock()
    tell({
      [queue]: due.map(({ id, at }) => ({ id, inSeconds: Math.max(0, Math.ceil((at - now) / SECOND_MS)) })),
    })
  }

  return {
    isWaiting,
    isNamed,
    isFree,
    isHeld,
    tellOf,
    /** Takes what is due and at work nowhere else: however many messages name a row, one of them gets it. */
    claim: (db: Database, ids: readonly string[], now: Instant, own: Changes<Table>, where?: SQL) =>
      update(db, { ...own, leaseUntil: now + LEASE_MS }, and(isFree(ids, now), lte(dueAt, now), where)),
    /** Writes what came of it and lets the row go; changes nothing for who no longer holds it. */
    settle: (db: Database, row: Held, own: Changes<Table>, where?: SQL) =>
      update(db, { leaseUntil: null, ...own }, and(isHeld(row), where)),
    /** Tells of all that is due before the next sweep, or left behind by a crash. */
    async sweep(ports: Pick<CommitPorts, 'db' | 'clock' | 'tell'>) {
      const due = await ports.db
        .select({ id: sql<string>`${table.id}`, at: sql<Instant>`max(${dueAt}, coalesce(${table.leaseUntil}, 0))` })
        .from(table)
        .where(and(isWaiting, lte(dueAt, ports.clock() + AHEAD_MS), mayGo))
        .orderBy(asc(dueAt))
        .limit(MAX_WOKEN)
      tellOf(due, ports)
    },
  }
}
