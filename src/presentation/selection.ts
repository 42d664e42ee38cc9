import { amountOf } from '../kernel/money.ts'
import { serviceFeeOf, type ServiceFee } from '../kernel/sums.ts'
import { MAX_PARTY_SIZE } from '../kernel/vocabulary.ts'
import type { Language, Words } from '../words/words.ts'
import { minorOf, moneyOf } from './price.ts'

/** The step after an order: places, a request that the organiser reviews, or a position on the waiting list. */
export type Outcome = 'place' | 'request' | 'waiting'

/** A ticket that guests can order. The page passes it to its script as JSON. */
export interface TicketOption {
  id: string
  name: string
  price: number
  currency: string | null
  /** The fee on top of `price`, or null. */
  serviceFee: ServiceFee | null
  /** The limits between which the guest chooses the price, or null if it is fixed. */
  choice: { least: number; most: number; suggested: number | null } | null
  /** `minPerOrder` of the ticket. */
  least: number
  /** The largest quantity for one order. */
  most: number
  outcome: Outcome
  /** The number of places left, or null if it is unlimited or not public. */
  available: number | null
}

export interface Chosen {
  option: TicketOption
  quantity: number
}

/** A placeholder in a label, for the price. */
const PRICE = '\ue000'

/** The part of an event on which the order form depends. */
export interface OrderData {
  /** The number of places left at the event, or null if it is unlimited or not public. */
  left: number | null
  /** The largest number of people that can register together. */
  most: number
  format: string
  labels: Record<Outcome | 'none' | 'continueFor' | 'orderFor' | 'fee', string>
}

interface OrderedEvent {
  requiresApproval: boolean
  waitlistEnabled: boolean
  verifyEmail: boolean
  registrationStatus: string
  spotsRemaining: number | null
  capacity: number | null
  /** The event's own fee or the calendar's. */
  serviceFee: ServiceFee | null
  tickets: readonly (Omit<TicketOption, 'least' | 'most' | 'outcome' | 'choice' | 'serviceFee'> & {
    minPrice?: number | null
    suggestedPrice?: number | null
    maxPrice?: number | null
    status: string
    requiresApproval: boolean
    capacity: number | null
    minPerOrder: number
    maxPerOrder: number
  })[]
}

/** Email verification handles one address at a time, so events that require it register one person per order. */
export const mostTogether = ({ verifyEmail }: Pick<OrderedEvent, 'verifyEmail'>) => (verifyEmail ? 1 : MAX_PARTY_SIZE)

const outcomeOfTicket = (ticket: OrderedEvent['tickets'][number], event: OrderedEvent): Outcome => {
  if (ticket.requiresApproval || event.requiresApproval) return 'request'
  return ticket.status === 'SOLD_OUT' || event.registrationStatus === 'WAITLIST' ? 'waiting' : 'place'
}

/** Events with email verification register one person per order, who pays the lowest price. */
const choiceOf = ({ minPrice, maxPrice, suggestedPrice }: OrderedEvent['tickets'][number], event: OrderedEvent) =>
  typeof minPrice !== 'number' || typeof maxPrice !== 'number' || event.verifyEmail
    ? null
    : { least: minPrice, most: maxPrice, suggested: suggestedPrice ?? null }

/** The name of the field for the price of a ticket. */
export const priceField = (ticketId: string) => `price.${ticketId}`

/** The amount that the form shows before the guest changes it, with the decimal mark of `format`. */
export const shownPrice = ({ price, currency, choice }: TicketOption, format = 'en') => {
  const { text } = amountOf(choice?.suggested ?? price, currency ?? '')
  return (1.5).toLocaleString(format) === '1,5' ? text.replace('.', ',') : text
}

/** The chosen price in minor units, or null if `text` isn’t an amount between the limits. */
const chosenPrice = ({ choice, currency }: TicketOption, text: string) => {
  const minor = minorOf(text, currency ?? '')
  return choice === null || minor === null || minor < choice.least || minor > choice.most ? null : minor
}

/** Returns the option at the price that the guest typed. Text that isn’t an allowed price changes nothing. */
export const atPrice = (option: TicketOption, text: string | null | undefined): TicketOption =>
  option.choice === null
    ? option
    : { ...option, price: chosenPrice(option, text ?? shownPrice(option)) ?? option.price }

/** Returns the message for a price that isn’t allowed, or null. */
export const priceFault = (
  option: TicketOption,
  text: string | null,
  { words, format }: Pick<Language, 'words' | 'format'>,
) => {
  const { choice, currency } = option
  if (choice === null || chosenPrice(option, text ?? shownPrice(option)) !== null) return null
  const isTooHigh = (minorOf(text ?? '', currency ?? '') ?? 0) > choice.most
  return isTooHigh
    ? words.fault.priceTooHigh(moneyOf(choice.most, currency, { format }))
    : words.fault.priceTooLow(moneyOf(choice.least, currency, { format }))
}

const optionOf = (ticket: OrderedEvent['tickets'][number], event: OrderedEvent): TicketOption => {
  const { id, name, price, currency, available, minPerOrder: least } = ticket
  // A party larger than the places left may wait, but not one that the event could never hold.
  const places = event.waitlistEnabled ? [ticket.capacity, event.capacity] : [available, event.spotsRemaining]
  const most = Math.min(ticket.maxPerOrder, mostTogether(event), ...places.filter((each) => each !== null))
  const choice = choiceOf(ticket, event)
  const outcome = outcomeOfTicket(ticket, event)
  return { id, name, price, currency, serviceFee: event.serviceFee, choice, available, least, most, outcome }
}

