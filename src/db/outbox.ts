import { and, asc, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { MINUTE_MS, SECOND_MS, type Instant } from '../kernel/time.ts'
import type { CommitPorts, Tell } from './commit.ts'
import type { Database } from './database.ts'
import { inList, rowsOf } from './statement.ts'

/**
 * How long a claim holds a row. It is longer than one attempt, because calls to webhooks and to the mail service time
 * out after 10 seconds. After a crash, other workers wait no longer than this.
 */
export const LEASE_MS = 18 * SECOND_MS
/**
 * How far ahead a sweep looks: 5 seconds more than the minute between two sweeps, so that no row is missed in between.
 */
const AHEAD_MS = MINUTE_MS + 5 * SECOND_MS
const MAX_WOKEN = 2_000
const WRITE_TRIES = 3

type Leased = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn; leaseUntil: SQLiteColumn }

type Changes<Table extends SQLiteTable> = { leaseUntil?: Instant | null } & {
  [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQL
}

/** A claimed row. No two claims on a row have the same `lease_until`, so its value identifies the holder. */
interface ClaimedRow {
  id: string
  leaseUntil: Instant | null
}

/** Retries a write whose response was lost. The lease ensures that a repeated write takes effect only once. */
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
 * Manages rows that are waiting to be processed. The rows are the source of truth. Queue messages are only hints and
 * may arrive late, twice or never. A claim holds a row until `lease_until`. After that another worker may claim the
 * row, and the outcome reported by the earlier worker is discarded.
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
  waiting: readonly string[]
  dueAt: SQLiteColumn
  /** Column with the row's calendar, for outgoing data: nothing is sent for a suspended calendar. */
  calendarId?: SQLiteColumn
}) => {
  const mayGo =
    calendarId === undefined
      ? undefined
      : sql`not exists (select 1 from calendars sc where sc.id = ${calendarId} and sc.suspended_at is not null)`
  // Literals, because SQLite ignores a partial index on `status` when the statuses are bound parameters.
  const isWaiting = sql`${table.status} in (${sql.raw(waiting.map((status) => `'${status}'`).join(', '))})`
  const isNamed = (ids: readonly string[]) => sql`${table.id} in ${inList(ids)}`
  const isFree = (ids: readonly string[], now: Instant) =>
    and(isNamed(ids), isWaiting, mayGo, or(isNull(table.leaseUntil), lte(table.leaseUntil, now)))
  const isHeld = ({ id, leaseUntil }: ClaimedRow) => and(eq(table.id, id), eq(table.leaseUntil, leaseUntil))
  const update = (db: Database, values: Changes<Leased>, where: SQL | undefined) =>
    rowsOf(
      table,
      db
        .update(table)
        .set(values as never)
        .where(where)
        .returning(),
    )

  /** Notifies the queue which rows become claimable and when. */
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
    /** Claims the due rows that no worker holds. However many messages name a row, only one worker gets it. */
    claim: (db: Database, ids: readonly string[], now: Instant, values: Changes<Table>, where?: SQL) =>
      update(db, { ...values, leaseUntil: now + LEASE_MS }, and(isFree(ids, now), lte(dueAt, now), where)),
    /** Records the outcome and releases the row. Changes nothing if the caller no longer holds it. */
    settle: (db: Database, row: ClaimedRow, values: Changes<Table>, where?: SQL) =>
      update(db, { leaseUntil: null, ...values }, and(isHeld(row), where)),
    /** Queues every row that is due before the next sweep, including rows abandoned in a crash. */
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
