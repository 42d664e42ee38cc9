import type { DifferenceRow, OrderAddonRow, OrderRow, OrderSeatRow, OrderTermsRow, RefundRow } from '../../db/rows.ts'
import { referenceOfOrder } from '../../kernel/bank-transfer.ts'
import { taxesOfSold } from '../../kernel/order-sums.ts'
import { sum } from '../../kernel/sums.ts'
import { HOUR_MS, iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { CHECKOUT_MS, PROMOTED_ORDER_MS } from './order-deadlines.store.ts'
import { NO_DETAILS, type OrderDetails } from './order-reading.store.ts'
import type { SalesTotal } from './sales.store.ts'
import type { OrderOutput } from './orders.schema.ts'

/** How long an unpaid `OFFLINE` order holds its seats. */
const OFFLINE_ORDER_MS = 72 * HOUR_MS

/**
 * `isPresent` means that the guest is being redirected to Stripe and pays right away. A guest who gets the link by
 * email has 24 hours.
 */
export const orderDeadlines = (now: Instant, isPresent: boolean): [offline: Instant, online: Instant] => [
  now + OFFLINE_ORDER_MS,
  now + (isPresent ? CHECKOUT_MS : PROMOTED_ORDER_MS),
]

/** The organiser's payment instructions, or null if nothing is due or Stripe collects the payment. */
export const instructionsFor = (
  order: Pick<OrderRow, 'status' | 'provider' | 'total'> | null,
  event: { paymentInstructions: string | null },
  calendar: { paymentInstructions: string | null },
) =>
  order?.status === 'PENDING' && order.provider === 'OFFLINE' && order.total > 0
    ? event.paymentInstructions || calendar.paymentInstructions || null
    : null

const paymentStatusOf = (status: OrderRow['status'], terms: OrderTermsRow | undefined) => {
  if (status === 'PENDING') return terms?.paymentState === 'PROCESSING' ? 'PROCESSING' : 'PENDING'
  return status === 'EXPIRED' || status === 'CANCELLED' ? 'CANCELLED' : 'PAID'
}

const methodOf = ({ provider }: OrderRow, terms: OrderTermsRow | undefined) => {
  if (provider === 'FREE') return null
  return terms?.method ?? (provider === 'STRIPE' ? 'ONLINE' : 'HAND')
}

export const toRefund = (refund: RefundRow): OrderOutput['refunds'][number] => ({
  id: refund.id,
  orderId: refund.orderId,
  amount: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  guestIds: refund.guestIds,
  status: refund.status,
  createdAt: iso(refund.createdAt),
  completedAt: isoOrNull(refund.completedAt),
  paidOutAt: isoOrNull(refund.paidOutAt),
})

const toDispute = (row: DifferenceRow | undefined) =>
  row === undefined ? null : { status: row.status, reason: row.reason, dueBy: isoOrNull(row.dueBy), amount: row.amount }

/** One item per ticket and price. An order without a party has a single item and no rows in `order_seats`. */
const itemsOf = (order: OrderRow, seats: readonly OrderSeatRow[]): OrderOutput['items'] => {
  if (seats.length === 0) {
    const { ticketId, ticketName, subtotal, discount, total, fee, guestId } = order
    const price = { unitPrice: subtotal - fee, discount, total: total - fee }
    return [{ ticketId, ticketName, quantity: 1, ...price, guestIds: [guestId] }]
  }
  return [...Map.groupBy(seats, ({ ticketId, price }) => `${ticketId} ${price}`).values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const discount = sum(alike.map((seat) => seat.discount))
    return [
      {
        ticketId: first.ticketId,
        ticketName: first.ticketName,
        quantity: alike.length,
        unitPrice: first.price,
        discount,
        total: first.price * alike.length - discount,
        guestIds: alike.map(({ guestId }) => guestId),
      },
    ]
  })
}

const toOrderAddon = ({ addonId, name, per, guestId, quantity, price }: OrderAddonRow) => ({
  addonId,
  name,
  per,
  guestId: per === 'SEAT' ? guestId : null,
  quantity,
  unitPrice: price,
  total: quantity * price,
})

