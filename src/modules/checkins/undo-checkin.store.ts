import { sql, type SQL } from 'drizzle-orm'
import { isoOf, preparedStatement, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { checkedIn, checkinParam } from './checkins.store.ts'

export interface Undoing extends Record<string, unknown> {
  eventId: string
  /** The id of the check-in, or of the guest whose check-in is being undone. */
  id: string
  by: string
  moveId: string
  now: Instant
}

const resetUndoneGuest = preparedStatement<Undoing, never>(() =>
  statement(sql`
    update guests set status = 'CONFIRMED', checked_in_at = null, move_id = ${checkinParam('moveId')}, updated_at = ${checkinParam('now')}
    where status = 'CHECKED_IN'
      and id = (select c.guest_id from checkins c where c.id = ${checkinParam('id')} and c.told_by = ${checkinParam('moveId')})`),
)

const endCheckinsWhere = (where: SQL) => sql`
  update checkins set undone_at = ${checkinParam('now')}, undone_by = ${checkinParam('by')}, told_by = ${checkinParam('moveId')}
  where event_id = ${checkinParam('eventId')} and undone_at is null and ${where} returning id`

const undoOne = preparedStatement<Undoing, { id: string }>(() =>
  statement(endCheckinsWhere(sql`id = ${checkinParam('id')}`)),
)

const undoneMessage = sql`json_object('type', 'undone', 'id', c.id, 'guestId', c.guest_id, 'ticketId', c.ticket_id, 'gate', c.gate,
  'undoneAt', ${isoOf(sql`c.undone_at`)}, 'undoneBy', c.undone_by, 'checkedIn', ${checkedIn})`

const selectEndedWhere = (where: SQL) => sql`
  select c.id, case when c.told_by = ${checkinParam('moveId')} then ${undoneMessage} end as live
  from checkins c join events e on e.id = c.event_id where ${where} and c.event_id = ${checkinParam('eventId')}`

const selectUndone = preparedStatement<Undoing, { id: string; live: string | null }>(() =>
  statement(selectEndedWhere(sql`c.id = ${checkinParam('id')}`)),
)

/** Undoes a check-in: sets `undone_at` and resets the guest to `CONFIRMED`. */
export const undoStatements = (undoing: Undoing) => ({
  undone: undoOne(undoing),
  guest: resetUndoneGuest(undoing),
  seen: selectUndone(undoing),
})

const endCheckinsOfGuest = preparedStatement<Undoing, { id: string }>(() =>
  statement(endCheckinsWhere(sql`guest_id = ${checkinParam('id')}`)),
)
const resetGuestToConfirmed = preparedStatement<Undoing, never>(() =>
  statement(sql`
    update guests set status = 'CONFIRMED', checked_in_at = null, move_id = ${checkinParam('moveId')}, updated_at = ${checkinParam('now')}
    where id = ${checkinParam('id')} and event_id = ${checkinParam('eventId')} and status = 'CHECKED_IN'`),
)
const selectEndedOfGuest = preparedStatement<Undoing, { id: string; live: string | null }>(() =>
  statement(selectEndedWhere(sql`c.guest_id = ${checkinParam('id')} and c.told_by = ${checkinParam('moveId')}`)),
)

/**
 * Undoes the current check-in of the guest `id`, if any. Moderation and erasure run this first, in the same batch,
 * because they override scans.
 */
export const endCheckin = (undoing: Undoing) => ({
  closed: endCheckinsOfGuest(undoing),
  guest: resetGuestToConfirmed(undoing),
  seen: selectEndedOfGuest(undoing),
})
