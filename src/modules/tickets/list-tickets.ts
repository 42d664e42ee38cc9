import type { Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { seatsHeld, toTicket, type SeatsByTicket } from './tickets.ts'
import { readTickets } from './tickets.store.ts'

/** What a ticket's status depends on beside the ticket. */
export const standingOf = (event: EventRow, seats: SeatsByTicket, now: Instant) => ({
  seats,
  isEventFull: event.capacity !== null && seatsHeld(seats) >= event.capacity,
  now,
})

export const listTickets = async ({ event }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const { tickets, seats } = await readTickets(deps.db, event.id)
  const standing = standingOf(event, seats, deps.clock())
  return tickets.map((ticket) => toTicket(ticket, standing))
}
