import { Said } from '../../presentation/markup.tsx'
import { moneyOf, ticketPriceOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'

type Ticket = PublicEvent['tickets'][number]

const FEW = 10

/** Returns the availability of a ticket, or null if there is no restriction to mention. */
const stateOf = (ticket: Ticket, event: PublicEvent, language: Language): { state: string; text: string } | null => {
  const { state, ticket: words } = language.words
  switch (ticket.status) {
    case 'ON_SALE':
      // If the organiser has to approve each guest, the number of free places says little about their chances.
      if (ticket.requiresApproval || event.requiresApproval) return { state: 'onRequest', text: state.onRequest }
      return ticket.available === null || ticket.available > FEW
        ? null
        : { state: 'few', text: state.left(ticket.available) }
    case 'SOLD_OUT':
      return event.waitlistEnabled
        ? { state: 'waitlist', text: words.soldOutWaitlist }
        : { state: 'soldOut', text: words.soldOut }
    case 'SCHEDULED': {
      const { salesStartAt } = ticket
      const text = salesStartAt === null ? words.later : words.from(momentOf(salesStartAt, event.timezone, language))
      return { state: 'later', text }
    }
    case 'ENDED':
      return { state: 'closed', text: words.ended }
    case 'PAUSED':
    default:
      return { state: 'closed', text: words.paused }
  }
}

export const canHave = (ticket: Ticket, event: PublicEvent) =>
  ticket.status === 'ON_SALE' || (ticket.status === 'SOLD_OUT' && event.waitlistEnabled)

const Words = ({ ticket, event, language }: { ticket: Ticket; event: PublicEvent; language: Language }) => {
  const state = stateOf(ticket, event, language)
  return (
    <span class="words">
      <span class="name">
        <Said text={ticket.name} />
        {state !== null && <span class={`state ${state.state}`}>{state.text}</span>}
      </span>
      {ticket.description !== null && (
        <span class="quiet">
          <Said text={ticket.description} />
        </span>
      )}
    </span>
  )
}

/** The tickets as a plain list, for events where guests have no ticket to choose. */
export const TicketList = ({ event, language }: { event: PublicEvent; language: Language }) => (
  <ul class="tickets">
    {event.tickets.map((ticket) => (
      <li class={canHave(ticket, event) ? 'ticket' : 'ticket off'}>
        <Words ticket={ticket} event={event} language={language} />
        <b>
          <bdi>{ticketPriceOf(ticket, language)}</bdi>
        </b>
      </li>
    ))}
  </ul>
)

/** Returns the button label for `people` tickets, with the total if payment is due immediately. */
export const buttonFor = (
  ticket: Ticket | undefined,
  event: PublicEvent,
  action: string,
  { words, format }: Language,
  people = 1,
) =>
  ticket === undefined ||
  ticket.price === 0 ||
  ticket.status !== 'ON_SALE' ||
  ticket.requiresApproval ||
  event.requiresApproval
    ? action
    : words.standing.continueFor(moneyOf(people * ticket.price, ticket.currency, { format }))

export const TicketChoice = ({
  event,
  action,
  filled,
  language,
}: {
  event: PublicEvent
  action: string
  filled: Filled
  language: Language
}) => {
  const open = event.tickets.filter((ticket) => canHave(ticket, event))
  const chosen = filled.typed.get('ticketId') ?? (open.length === 1 ? open[0]?.id : undefined)
  const fault = faultOf('ticketId', filled)
  return (
    <fieldset class="field" id={idOf('ticketId')} aria-describedby={fault === undefined ? undefined : 'fault-ticketId'}>
      <legend class="sr">{language.words.ticket.ticket}</legend>
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
              data-button={buttonFor(ticket, event, action, language)}
            />
            <Words ticket={ticket} event={event} language={language} />
            <b>
              <bdi>{ticketPriceOf(ticket, language)}</bdi>
            </b>
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
