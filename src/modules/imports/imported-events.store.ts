import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { EventRow } from '../../db/rows.ts'
import { events } from '../../db/schema.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

/** An event or series that an earlier import created. */
export interface ImportedObject {
  sourceId: string
  objectId: string
  /** Digests of the fields as the import wrote them, by name. */
  fields: Readonly<Record<string, string>>
  isThere: boolean
  /** Null for a series, and for an event that was deleted. */
  event: EventRow | null
}

/** Finds the events and series that earlier imports created from the lines. */
export const findImportedObjects = async (
  db: Database,
  calendarId: string,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, ImportedObject>> => {
  const known = await rowsFrom(
    db,
    statement<{ sourceId: string; objectId: string; fields: string; isThere: 0 | 1 }>(sql`
      select i.source_id as sourceId, i.object_id as objectId, i.fields,
        exists (select 1 from events e where e.id = i.object_id and e.calendar_id = i.calendar_id and e.erase_at is null)
          or exists (select 1 from series s where s.id = i.object_id and s.calendar_id = i.calendar_id) as isThere
      from json_each(${JSON.stringify(sourceIds)}) w join imported_events i
        on i.calendar_id = ${calendarId} and i.source_id = w.value`),
  )
  const rows = await db
    .select()
    .from(events)
    .where(
      sql`${events.id} in ${inList(known.map(({ objectId }) => objectId))} and ${events.calendarId} = ${calendarId}
        and ${events.eraseAt} is null`,
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    known.map(({ sourceId, objectId, fields, isThere }) => [
      sourceId,
      {
        sourceId,
        objectId,
        fields: JSON.parse(fields) as Record<string, string>,
        isThere: isThere === 1,
        event: byId.get(objectId) ?? null,
      },
    ]),
  )
}

export interface PresentEvent {
  id: string
  title: string
  startAt: Instant
  timezone: string
}

/** Finds the events of the calendar that start within a period, whether or not an import created them. */
export const findEventsBetween = (
  db: Database,
  { calendarId, from, to }: { calendarId: string; from: Instant; to: Instant },
) =>
  rowsFrom(
    db,
    statement<PresentEvent>(sql`select e.id, e.title, e.start_at as startAt, e.timezone from events e
      where e.calendar_id = ${calendarId} and e.start_at between ${from} and ${to} and e.erase_at is null`),
  )

interface Importing {
  calendarId: string
  sourceId: string
  fields: Readonly<Record<string, string>>
  now: Instant
}

/** Fails the batch if another request has imported the line since the dry run. */
export const keepImported = (objectId: string, { calendarId, sourceId, fields, now }: Importing) =>
  statement(sql`insert into imported_events (calendar_id, source_id, object_id, fields, created_at)
    values (${calendarId}, ${sourceId}, ${objectId}, ${JSON.stringify(fields)}, ${now})`)

export const updateImported = ({ calendarId, sourceId, fields }: Omit<Importing, 'now'>) =>
  statement(sql`update imported_events set fields = ${JSON.stringify(fields)}
    where calendar_id = ${calendarId} and source_id = ${sourceId}`)

/** Deletes the deliveries that triggers have just inserted, because imported data isn't news to other systems. */
export const withoutWebhooks = (calendarId: string, objectId: string) =>
  statement(sql`delete from deliveries where calendar_id = ${calendarId} and status = 'pending' and attempts = 0
    and event_type in ('event.created', 'event.published')
    and data ->> '$.eventId' in (select e.id from events e where e.id = ${objectId} or e.series_id = ${objectId})`)
