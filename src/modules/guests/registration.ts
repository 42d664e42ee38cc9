import type { EventRow, TicketRow } from '../../db/rows.ts'
import { type Failure, invalid, refusal } from '../../kernel/failure.ts'
import type { Instant } from '../../kernel/time.ts'

/** Why nobody may join an event any more, however they come. */
export const refuseCancelled = (event: EventRow): Failure | null =>
  event.status === 'CANCELLED' ? refusal('event_cancelled') : null

const closed = (why: string) => refusal('registration_closed', { says: why })

/** Why a visitor may not register for an event just now. */
export const refuseEvent = (event: EventRow, now: Instant): Failure | null => {
  const cancelled = refuseCancelled(event)
  if (cancelled !== null) return cancelled
  if (event.status !== 'PUBLISHED') return closed('Registration for this event is closed.')
  if (event.registrationOpensAt !== null && now < event.registrationOpensAt)
    return closed('Registration has not opened yet.')
  if (now >= Math.min(event.registrationClosesAt ?? event.endAt, event.endAt))
    return closed('Registration for this event is closed.')
  return null
}

/** Why a visitor may not have a ticket just now. */
export const refuseTicket = (ticket: TicketRow, now: Instant): Failure | null => {
  if (ticket.isPaused) return closed('This ticket is not on sale just now.')
  if (ticket.salesStartAt !== null && now < ticket.salesStartAt)
    return closed('The sale of this ticket has not begun yet.')
  if (ticket.salesEndAt !== null && now >= ticket.salesEndAt) return closed('The sale of this ticket is over.')
  return null
}

/** The ticket asked for, or the only visible one. */
export const ticketFor = (tickets: readonly TicketRow[], ticketId: string | null): TicketRow | Failure => {
  if (ticketId !== null)
    return tickets.find(({ id }) => id === ticketId) ?? invalid('ticketId', 'is no ticket of this event')
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  const [only] = visible
  return visible.length === 1 && only !== undefined
    ? only
    : invalid('ticketId', 'must name one of the tickets of this event')
}