/** Returns all tickets, whether or not guests can order them now. */
export const allOptionsOf = (event: OrderedEvent) => event.tickets.map((ticket) => optionOf(ticket, event))

/** Returns the tickets that guests can order now, including sold-out ones that have a waiting list. */
export const optionsOf = (event: OrderedEvent): TicketOption[] =>
  event.tickets
    .filter(({ status }) => status === 'ON_SALE' || (status === 'SOLD_OUT' && event.waitlistEnabled))
    .map((ticket) => optionOf(ticket, event))
    .filter(({ least, most }) => least <= most)

/** Returns the ticket to preselect: the only one, or the only one that is not sold out. */
export const preselected = (options: readonly TicketOption[]) => {
  const candidates = options.length === 1 ? options : options.filter(({ outcome }) => outcome !== 'waiting')
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}

export const countOf = (chosen: readonly Chosen[]) => chosen.reduce((sum, { quantity }) => sum + quantity, 0)

/** The service fee of one seat. */
const feeOf = ({ price, serviceFee, currency }: TicketOption) => serviceFeeOf(price, serviceFee, currency)

/** The price of `quantity` of the option, with the service fee. */
export const costOf = ({ option, quantity }: Chosen) => (option.price + feeOf(option)) * quantity

/** The service fee that the sum includes. */
const feesOf = (chosen: readonly Chosen[]) =>
  chosen.reduce((sum, { option, quantity }) => sum + feeOf(option) * quantity, 0)

/** Returns the total price in minor units, with the service fee. The currency is null if nothing costs anything or if currencies differ. */
export const sumOf = (chosen: readonly Chosen[]) => {
  const priced = chosen.filter(({ option, quantity }) => option.price > 0 && quantity > 0)
  const [currency = null, ...others] = new Set(priced.flatMap(({ option }) => option.currency ?? []))
  const minor = priced.reduce((sum, each) => sum + costOf(each), 0)
  return { minor, currency: others.length === 0 ? currency : null, isMixed: others.length > 0 }
}

/** As in the service, one ticket that needs approval makes the whole party a request, and a party waits together. */
export const orderOutcome = (chosen: readonly Chosen[], left: number | null): Outcome => {
  const ordered = chosen.filter(({ quantity }) => quantity > 0)
  if (ordered.some(({ option }) => option.outcome === 'request')) return 'request'
  const isTooMany = (quantity: number, places: number | null) => places !== null && quantity > places
  const waits = ordered.some(
    ({ option, quantity }) => option.outcome === 'waiting' || isTooMany(quantity, option.available),
  )
  return waits || isTooMany(countOf(ordered), left) ? 'waiting' : 'place'
}

/** Returns the label of the button: the one that leads to the details, or the one that places the order (`isLast`). */
export const buttonLabel = (
  chosen: readonly Chosen[],
  { left, format, labels }: Omit<OrderData, 'most'>,
  { isLast = false, extras = [] }: { isLast?: boolean; extras?: readonly Chosen[] } = {},
) => {
  if (countOf(chosen) === 0) return labels.none
  const outcome = orderOutcome(chosen, left)
  const { minor, currency } = sumOf([...chosen, ...extras])
  if (outcome !== 'place' || currency === null) return labels[outcome]
  return (isLast ? labels.orderFor : labels.continueFor).replace(PRICE, moneyOf(minor, currency, { format }))
}

/** Returns the sentence about the service fee in the sum, or null. */
export const feeLabel = (chosen: readonly Chosen[], { format, labels }: Pick<OrderData, 'format' | 'labels'>) => {
  const fee = feesOf(chosen)
  const { currency } = sumOf(chosen)
  return fee === 0 || currency === null ? null : labels.fee.replace(PRICE, moneyOf(fee, currency, { format }))
}

/** Returns the label for a guest who has not chosen a ticket yet. */
export const startLabel = (event: Pick<OrderedEvent, 'tickets'>, action: string, { standing }: Words) =>
  event.tickets.length > 1 && action === standing.register ? standing.getTickets : action

export const orderDataOf = (event: OrderedEvent, action: string, { words, format }: Language): OrderData => ({
  left: event.spotsRemaining,
  most: mostTogether(event),
  format,
  labels: {
    none: startLabel(event, action, words),
    place: action,
    request: words.standing.ask,
    waiting: words.standing.join,
    continueFor: words.standing.continueFor(PRICE),
    orderFor: words.standing.orderFor(PRICE),
    fee: words.ticket.includesFee(PRICE),
  },
})

/**
 * Assigns the chosen tickets: one to the buyer if the buyer attends, preferably `ownTicketId`, and the others to the
 * guests, in the order of the tickets.
 */
export const assignTickets = (
  chosen: readonly Chosen[],
  { isAttending, ownTicketId }: { isAttending: boolean; ownTicketId: string | null },
) => {
  const all = chosen.flatMap(({ option, quantity }) => Array.from({ length: quantity }, () => option.id))
  if (!isAttending) return { own: null, guests: all }
  const at = ownTicketId === null ? 0 : Math.max(all.indexOf(ownTicketId), 0)
  return { own: all[at] ?? null, guests: all.filter((_, index) => index !== at) }
}
