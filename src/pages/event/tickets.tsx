import { Said } from '../../presentation/markup.tsx'
import { ticketPriceOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { OpenEvent } from '../asking.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'

type Ticket = OpenEvent['tickets'][number]

/** Whether this ticket can be had, in words. */
const availabilityOf = (ticket: Ticket, event: OpenEvent): string => {
  switch (ticket.status) {
    case 'ON_SALE':
      if (ticket.available !== null) return ticket.available === 1 ? '1 left' : `${ticket.available} left`
      return ticket.requiresApproval && !event.requiresApproval ? 'On request' : 'Available'
    case 'SOLD_OUT':
      return event.waitlistEnabled ? 'Taken – waiting list' : 'Sold out'
    case 'SCHEDULED':
      return ticket.salesStartAt === null ? 'Later' : `From ${momentOf(ticket.salesStartAt, event.timezone)}`
    case 'ENDED':
      return 'No longer sold'
    case 'PAUSED':
    default:
      return 'Not on sale just now'
  }
}

const canHave = (ticket: Ticket, event: OpenEvent) =>
  ticket.status === 'ON_SALE' || (ticket.status === 'SOLD_OUT' && event.waitlistEnabled)

const Words = ({ ticket, event }: { ticket: Ticket; event: OpenEvent }) => (
  <span class="words">
    <span class="name">
      <Said text={ticket.name} />
    </span>
    {ticket.description !== null && (
      <span class="quiet">
        <Said text={ticket.description} />
      </span>
    )}
    <span class="quiet">{availabilityOf(ticket, event)}</span>
  </span>
)

/** What there is to be had; no choice is asked where there is none. */
export const TicketList = ({ event }: { event: OpenEvent }) => (
  <ul class="tickets">
    {event.tickets.map((ticket) => (
      <li class={canHave(ticket, event) ? 'ticket' : 'ticket off'}>
        <Words ticket={ticket} event={event} />
        <b>{ticketPriceOf(ticket)}</b>
      </li>
    ))}
  </ul>
)

export const TicketChoice = ({ event, filled }: { event: OpenEvent; filled: Filled }) => {
  const open = event.tickets.filter((ticket) => canHave(ticket, event))
  const chosen = filled.typed.get('ticketId') ?? (open.length === 1 ? open[0]?.id : undefined)
  const fault = faultOf('ticketId', filled)
  return (
    <fieldset class="field" id={idOf('ticketId')} aria-describedby={fault === undefined ? undefined : 'fault-ticketId'}>
      <legend>Ticket</legend>
      <div class="tickets">
        {event.tickets.map((ticket) => (
          <label class={canHave(ticket, event) ? 'ticket' : 'ticket off'}>
            <input
              type="radio"
              name="ticketId"
              value={ticket.id}
              required
              disabled={!canHave(ticket, event)}
              checked={ticket.id === chosen}
            />
            <Words ticket={ticket} event={event} />
            <b>{ticketPriceOf(ticket)}</b>
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p class="error" id="fault-ticketId">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
