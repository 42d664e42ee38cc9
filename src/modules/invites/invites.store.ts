import { sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { GuestRow } from '../../db/rows.ts'
import { guests, invites } from '../../db/schema.ts'
import { maybe, rowsFrom, shapeOf } from '../../db/statement.ts'

const entered = shapeOf({
  id: guests.id,
  firstName: guests.firstName,
  lastName: guests.lastName,
  email: guests.email,
  status: guests.status,
  createdAt: guests.createdAt,
  /** None for a guest who has neither come nor gone since they were made, nor answered. */
  version: maybe(invites.version),
  answer: maybe(invites.answer),
})

/** Who has one entry together in the calendar behind an address: a guest, and who came with them and is written to there. */
export const findEntry = (
  db: Database,
  { id, partyId, eventId }: Pick<GuestRow, 'id' | 'partyId' | 'eventId'>,
  email: string,
) =>
  rowsFrom(
    db,
    entered.of(
      new QueryBuilder()
        .select(entered.columns)
        .from(guests)
        .leftJoin(invites, sql`${invites.guestId} = ${guests.id}`)
        .where(
          sql`(${guests.id} = ${id} or (${guests.partyId} = ${partyId} and ${guests.eventId} = ${eventId})) and ${guests.email} = ${email}`,
        )
        .orderBy(sql`guests.rowid`),
    ),
  )

/** How often those who share the entry of guest `g` have come and gone. */
export const VERSION = sql.raw(`coalesce((select sum(v.version) from guests m join invites v on v.guest_id = m.id
  where (m.id = g.id or (m.party_id = g.party_id and m.event_id = g.event_id)) and m.email = g.email), 0)`)
