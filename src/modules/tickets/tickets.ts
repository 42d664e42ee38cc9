import type { CalendarRow, EventRow, TicketRow } from '../../db/rows.ts'
import type { Payments } from '../../deps.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { serviceFeeOf, type ServiceFee } from '../../kernel/sums.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { MAX_PRICE, type TicketChangesInput, type TicketOutput } from './tickets.schema.ts'

/** Seats held, by ticket id. Read from `guest_counts`, which is correct whichever code gave out the seats. */
export type SeatsByTicket = Record<string, number>

export const seatsHeld = (seats: SeatsByTicket) => Object.values(seats).reduce((sum, held) => sum + held, 0)

export const availableOf = (ticket: TicketRow, sold: number) =>
  ticket.capacity === null ? null : Math.max(0, ticket.capacity - sold)

export const ticketStatusOf = (
  ticket: TicketRow,
  { sold, isEventFull, now }: { sold: number; isEventFull: boolean; now: Instant },
): TicketOutput['status'] => {
  if (ticket.isPaused) return 'PAUSED'
  if (ticket.salesEndAt !== null && ticket.salesEndAt <= now) return 'ENDED'
  if (ticket.salesStartAt !== null && ticket.salesStartAt > now) return 'SCHEDULED'
  return isEventFull || availableOf(ticket, sold) === 0 ? 'SOLD_OUT' : 'ON_SALE'
}

interface TicketContext {
  seats: SeatsByTicket
  fee: ServiceFee | null
  isEventFull: boolean
  now: Instant
}

/** Everything that the status of a ticket depends on, apart from the ticket itself. */
export const ticketContext = (
  { event, calendar }: { event: EventRow; calendar: Pick<CalendarRow, 'serviceFee'> },
  seats: SeatsByTicket,
  now: Instant,
): TicketContext => ({
  seats,
  fee: event.serviceFee ?? calendar.serviceFee,
  isEventFull: event.capacity !== null && seatsHeld(seats) >= event.capacity,
  now,
})

/** The prices between which the buyer chooses. All null if the price is fixed. */
const chosenPricesOf = ({ priceMode, price, suggestedPrice, maxPrice }: TicketRow) =>
  priceMode === 'FIXED'
    ? { minPrice: null, suggestedPrice: null, maxPrice: null }
    : { minPrice: price, suggestedPrice, maxPrice: maxPrice ?? MAX_PRICE }

export const toTicket = (ticket: TicketRow, { seats, isEventFull, fee, now }: TicketContext): TicketOutput => {
  const sold = seats[ticket.id] ?? 0
  return {
    id: ticket.id,
    eventId: ticket.eventId,
    key: ticket.key,
    name: ticket.name,
    description: ticket.description,
    translations: ticket.translations,
    type: ticket.type,
    price: ticket.price,
    fee: serviceFeeOf(ticket.price, fee, ticket.currency),
    currency: ticket.currency,
    priceMode: ticket.priceMode,
    ...chosenPricesOf(ticket),
    taxRateId: ticket.taxRateId,
    refundPolicy: ticket.refundPolicy,
    capacity: ticket.capacity,
    minPerOrder: ticket.minPerOrder,
    maxPerOrder: ticket.maxPerOrder,
    sold,
    available: availableOf(ticket, sold),
    salesStartAt: isoOrNull(ticket.salesStartAt),
    salesEndAt: isoOrNull(ticket.salesEndAt),
    requiresApproval: ticket.requiresApproval,
    isHidden: ticket.isHidden,
    sortOrder: ticket.sortOrder,
    status: ticketStatusOf(ticket, { sold, isEventFull, now }),
    createdAt: iso(ticket.createdAt),
    updatedAt: iso(ticket.updatedAt),
  }
}

type TicketFields = Omit<TicketRow, 'id' | 'eventId' | 'createdAt' | 'updatedAt'>

const DEFAULTS: TicketFields = {
  key: null,
  name: '',
  description: null,
  translations: {},
  type: 'FREE',
  price: 0,
  currency: null,
  priceMode: 'FIXED',
  suggestedPrice: null,
  maxPrice: null,
  taxRateId: null,
  refundPolicy: null,
  capacity: null,
  minPerOrder: 1,
  maxPerOrder: MAX_PARTY_SIZE,
  salesStartAt: null,
  salesEndAt: null,
  requiresApproval: false,
  isHidden: false,
  isPaused: false,
  isPriceDoubted: false,
  sortOrder: 0,
}

