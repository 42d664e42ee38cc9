import { sql, type SQL } from 'drizzle-orm'
import { changes } from '../../db/schema.ts'
import type { ChangeRow } from '../../db/rows.ts'
import { projectionOf } from '../../db/projection.ts'
import { inList, statement, type TypedStatement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import type { ChangeObject } from '../../kernel/vocabulary.ts'
import { MAX_EXAMINED } from './changes.ts'
import type { Feed } from './cursor.ts'

const change = projectionOf({ row: changes })

const changesOf = (where: SQL): TypedStatement<ChangeRow> => {
  const found = change.of(statement(sql`select ${change.list()} from changes where ${where}`))
  return { toSQL: () => found.toSQL(), rowsOf: (rows) => found.rowsOf(rows).map(({ row }) => row) }
}

export const readFeedState = () =>
  statement<Feed>(sql`
    select epoch, dropped_through as droppedThrough, (select coalesce(max(seq), 0) from changes) as head from change_feed`)

interface PageAfter {
  calendarId: string
  /** Null starts at the oldest stored row. */
  after: number | null
  /** Null means all object types. The query then needs neither a filter nor the `MAX_EXAMINED` limit. */
  objects: readonly ChangeObject[] | null
  limit: number
}

/** Selects the next rows of a calendar in ascending order of `seq`. */
export const changesAfter = ({ calendarId, after, objects, limit }: PageAfter) => {
  const rest = sql`calendar_id = ${calendarId} and seq > ${after ?? 0}`
  const stretchEnd = sql`(select seq from changes where ${rest} order by seq limit 1 offset ${MAX_EXAMINED - 1})`
  const chosen =
    objects === null
      ? sql`1`
      : sql`object in ${inList(objects)} and seq <= coalesce(${stretchEnd}, ${Number.MAX_SAFE_INTEGER})`
  return {
    rows: changesOf(sql`${rest} and ${chosen} order by seq limit ${limit + 1}`),
    stretch: statement<{ end: number | null }>(
      objects === null ? sql`select null as "end"` : sql`select ${stretchEnd} as "end"`,
    ),
  }
}

/** The first `seq` at or after an instant. Both `at` and `seq` increase together, so a binary search finds it. */
const seqAt = (at: Instant) => sql`(
  with recursive halving (low, high) as (
    select (select dropped_through from change_feed) + 1, (select coalesce(max(seq), 0) from changes) + 1
    union all
    select iif(c.at < ${at}, c.seq + 1, low), iif(c.at < ${at}, high, (low + high) / 2)
    from halving join changes c on c.seq = (select min(seq) from changes where seq >= (low + high) / 2) where low < high
  ) select max(low) from halving)`

interface PageBefore {
  calendarId: string
  objects: readonly ChangeObject[]
  id?: string | undefined
  /** Whether to include changes to everything that belongs to the event or guest `id`. */
  withParts: boolean
  actor?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  before: number | null
  limit: number
}

/**
 * Margin by which `seqAt` widens the range, because the clocks of two machines may differ. The query itself then
 * compares the exact `at`.
 */
const SKEW_MS = 60_000

/** Matches an object or, with `withParts`, everything that belongs to it. */
const objectsNamed = (id: string, withParts: boolean): SQL => {
  if (!withParts) return sql`object_id = ${id}`
  if (id.startsWith('evt_')) return sql`event_id = ${id}`
  return sql`object_id in (select ${id} union all select id from checkpoint_scans where guest_id = ${id})`
}

const subjectOf = ({ calendarId, id, withParts }: PageBefore): SQL =>
  id === undefined
    ? sql`calendar_id = ${calendarId}`
    : sql`${objectsNamed(id, withParts)} and +calendar_id = ${calendarId}`

/** Selects the newest changes first. */
export const changesBefore = (search: PageBefore) => {
  const { objects, actor, from, to, before, limit } = search
  const rest = sql.join(
    [
      subjectOf(search),
      ...(before === null ? [] : [sql`seq < ${before}`]),
      ...(from === undefined ? [] : [sql`seq >= ${seqAt(from - SKEW_MS)}`]),
      ...(to === undefined ? [] : [sql`seq < ${seqAt(to + SKEW_MS)}`]),
    ],
    sql` and `,
  )
  const stretchEnd = sql`(select seq from changes where ${rest} order by seq desc limit 1 offset ${MAX_EXAMINED - 1})`
  const chosen = sql.join(
    [
      sql`object in ${inList(objects)}`,
      ...(actor === undefined ? [] : [sql`(actor_id = ${actor} or actor_type = ${actor})`]),
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at < ${to}`]),
    ],
    sql` and `,
  )
  return {
    rows: changesOf(
      sql`${rest} and ${chosen} and seq >= coalesce(${stretchEnd}, 0) order by seq desc limit ${limit + 1}`,
    ),
    stretch: statement<{ end: number | null }>(sql`select ${stretchEnd} as "end"`),
  }
}

/** Selects the names of the API keys, door passes and guests who made changes. */
export const labelsOf = (calendarId: string, ids: readonly string[]) =>
  statement<{ id: string; label: string }>(sql`
    select id, name as label from api_keys where id in ${inList(ids)} and calendar_id = ${calendarId}
    union all select id, substr(rest, 1, instr(rest || '/', '/') - 1) from (
      select id, substr(client_id, instr(client_id, '://') + 3) as rest from app_grants
      where id in ${inList(ids)} and calendar_id = ${calendarId})
    union all select id, label from door_passes where id in ${inList(ids)} and calendar_id = ${calendarId}
    union all select id, trim(first_name || ' ' || last_name) from guests
      where id in ${inList(ids)} and calendar_id = ${calendarId} and erased_at is null`)

/**
 * Deletes the oldest rows, at most `most` per run. Always keeps the newest row, whatever its age, because SQLite could
 * otherwise assign its `seq` again.
 */
export const dropChangesBefore = (before: Instant, most: number) => ({
  noted: statement(sql`
    update change_feed set dropped_through = max(dropped_through, coalesce((
      select max(seq) from (select seq, at from changes order by seq limit ${most})
      where at < ${before} and seq < (select max(seq) from changes)), 0))`),
  dropped: statement(sql`delete from changes where seq <= (select dropped_through from change_feed)`),
})