/** Seats without a tax rate are left out, and so are their refunds. */
const taxesOfOrder = (
  order: OrderRow,
  { refunds, seats, addons, terms: [terms] }: OrderDetails,
): OrderOutput['taxes'] => {
  const sold = terms?.taxRates ?? null
  if (sold === null) return []
  const rates = new Map(Object.values(sold).flatMap((rate) => (rate === null ? [] : [[rate.id, rate] as const])))
  const returned = refunds.filter(({ status }) => status !== 'FAILED')
  return taxesOfSold(
    {
      order: { ...order, price: order.subtotal, isFeeRefundable: terms?.isFeeRefundable === true },
      seats,
      addons,
      rates: sold,
    },
    returned,
  ).flatMap(({ rateId, gross, net, tax, refundedTax }) => {
    const rate = rates.get(rateId)
    return rate === undefined || gross === 0
      ? []
      : [{ name: rate.name, rate: rate.rate, category: rate.category, gross, net, tax, refundedTax }]
  })
}

export const toOrder = (order: OrderRow, calendarSlug: string, details: OrderDetails = NO_DETAILS): OrderOutput => {
  const {
    refunds,
    disputes,
    seats,
    addons,
    terms: [terms],
    documents,
  } = details
  return {
    id: order.id,
    number: order.number,
    eventId: order.eventId,
    calendarSlug,
    partyId: order.partyId,
    status: order.status,
    buyer: { firstName: order.buyerFirstName, lastName: order.buyerLastName, email: order.buyerEmail },
    currency: order.currency,
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    fee: order.fee,
    refunded: order.refunded,
    net: order.total - order.refunded,
    items: itemsOf(order, seats),
    addons: addons.map(toOrderAddon),
    taxes: taxesOfOrder(order, details),
    coupon: order.couponId === null ? null : { id: order.couponId, code: order.couponCode ?? '' },
    payment: {
      provider: order.provider,
      reference: terms?.method === 'BANK' ? referenceOfOrder(order.number) : order.paymentReference,
      bank: null,
      received: terms?.received ?? 0,
      method: methodOf(order, terms),
      account: terms?.accountId ?? null,
      status: paymentStatusOf(order.status, terms),
      url: paymentStatusOf(order.status, terms) === 'PENDING' ? order.paymentUrl : null,
      paidOn: order.paidOn,
      note: order.paidNote,
      dispute: toDispute(disputes.at(-1)),
    },
    refunds: refunds.map(toRefund),
    documents: documents.map(({ id, number, kind, issuedAt }) => ({ id, number, kind, issuedAt: iso(issuedAt) })),
    expiresAt: isoOrNull(order.expiresAt),
    paidAt: isoOrNull(order.paidAt),
    cancelledAt: isoOrNull(order.cancelledAt),
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
  }
}

/** Returns where and how the buyer of an unpaid bank order transfers the money, or null. */
export const transferOf = (order: OrderRow, terms: OrderTermsRow | undefined) => {
  if (order.status !== 'PENDING' || order.currency === null || terms?.method !== 'BANK' || terms.bank === null)
    return null
  const { number, total, currency } = order
  return { ...terms.bank, reference: referenceOfOrder(number), amount: total - terms.received, currency }
}

/** The order as its guests see it: with the bank account to pay to, and without the team's note about the payment. */
export const toOrderOfGuest = (order: OrderRow, calendarSlug: string, details?: OrderDetails): OrderOutput => {
  const answer = toOrder({ ...order, paidNote: null }, calendarSlug, details)
  const transfer = transferOf(order, details?.terms[0])
  if (transfer === null) return answer
  const { holder, iban, bic } = transfer
  return { ...answer, payment: { ...answer.payment, bank: { holder, iban, bic } } }
}

export const toDifference = ({ id, kind, orderId, amount, currency, status, noticedAt }: DifferenceRow) => ({
  reference: id,
  kind,
  orderId,
  amount,
  currency,
  status,
  noticedAt: iso(noticedAt),
})

export const withNet = <T extends Pick<SalesTotal, 'gross' | 'refunded'>>(line: T) => ({
  ...line,
  net: line.gross - line.refunded,
})
