import { sql, type SQL } from 'drizzle-orm'
import type { EventRow } from '../../db/rows.ts'
import { calendars } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'
import { IS_LISTED } from '../../kernel/visibility.ts'
import type { SERIES_IN_LISTS } from '../../kernel/vocabulary.ts'

/** Events that are not over by `endsAfter`, begin before `startsBefore` and, of the past, are over by `endedBy`. */
export interface EventRange {
  endsAfter: Instant | null
  startsBefore: Instant | null
  endedBy: Instant | null
}

export interface EventSelection extends EventRange {
  /** Which events the reader may see at all; `open` is spelled as the index for open lists has it. */
  audience: 'open' | 'members'
  status?: EventRow['status'] | undefined
  tag?: string | undefined
  q?: string | undefined
  updatedSince?: Instant | undefined
  /** Of which series the next date stands for all. */
  series?: (typeof SERIES_IN_LISTS)[number] | undefined
  /** Only the dates of this series. */
  seriesId?: string | undefined
}

/** The calendar of a list: read already, or found by its slug while the list is read. */
export interface ListedCalendar {
  id: string | SQL
  longestEventMs: number | SQL
}

export const calendarNamed = (slug: string): ListedCalendar => ({
  id: sql`(select ${calendars.id} from ${calendars} where ${calendars.slug} = ${slug})`,
  longestEventMs: sql`(select ${calendars.longestEventMs} from ${calendars} where ${calendars.slug} = ${slug})`,
})

const OPEN = sql.raw(IS_LISTED)

/** Not by LIKE: D1 takes patterns of 50 bytes at most. */
const contains = (column: SQL, text: string) => sql`instr(lower(${column}), lower(${text})) > 0`

export const allOf = (conditions: (SQL | null)[]) =>
  sql.join(
    conditions.filter((one) => one !== null),
    sql` and `,
  )

/** What a reader may see and has asked for, whatever the time. */
export const audienceConditions = ({ audience, status }: EventSelection) => [
  audience === 'open' ? OPEN : null,
  status === undefined ? null : sql`status = ${status}`,
]

export const searchConditions = ({ tag, q, updatedSince, seriesId }: EventSelection) => [
  seriesId === undefined ? null : sql`series_id = ${seriesId}`,
  tag === undefined ? null : sql`exists (select 1 from json_each(tags) where value = ${tag} collate nocase)`,
  q === undefined || q === '' ? null : sql`(${contains(sql`title`, q)} or ${contains(sql`description`, q)})`,
  updatedSince === undefined ? null : sql`updated_at >= ${updatedSince}`,
]

/**
 * In the order of the starts. An event that ends after a moment cannot have started longer before it than the
 * longest event lasts, so the walk along the index begins there; the plus keeps it on that index.
 */
const timeOf = ({ id, longestEventMs }: ListedCalendar, { endsAfter, startsBefore, endedBy }: EventRange) => [
  sql`calendar_id = ${id}`,
  endsAfter === null ? null : sql`start_at > ${endsAfter - 1} - ${longestEventMs}`,
  endsAfter === null ? null : sql`+end_at > ${endsAfter}`,
  startsBefore === null ? null : sql`start_at < ${startsBefore}`,
  endedBy === null ? null : sql`start_at < ${endedBy}`,
  endedBy === null ? null : sql`+end_at <= ${endedBy}`,
]

/** Names without a table are those of the events. */
export const selectListedEvents = (calendar: ListedCalendar, selection: EventSelection) =>
  allOf([...timeOf(calendar, selection), ...audienceConditions(selection), ...searchConditions(selection)])
