import { sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { DomainEvent } from '../../db/outgoing.ts'
import type { Database } from '../../db/database.ts'
import type { EventRow } from '../../db/rows.ts'
import { events, series } from '../../db/schema.ts'
import { projectionOf } from '../../db/projection.ts'
import { inList, columnsOf, inOneBatch, storedOf, statement, type Statements } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** A date of a series, with the counts that determine whether it can be changed. */
export interface SeriesDate {
  event: EventRow
  /** The number of guests who would get an email about a change. */
  guests: number
  /** 1 if the event has ever had a guest, in any status. */
  hasHadGuests: number
  seats: number
  waiting: number
}

const EMAILED_STATUSES = sql.raw(`('CONFIRMED', 'PENDING', 'WAITLISTED', 'INVITED', 'CHECKED_IN')`)

/** Selects dates that have not begun. */
export const isUpcoming = (seriesId: string, now: Instant) =>
  sql`events.series_id = ${seriesId} and events.start_at > ${now}`
export const isEvent = (id: string) => sql`events.id = ${id}`

export const datesWhere = async (db: Database, which: SQL): Promise<SeriesDate[]> => {
  const shape = projectionOf({
    event: events,
    guests: sql<number>`(select count(*) from guests g where g.event_id = events.id and g.status in ${EMAILED_STATUSES})`,
    hasHadGuests: sql<number>`exists (select 1 from guests g where g.event_id = events.id)`,
    seats: sql<number>`(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = events.id)`,
    waiting: sql<number>`exists (select 1 from guests g where g.event_id = events.id and g.shown_status in ('WAITLISTED', 'OFFERED'))`,
  })
  const query = new QueryBuilder().select(shape.columns).from(events).where(which).orderBy(events.startAt, events.id)
  const [rows] = await inOneBatch(db, [shape.of(query)])
  return rows
}

export const upcomingDates = (db: Database, seriesId: string, now: Instant) => datesWhere(db, isUpcoming(seriesId, now))

/**
 * Selects the recurrence ids of dates that have begun but that a rule may still produce: those from the last 2 days,
 * and dates brought forward from a later day.
 */
export const begunIds = async (db: Database, seriesId: string, now: Instant) => {
  const from = new Date(now - 2 * DAY_MS).toISOString().slice(0, 10)
  const begun = statement<{ id: string }>(sql`select recurrence_id as id from events
    where series_id = ${seriesId} and recurrence_id >= ${from} and start_at <= ${now} order by recurrence_id`)
  const [rows] = await inOneBatch(db, [begun])
  return rows.map(({ id }) => id)
}

export interface ChangedDate {
  before: EventRow
  after: EventRow
}

type Key = keyof EventRow
const COLUMNS = columnsOf(events)
const UNCHANGEABLE: readonly Key[] = ['id', 'calendarId', 'slug', 'revision', 'createdAt']
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const at = (key: string) => sql.raw(`'$.set.${key}'`)

/** Maximum size in bytes of the JSON parameters of one statement. D1 allows 2,000,000 bytes. */
const MAX_BATCH_BYTES = 1_000_000

/** Splits rows into JSON arrays of at most `MAX_BATCH_BYTES`, assuming 3 bytes per UTF-16 code unit. */
const jsonChunks = (rows: readonly unknown[]): string[] => {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    bytes += text.length * 3
    if (bytes > MAX_BATCH_BYTES) {
      parts.push([])
      bytes = text.length * 3
    }
    parts.at(-1)?.push(text)
  }
  return parts.filter((part) => part.length > 0).map((part) => `[${part.join(',')}]`)
}

/**
 * Updates any number of dates if their revisions are unchanged. A value that all dates share is sent once. Values that
 * differ, such as times, are sent once per row. If a revision has changed or the seats exceed the capacity, `revision`
 * becomes null and the `not null` constraint fails the whole batch.
 */
