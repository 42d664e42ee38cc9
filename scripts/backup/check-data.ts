import type { DatabaseSync } from 'node:sqlite'

const GUESTS = `select event_id, coalesce(ticket_id, '') as ticket, shown_status as status, count(*) as guests,
  sum(takes_seat) as seats from guests where erased_at is null group by 1, 2, 3`
const COUNTS = `select event_id, ticket_id, status, guests, seats from guest_counts where guests <> 0 or seats <> 0`
const EVENTS = `select calendar_id, count(*) from events group by 1`
const EVENT_COUNTS = `select id, event_count from calendars where event_count <> 0`

const rowsApart = (db: DatabaseSync, one: string, other: string) => {
  const [both, reverse] = [`${one} except ${other}`, `${other} except ${one}`]
  const found = db
    .prepare(`select (select count(*) from (${both})) + (select count(*) from (${reverse})) as apart`)
    .get()
  return Number(found?.['apart'])
}

/** Returns the problems of a database, one sentence each: damaged pages, missing parents and wrong counters. */
export const faultsOfData = (db: DatabaseSync): string[] => {
  const faults: string[] = []
  const [damage] = db.prepare('pragma integrity_check(1)').all()
  if (damage?.['integrity_check'] !== 'ok')
    faults.push(`The database is damaged: ${String(damage?.['integrity_check'])}.`)
  const [orphan] = db.prepare('pragma foreign_key_check').all()
  if (orphan !== undefined)
    faults.push(`A row of ${String(orphan['table'])} refers to a missing row of ${String(orphan['parent'])}.`)
  if (rowsApart(db, GUESTS, COUNTS) > 0) faults.push('The counts of guests differ from the guests.')
  if (rowsApart(db, EVENTS, EVENT_COUNTS) > 0) faults.push('The counts of events differ from the events.')
  return faults
}
