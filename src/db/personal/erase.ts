import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { lazy } from '../../kernel/lazy.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { statement, preparedStatement } from '../statement.ts'
import { BLANK_ADDRESS_END, erasingParam, type Erasing, type Holding } from './holding.ts'
import { EXPORT_FILES, HOLDINGS } from './registry.ts'

/** Excludes erased guests, so that repeating an erasure changes nothing. */
const isGuestToErase = sql`g.id = ${erasingParam('guestId')} and g.event_id = ${erasingParam('eventId')} and g.erased_at is null`

const changesOf = ({ table, persons, erasing: method }: Holding) => {
  const columns = getTableColumns(table)
  const assignments = Object.entries(persons).flatMap(([name, person]) => {
    const column = columns[name]
    return column === undefined || person?.becomes === undefined
      ? []
      : [sql`${sql.identifier(column.name)} = ${person.becomes}`]
  })
  return method === undefined || method === 'gone' ? assignments : [...assignments, method.alsoSet]
}

const erasureOf = (held: Holding) => {
  const isAffected = held.erases ?? held.ofGuest
  if (isAffected === undefined) return []
  const table = sql.identifier(getTableName(held.table))
  if (held.erasing === 'gone') {
    // Joins from the guest to the rows, so that SQLite uses an index instead of scanning the table.
    return [
      sql`delete from ${table} where rowid in (select ${table}.rowid from guests g, ${table} where ${isGuestToErase} and ${isAffected})`,
    ]
  }
  const changes = changesOf(held)
  return changes.length === 0
    ? []
    : [sql`update ${table} set ${sql.join(changes, sql`, `)} from guests g where ${isGuestToErase} and (${isAffected})`]
}

const statements = lazy(() =>
  HOLDINGS.flatMap(erasureOf).map((query) => preparedStatement<Erasing, { id: string }>(() => statement(query))),
)

/**
 * Expires the export files that contain data about the guest, and restarts exports in progress. The returned rows
 * include runs whose failed attempts may have left files behind.
 */
const files = preparedStatement<Erasing, { id: string; attempts: number }>(() =>
  statement(sql`
    update export_runs set file_expires_at = case when export_runs.file_expires_at is null then null else ${erasingParam('now')} end,
      lease_until = case export_runs.status when 'RUNNING' then null else export_runs.lease_until end,
      status = case export_runs.status when 'RUNNING' then 'PENDING' else export_runs.status end
    from guests g where ${isGuestToErase} and ${EXPORT_FILES.ofGuest} and (export_runs.status = 'RUNNING' or export_runs.file_expires_at is not null
        or (export_runs.attempts > 0 and export_runs.created_at > ${erasingParam('now')} - ${sql.raw(String(EXPORT_FILES.days * DAY_MS))}))
    returning export_runs.id, export_runs.attempts`),
)

/** Expires the archives that contain the guest. One that is being written starts again, because the feed has a change. */
const archives = preparedStatement<Erasing, { id: string }>(() =>
  statement(sql`
    update archives set file_expires_at = ${erasingParam('now')}
    from guests g where ${isGuestToErase} and archives.calendar_id = g.calendar_id and archives.file_expires_at > ${erasingParam('now')}`),
)

/** Keeps a keyed hash of the address, so that no import brings the person back. Run it before `erasure`. */
export const keepErasedAddress = ({ guestId, eventId }: Pick<Erasing, 'guestId' | 'eventId'>, hash: string) =>
  statement(sql`insert into erased_addresses (calendar_id, hash)
    select g.calendar_id, ${hash} from guests g where g.id = ${guestId} and g.event_id = ${eventId} and g.erased_at is null
    on conflict do nothing`)

/** Blanks the address of party members who were registered under the guest's address. */
const borrowedAddresses = preparedStatement<Erasing, { id: string }>(() =>
  statement(sql`
    update guests set email = guests.id || ${sql.raw(`'${BLANK_ADDRESS_END}'`)}, search_text = lower(guests.first_name || ' ' || guests.last_name),
      updated_at = ${erasingParam('now')}
    from guests g where ${isGuestToErase} and g.email_is_buyers = 0 and guests.event_id = g.event_id and guests.email = g.email
      and guests.email_is_buyers = 1`),
)

/**
 * Returns the statements that erase a guest from every registered table, to run in one transaction. Afterwards, the
 * caller deletes the stored files of the runs that `files` returned.
 */
export const erasure = (values: Erasing) => ({
  files: files(values),
  archives: archives(values),
  borrowedAddresses: borrowedAddresses(values),
  rows: statements().map((prepared) => prepared(values)),
})