/** Fields whose change confirms the price after a currency got other decimals, and has it checked again. */
const PRICE_FIELDS = ['price', 'currency', 'priceMode', 'minPrice', 'suggestedPrice', 'maxPrice'] as const

interface MergeContext {
  zone: string
  payments: Pick<Payments, 'whyNotCharged'>
  path?: string
  sortOrder?: number
}

/** Merges `given` into the existing ticket, and lists fields that don't fit together. */
export const mergeTicket = (
  given: TicketChangesInput,
  existing: TicketFields | null,
  { zone, payments, path = '', sortOrder = 0 }: MergeContext,
): { ticket: TicketFields; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const fault = (field: string, message: string) => faults.push({ field: path + field, message })
  const base = existing ?? { ...DEFAULTS, sortOrder }
  const { status, salesStartAt, salesEndAt, type, minPrice, ...plain } = given
  const moment = (field: 'salesStartAt' | 'salesEndAt', text: string | null | undefined) => {
    if (text === undefined) return base[field]
    if (text === null) return null
    const at = instantOfInput(text, zone)
    if (at === null) fault(field, `is a local time that doesn’t exist in ${zone} because of a clock change`)
    return at
  }
  const priceMode = given.priceMode ?? base.priceMode
  const isChosen = priceMode === 'CHOSEN'
  const price = (isChosen ? minPrice : undefined) ?? given.price ?? (type === 'FREE' ? 0 : base.price)
  const isPriced = PRICE_FIELDS.some((field) => given[field] !== undefined) || type === 'FREE'
  const isPriceDoubted = base.isPriceDoubted && !isPriced
  const wasPaused = base.isPaused && !(base.isPriceDoubted && isPriced)
  const ticket: TicketFields = {
    ...base,
    ...plain,
    price,
    type: type ?? (price > 0 || isChosen ? 'PAID' : 'FREE'),
    currency: price === 0 && !isChosen ? null : given.currency === undefined ? base.currency : given.currency,
    ...(isChosen ? {} : { suggestedPrice: null, maxPrice: null }),
    isPaused: status === undefined ? wasPaused : status === 'PAUSED',
    isPriceDoubted,
    salesStartAt: moment('salesStartAt', salesStartAt),
    salesEndAt: moment('salesEndAt', salesEndAt),
  }
  if (base.key !== null && ticket.key !== base.key) fault('key', 'can’t be changed once set')
  if (ticket.maxPerOrder < ticket.minPerOrder) fault('maxPerOrder', 'must not be below minPerOrder')
  if (ticket.type === 'FREE' && price > 0) fault('price', 'must be 0 for a free ticket')
  if (ticket.type === 'FREE' && isChosen) fault('type', 'must be PAID if the buyer chooses the price')
  if (ticket.type === 'PAID' && price === 0 && !isChosen) fault('price', 'must be above 0 for a paid ticket')
  if ((price > 0 || isChosen) && ticket.currency === null) fault('currency', 'is required with a price')
  if (isPriceDoubted && status === 'ON_SALE')
    fault('price', 'must be saved first, because it is now shown with other decimals')
  const { currency } = ticket
  const mustBeCharged = (field: 'price' | 'minPrice' | 'suggestedPrice' | 'maxPrice', amount: number | null) => {
    if (!isPriced || amount === null || amount === 0 || currency === null) return
    const uncharged = payments.whyNotCharged(amount, currency)
    if (uncharged !== null) fault(uncharged.field === 'price' ? field : uncharged.field, uncharged.message)
  }
  mustBeCharged(isChosen && minPrice !== undefined ? 'minPrice' : 'price', price)
  if (isChosen) {
    mustBeCharged('suggestedPrice', ticket.suggestedPrice)
    mustBeCharged('maxPrice', ticket.maxPrice)
    const most = ticket.maxPrice ?? MAX_PRICE
    if (most < Math.max(price, 1)) fault('maxPrice', 'must not be below minPrice')
    if (ticket.suggestedPrice !== null && (ticket.suggestedPrice < price || ticket.suggestedPrice > most))
      fault('suggestedPrice', 'must be between minPrice and maxPrice')
  } else if ([minPrice, given.suggestedPrice, given.maxPrice].some((amount) => typeof amount === 'number'))
    fault('priceMode', 'must be CHOSEN with minPrice, suggestedPrice or maxPrice')
  if (ticket.salesStartAt !== null && ticket.salesEndAt !== null && ticket.salesEndAt <= ticket.salesStartAt) {
    fault('salesEndAt', 'must be after salesStartAt')
  }
  return { ticket, faults }
}
