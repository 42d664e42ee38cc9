import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guests, invites } from '../../db/schema.ts'
import { maybe, projectionOf } from '../../db/projection.ts'
import { rowsFrom, statement } from '../../db/statement.ts'

const entered = projectionOf({
  id: guests.id,
  firstName: guests.firstName,
  lastName: guests.lastName,
  email: guests.email,
  status: guests.status,
  createdAt: guests.createdAt,
  /** Null for a guest who has neither come, nor left, nor answered. */
  version: maybe(invites.version),
  answer: maybe(invites.answer),
})

type EntryKey = Record<'id' | 'partyId' | 'eventId' | 'email', string | null | SQL>

/**
 * SQL condition for the guests who share one calendar entry: the guest, and members of the same party with the same
 * address.
 */
const shareEntry = ({ id, partyId, eventId, email }: EntryKey) =>
  sql`(guests.id = ${id} or (guests.party_id = ${partyId} and guests.event_id = ${eventId})) and guests.email = ${email}`

/** The guests who share a calendar entry with a guest under the address `email`. */
export const findEntry = (db: Database, guestId: string, email: string) => {
  const of = (column: 'party_id' | 'event_id') =>
    sql`(select g.${sql.raw(column)} from guests g where g.id = ${guestId})`
  return rowsFrom(
    db,
    entered.of(
      statement(sql`select ${entered.list()} from guests left join invites on invites.guest_id = guests.id
        where ${shareEntry({ id: guestId, partyId: of('party_id'), eventId: of('event_id'), email })} order by guests.rowid`),
    ),
  )
}

/** How often the guests who share an entry with guest `g` came or went. */
export const VERSION = sql`coalesce((select sum(v.version) from guests join invites v on v.guest_id = guests.id
  where ${shareEntry({ id: sql`g.id`, partyId: sql`g.party_id`, eventId: sql`g.event_id`, email: sql`g.email` })}), 0)`
