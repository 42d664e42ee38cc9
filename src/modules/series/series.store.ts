import { and, desc, eq, sql, type Column, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { EventRow, SeriesRow, TicketRow } from '../../db/rows.ts'
import { addons, events, series, takenSlugs, tickets } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { inList, columnsOf, inOneBatch, rowsOf, storedOf, statement } from '../../db/statement.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'

export const insertSeries = (db: Database, row: SeriesRow) => db.insert(series).values(row)

const ofSeries = ({ id, calendarId }: Pick<SeriesRow, 'id' | 'calendarId'>) =>
  and(eq(series.id, id), eq(series.calendarId, calendarId))

export const findSeries = async (db: Database, calendarId: string, id: string) => {
  const [row] = await db.select().from(series).where(ofSeries({ id, calendarId })).limit(1)
  return row ?? null
}

/**
 * The series to which an event belongs now. Since the event was read, a concurrent split may have moved it to a new
 * series.
 */
export const findSeriesOf = async (db: Database, calendarId: string, eventId: string) => {
  const which = sql`series.id = (select events.series_id from events where events.id = ${eventId}) and series.calendar_id = ${calendarId}`
  const [rows] = await inOneBatch(db, [rowsOf(series, new QueryBuilder().select().from(series).where(which))])
  return rows[0] ?? null
}

const countsOf = (now: Instant) => ({
  eventCount: sql<number>`(select count(*) from events where events.series_id = series.id)`,
  nextEventId: sql<string | null>`(select events.id from events where events.series_id = series.id
    and events.end_at > ${now} and events.status in ('PUBLISHED', 'DRAFT') order by events.start_at, events.id limit 1)`,
})

export type SeriesView = { series: SeriesRow; eventCount: number; nextEventId: string | null }

export const viewOfSeries = async (db: Database, calendarId: string, id: string, now: Instant) => {
  const shape = projectionOf({ series, ...countsOf(now) })
  const query = new QueryBuilder().select(shape.columns).from(series).where(ofSeries({ id, calendarId })).limit(1)
  const [[row]] = await inOneBatch(db, [shape.of(query)])
  return row ?? null
}

export const seriesNamed = (calendarId: string, ids: readonly string[], now: Instant) => {
  const shape = projectionOf({ series, ...countsOf(now) })
  const which = sql`series.id in ${inList(ids)} and series.calendar_id = ${calendarId}`
  return shape.of(new QueryBuilder().select(shape.columns).from(series).where(which))
}

export const listSeries = async (db: Database, calendarId: string, page: PageRequest, now: Instant) => {
  const shape = projectionOf({ series, ...countsOf(now) })
  const rows = new QueryBuilder()
    .select(shape.columns)
    .from(series)
    .where(eq(series.calendarId, calendarId))
    .orderBy(desc(series.createdAt), desc(series.id))
    .limit(page.limit)
    .offset(offsetOf(page))
  const read = await inOneBatch(db, {
    rows: shape.of(rows),
    count: statement<{ total: number }>(sql`select count(*) as total from series where calendar_id = ${calendarId}`),
  })
  return { rows: read.rows, total: read.count[0]?.total ?? 0 }
}

/** Counts the dates that have not begun, for the limit of 500. */
export const countAhead = async (db: Database, seriesId: string, now: Instant) => {
  const [[row]] = await inOneBatch(db, [
    statement<{ ahead: number }>(
      sql`select count(*) as ahead from events where series_id = ${seriesId} and start_at > ${now}`,
    ),
  ])
  return row?.ahead ?? 0
}

export const takenSlugsIn = async (db: Database, slugs: readonly string[]) => {
  const [rows] = await inOneBatch(db, [
    statement<{ slug: string }>(sql`select slug from taken_slugs where kind = 'event'
      and slug in ${inList(slugs)}`),
  ])
  return new Set(rows.map(({ slug }) => slug))
}

/** SQL condition: the calendar doesn’t wait for its erasure, which pauses its series. */
export const isNotErasing = sql.raw(
  'not exists (select 1 from calendars c where c.id = series.calendar_id and c.erase_at is not null)',
)

export const seriesToMake = async (db: Database, now: Instant, most: number) => {
  const query = new QueryBuilder()
    .select()
    .from(series)
    .where(sql`make_at is not null and make_at <= ${now} and ${isNotErasing}`)
    .orderBy(series.makeAt)
    .limit(most)
  const [rows] = await inOneBatch(db, [rowsOf(series, query)])
  return rows
}

/**
 * Updates the series if its revision is unchanged and `holds` is true. If a concurrent change was made, or another run
 * created the next dates, `revision` becomes null and the `not null` constraint fails the whole batch.
 */
export const replaceSeries = (db: Database, after: Partial<SeriesRow>, before: SeriesRow, holds: SQL = sql`1`) =>
  db
    .update(series)
    .set({
      ...after,
      revision: sql`case when revision = ${before.revision} and made_until = ${before.madeUntil} and (${holds}) then revision + 1 end`,
    })
    .where(ofSeries(before))

/**
 * Fails the batch if the series was deleted in the meantime. The update in `replaceSeries` cannot detect that: it would
 * match no row and so not fail.
 */
export const failIfDeleted = (id: string) =>
  statement(sql`insert into series (id) select null where not exists (select 1 from series where id = ${id})`)

const COLUMNS = columnsOf(events)
const TICKET_COLUMNS = columnsOf(tickets)
const ADDON_COLUMNS = columnsOf(addons)
const named = (column: Column) => sql.raw(`"${column.name}"`)
const listOfNames = (columns: readonly (readonly [string, Column])[]) =>
  sql.join(
    columns.map(([, column]) => named(column)),
    sql`, `,
  )

/** The columns whose values differ between dates. */
export type OwnOfDate = Pick<EventRow, 'id' | 'slug' | 'startAt' | 'endAt' | 'startDate' | 'endDate' | 'recurrenceId'>

const OWN_COLUMNS = ['id', 'slug', 'startAt', 'endAt', 'startDate', 'endDate', 'recurrenceId'] as const

/** The tickets of date `d` with the names of the tickets to which add-on `k` belongs. */
const TICKETS_OF_DATE =
  sql.raw(`(select json_group_array(t.id) from json_each(k.ticket_ids) i join tickets o on o.id = i.value
  join tickets t on t.event_id = d.value ->> '$.id' and t.name = o.name)`)

/**
 * Copies the add-ons of the series' latest date with add-ons to the new dates. Leaves out an add-on for tickets that a new date
 * doesn't have. Sales periods are not copied, because they belong to one date.
 */
const copyAddons = (rows: string, seriesId: string | null) => {
  const values = ADDON_COLUMNS.map(([key, column]) => {
    if (key === 'id') return sql`'add_' || lower(hex(randomblob(16)))`
    if (key === 'eventId') return sql`d.value ->> '$.id'`
    if (key === 'ticketIds') return TICKETS_OF_DATE
    if (key === 'taken') return sql`0`
    return key === 'salesStartAt' || key === 'salesEndAt' ? sql`null` : sql.raw(`k."${column.name}"`)
  })
  return statement(sql`insert into ${addons} (${listOfNames(ADDON_COLUMNS)})
    select ${sql.join(values, sql`, `)} from json_each(${rows}) d join addons k on k.event_id = (
      select e.id from events e where e.series_id = ${seriesId} and exists (select 1 from addons a where a.event_id = e.id)
      order by e.start_at desc limit 1)
    where json_array_length(${TICKETS_OF_DATE}) = json_array_length(k.ticket_ids)`)
}

/**
 * Inserts any number of dates with their tickets and add-ons in four statements. Values that the dates share are sent once. If the
 * quota does not have room for all dates, `id` becomes null and the batch fails.
 */
export const insertDates = (
  shared: EventRow,
  dates: readonly OwnOfDate[],
  ofEach: readonly TicketRow[],
  hasRoom: SQL,
) => {
  const rows = JSON.stringify(dates)
  const isOwn = (key: string): key is (typeof OWN_COLUMNS)[number] => (OWN_COLUMNS as readonly string[]).includes(key)
  const values = COLUMNS.map(([key, column]) => {
    if (key === 'id') return sql`case when ${hasRoom} then d.value ->> '$.id' end`
    return isOwn(key) ? sql`d.value ->> ${sql.raw(`'$.${key}'`)}` : sql`${storedOf(column, shared[key])}`
  })
  const ticketRows = JSON.stringify(
    ofEach.map((ticket) =>
      Object.fromEntries(TICKET_COLUMNS.map(([key, column]) => [key, storedOf(column, ticket[key])])),
    ),
  )
  const ticketValues = TICKET_COLUMNS.map(([key]) => {
    if (key === 'id') return sql`'tkt_' || lower(hex(randomblob(16)))`
    return key === 'eventId' ? sql`d.value ->> '$.id'` : sql`t.value ->> ${sql.raw(`'$.${key}'`)}`
  })
  return {
    slugs: statement(sql`insert into ${takenSlugs} (kind, slug, owner_id)
      select 'event', d.value ->> '$.slug', d.value ->> '$.id' from json_each(${rows}) d`),
    events: statement(sql`insert into ${events} (${listOfNames(COLUMNS)})
      select ${sql.join(values, sql`, `)} from json_each(${rows}) d`),
    tickets: statement(sql`insert into ${tickets} (${listOfNames(TICKET_COLUMNS)})
      select ${sql.join(ticketValues, sql`, `)} from json_each(${rows}) d cross join json_each(${ticketRows}) t`),
    addons: copyAddons(rows, shared.seriesId),
  }
}