export const replaceDates = (changes: readonly ChangedDate[]): Statements => {
  const columns = COLUMNS.filter(([key]) => !UNCHANGEABLE.includes(key)).flatMap(([key, column]) => {
    const changed = changes.filter(({ before, after }) => !isSame(before[key], after[key]))
    const values = new Set(changed.map(({ after }) => JSON.stringify(after[key])))
    const [first] = changed
    return first === undefined ? [] : [{ key, column, isOne: values.size === 1, value: first.after[key] }]
  })
  const rows = changes.map(({ before, after }) => ({
    id: before.id,
    revision: before.revision,
    set: Object.fromEntries(
      columns
        .filter(({ key }) => !isSame(before[key], after[key]))
        .map(({ key, column, isOne }) => [key, isOne ? 1 : storedOf(column, after[key])]),
    ),
  }))
  const sets = columns.map(({ key, column, isOne, value }) => {
    const own = isOne ? sql`${storedOf(column, value)}` : sql`each.value ->> ${at(key)}`
    return sql`${sql.raw(`"${column.name}"`)} = case when json_type(each.value, ${at(key)}) is not null then ${own}
      else events.${sql.raw(`"${column.name}"`)} end`
  })
  const capacity = columns.find(({ key }) => key === 'capacity')
  const seatsFit =
    capacity === undefined
      ? sql`1`
      : sql`(json_type(each.value, ${at('capacity')}) is null or ${capacity.isOne ? sql`${capacity.value}` : sql`each.value ->> ${at('capacity')}`} is null
          or (select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = events.id)
            <= ${capacity.isOne ? sql`${capacity.value}` : sql`each.value ->> ${at('capacity')}`})`
  return jsonChunks(rows).map((text) =>
    statement(sql`update events set ${sql.join([...sets, sql`revision = case when events.revision = each.value ->> '$.revision' and ${seatsFit} then events.revision + 1 end`], sql`, `)}
      from json_each(${text}) each where events.id = each.value ->> '$.id'`),
  )
}

/** Groups the domain events of many dates by type, so that each type takes only a few statements. */
export const eventsOfDates = (told: readonly DomainEvent[]): DomainEvent[] =>
  [...new Set(told.map(({ type }) => type))].flatMap((type) =>
    jsonChunks(told.filter((one) => one.type === type).map(({ eventId, data }) => ({ eventId, data }))).map((text) => ({
      type,
      eventId: sql`each.value ->> '$.eventId'`,
      each: sql`json_each(${text})`,
      data: sql`each.value -> '$.data'`,
    })),
  )

/**
 * True if none of these events has ever had a guest. `replaceSeries` includes this condition, so a concurrent
 * registration fails the batch.
 */
export const hadNoGuests = (eventIds: readonly string[]) =>
  sql`not exists (select 1 from guests g where g.event_id in ${inList(eventIds)})`

/**
 * Deletes those of the events that have never had a guest, with their webhooks and coupons, and cancels pending
 * deliveries.
 */
export const removeDates = (calendarId: string, which: SQL, now: Instant): Statements => {
  const belongsTo = (ids: SQL) => sql`calendar_id = ${calendarId} and event_id in ${ids}`
  const ids = sql`(select events.id from events where ${which} and not exists (select 1 from guests g where g.event_id = events.id))`
  return {
    deliveries: statement(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, completed_at = ${now}
      where status in ('pending', 'retrying') and webhook_id in (select id from webhooks where ${belongsTo(ids)})`),
    webhooks: statement(sql`delete from webhooks where ${belongsTo(ids)}`),
    coupons: statement(sql`delete from coupons where ${belongsTo(ids)}`),
    events: statement(sql`delete from events where id in ${ids}`),
  }
}

export const areEvents = (eventIds: readonly string[]) => sql`events.id in ${inList(eventIds)}`

/** Deletes a series. Its remaining events become single events. */
export const dissolve = (seriesId: string): Statements => ({
  detached: statement(
    sql`update events set series_id = null, recurrence_id = null, overrides = null where series_id = ${seriesId}`,
  ),
  gone: statement(sql`delete from ${series} where id = ${seriesId}`),
})

/** Moves the dates from `cut` on to another series. */
export const moveDatesTo = (from: string, to: string, cut: string) =>
  statement(sql`update events set series_id = ${to} where series_id = ${from} and recurrence_id >= ${cut}`)
