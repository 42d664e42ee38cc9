import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { policyLines } from '../../presentation/refund-policy.ts'
import { moneyOf, ticketPriceOf } from '../../presentation/price.ts'
import { optionsOf, preselected, type Chosen } from '../../presentation/selection.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { faultOf, idOf, type Filled } from './fields.tsx'
import { OwnPrice } from './own-price.tsx'
import { QUANTITY } from './submission.ts'

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

const canHave = (ticket: Ticket, event: PublicEvent) =>
  ticket.status === 'ON_SALE' || (ticket.status === 'SOLD_OUT' && event.waitlistEnabled)

/** The refund policy of a ticket, if it differs from that of the event, which the form shows once. */
const ownRefunds = (ticket: Ticket, event: PublicEvent, language: Language) =>
  ticket.refundPolicy === null || (ticket.price === 0 && ticket.priceMode === 'FIXED')
    ? []
    : policyLines(ticket.refundPolicy, event, ticket.currency, language)

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
      {ticket.fee > 0 && (
        <span class="quiet">{language.words.ticket.includesFee(moneyOf(ticket.fee, ticket.currency, language))}</span>
      )}
      {ownRefunds(ticket, event, language).map((line) => (
        <span class="quiet">{line}</span>
      ))}
    </span>
  )
}

/** The tickets as a plain list, for events where guests have no ticket to choose. */
export const TicketList = ({ event, language }: { event: PublicEvent; language: Language }) => (
  <ul class="tickets">
    {event.tickets.map((ticket) => (
      <li class={canHave(ticket, event) ? 'ticket' : 'ticket off'}>
        <Words ticket={ticket} event={event} language={language} />
        <Price ticket={ticket} language={language} />
      </li>
    ))}
  </ul>
)

/** The largest number of tickets that the card shows before the guest asks for all of them. */
const MOST_SHOWN = 5

/** Returns the tickets that the script hides at first: of a long list, all but the first that guests can order. */
const foldedOf = (event: PublicEvent) => {
  const ids = event.tickets.map(({ id }) => id)
  if (ids.length <= MOST_SHOWN) return []
  const open = optionsOf(event).map(({ id }) => id)
  const shown = (open.length > 0 ? open : ids).slice(0, MOST_SHOWN - 1)
  return ids.filter((id) => !shown.includes(id))
}

const ChoiceGroup = ({
  filled,
  legend,
  empty,
  children,
}: {
  filled: Filled
  legend: string
  /** The message that the script shows if no radio button is chosen. */
  empty?: string | undefined
  children?: Child
}) => {
  const fault = faultOf('ticketId', filled)
  return (
    <fieldset
      class="field choosing"
      id={idOf('ticketId')}
      data-group={empty === undefined ? undefined : 'needed'}
      data-empty={empty}
      aria-describedby={fault === undefined ? undefined : 'fault-ticketId'}
    >
      <legend class="sr">{legend}</legend>
      {children}
      {fault !== undefined && (
        <p class="error" id="fault-ticketId">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

const Price = ({ ticket, language }: { ticket: Ticket; language: Language }) => (
  <b>
    <bdi>{ticketPriceOf(ticket, language)}</bdi>
  </b>
)

/** A quantity for each ticket. The script turns each `<select>` into a stepper. */
export const TicketQuantities = ({
  event,
  chosen,
  filled,
  language,
}: {
  event: PublicEvent
  chosen: readonly Chosen[]
  filled: Filled
  language: Language
}) => {
  const { ticket: words } = language.words
  const options = optionsOf(event)
  const quantityOf = (id: string) => chosen.find(({ option }) => option.id === id)?.quantity ?? 0
  const folded = foldedOf(event)
  const isFolded = folded.length > 0 && !folded.some((id) => quantityOf(id) > 0)
  return (
    <ChoiceGroup filled={filled} legend={words.tickets}>
      <ul class={isFolded ? 'tickets folded' : 'tickets'}>
        {event.tickets.map((ticket) => {
          const option = options.find(({ id }) => id === ticket.id)
          const name = `${QUANTITY}${ticket.id}`
          const style = [
            'ticket',
            ...(option === undefined ? ['off'] : []),
            ...((option?.choice ?? null) === null ? [] : ['priced-by-guest']),
            ...(folded.includes(ticket.id) ? ['more'] : []),
          ]
          return (
            <li class={style.join(' ')}>
              <Words ticket={ticket} event={event} language={language} />
              <Price ticket={ticket} language={language} />
              {option !== undefined && (options.length > 1 || option.least < option.most) && (
                <span class="quantity">
                  <label class="sr" for={idOf(name)}>
                    <Said text={words.quantity(ticket.name)} />
                  </label>
                  <select
                    id={idOf(name)}
                    name={name}
                    autocomplete="off"
                    data-option={JSON.stringify(option)}
                    data-fewer={words.fewer(withoutTurns(ticket.name))}
                    data-more={words.more(withoutTurns(ticket.name))}
                  >
                    {options.length > 1 && <option value="0">0</option>}
                    {Array.from({ length: option.most - option.least + 1 }, (_, index) => {
                      const quantity = option.least + index
                      return (
                        <option value={String(quantity)} selected={quantity === quantityOf(ticket.id)}>
                          {quantity}
                        </option>
                      )
                    })}
                  </select>
                </span>
              )}
              {option !== undefined && option.choice !== null && (
                <OwnPrice option={option} filled={filled} language={language} />
              )}
              {option !== undefined && options.length === 1 && option.least === option.most && (
                <input type="hidden" name={name} value={String(option.least)} data-option={JSON.stringify(option)} />
              )}
            </li>
          )
        })}
      </ul>
      {isFolded && (
        <button type="button" class="quiet-button" data-show-all>
          {words.showAll(event.tickets.length)}
        </button>
      )}
    </ChoiceGroup>
  )
}

/** The tickets as radio buttons, for a form that registers one person. */
export const TicketChoice = ({
  event,
  filled,
  language,
}: {
  event: PublicEvent
  filled: Filled
  language: Language
}) => {
  const options = optionsOf(event)
  const chosen = filled.typed.get('ticketId') ?? preselected(options)?.id
  return (
    <ChoiceGroup filled={filled} legend={language.words.ticket.ticket} empty={filled.says?.ticketId}>
      <div class="tickets">
        {event.tickets.map((ticket) => {
          const option = options.find(({ id }) => id === ticket.id)
          return (
            <label class={option === undefined ? 'ticket off' : 'ticket'}>
              <input
                type="radio"
                name="ticketId"
                value={ticket.id}
                required
                disabled={option === undefined}
                checked={ticket.id === chosen}
                data-option={option === undefined ? undefined : JSON.stringify(option)}
              />
              <Words ticket={ticket} event={event} language={language} />
              <Price ticket={ticket} language={language} />
            </label>
          )
        })}
      </div>
    </ChoiceGroup>
  )
}
