import { sql, type SQL } from 'drizzle-orm'
import { send, statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'

/** Tables of earlier versions, which decided check-ins inside the Durable Object. */
const TABLES = ['admissions', 'conflicts', 'outbox', 'answers', 'wakes'] as const

interface Place {
  eventId: string
  calendarId: string
}

const rowsAs = (rows: unknown[]): SQL => sql`json_each(${JSON.stringify(rows)})`

/**
 * Moves the data of an earlier version from the object's storage to D1: check-ins, including undone ones, conflicts,
 * and guest statuses still waiting in the `outbox`. Idempotent. Drops the tables only after D1 has their rows.
 */
export const drainLedger = async (storage: DurableObjectStorage, { db, clock }: Deps) => {
  const rowsOf = (query: string) => storage.sql.exec(query).toArray()
  const known = new Set(rowsOf("select name from sqlite_master where type = 'table'").map(({ name }) => name))
  if (!known.has('admissions')) return
  const place = storage.kv.get<Place>('place')
  const [admissions, conflicts] = [rowsOf('select * from admissions'), rowsOf('select * from conflicts')]
  if (place !== undefined && admissions.length > 0) {
    const now = clock()
    const untold = rowsOf('select distinct a.guest_id from outbox o join admissions a on a.id = o.admission_id')
    await send(db, [
      statement(sql`
        insert into checkins (id, calendar_id, event_id, guest_id, ticket_id, checked_in_at, checked_in_by, checked_in_by_label,
          gate, device_id, undone_at, undone_by, told_by, created_at)
        select value ->> 'id', ${place.calendarId}, ${place.eventId}, value ->> 'guest_id', value ->> 'ticket_id', value ->> 'at',
          value ->> 'by_whom', value ->> 'by_label', value ->> 'gate', value ->> 'device_id', value ->> 'undone_at',
          value ->> 'undone_by', 'ledger', value ->> 'recorded_at'
        from ${rowsAs(admissions)} where true
        on conflict (id) do update set undone_at = excluded.undone_at, undone_by = excluded.undone_by
        where checkins.undone_at is null and excluded.undone_at is not null`),
      statement(sql`
        insert into checkin_conflicts (checkin_id, event_id, scanned_at, received_at, scanned_by, scanned_by_label, gate, device_id)
        select value ->> 'admission_id', ${place.eventId}, value ->> 'scanned_at', value ->> 'received_at', value ->> 'by_whom',
          value ->> 'by_label', coalesce(value ->> 'gate', ''), coalesce(value ->> 'device_id', '')
        from ${rowsAs(conflicts)} where true on conflict do nothing`),
      statement(sql`
        update guests set updated_at = ${now}, move_id = 'ledger',
          status = case when c.id is null then 'CONFIRMED' else 'CHECKED_IN' end, checked_in_at = c.checked_in_at
        from ${rowsAs(untold.map(({ guest_id: id }) => id))} u
          left join checkins c on c.event_id = ${place.eventId} and c.guest_id = u.value and c.undone_at is null
        where guests.id = u.value and guests.status = case when c.id is null then 'CHECKED_IN' else 'CONFIRMED' end`),
    ])
  }
  storage.transactionSync(() => {
    for (const table of TABLES) if (known.has(table)) storage.sql.exec(`drop table ${table}`)
  })
}
