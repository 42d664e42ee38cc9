import { BLANK_ADDRESS_END } from '../../db/personal/holding.ts'
import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderCheckout } from '../../kernel/payment-provider.ts'
import { refusal } from '../../kernel/failure.ts'
import { excludedMethods } from '../../kernel/payment-methods.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { forgetCheckout, listWithoutCheckout, noteCheckout, shrinkPartyOrders } from '../orders/index.ts'
import { listLeft, listOverduePagesOf, listToEnd, settleCheckout, settleNeverSent } from './checkouts.store.ts'
import { EFFECT_LEASE_MS, takeCheckout, takeEffect } from './effects.store.ts'
import { polledEvent, settlePaid } from './settle-payment.ts'
import {
  ACTIVE_ATTENDEES,
  causedByStranger,
  mailOfMove,
  mailOfOrder,
  manageUrlOfBuyer,
  manageUrlOfGuest,
  newMove,
} from '../seats/index.ts'
import { settleProcessing } from './delayed-payments.ts'
import { findAccountOfOrder } from './accounts.store.ts'
import { findDelays, findOrderFrom, fixApplicationFee } from './payments.store.ts'
import { requireSource, throughAccounts, type PaymentSource } from './provider-of.ts'

/** Allowance for clock skew between Stripe, whose timestamps we compare, and this service. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS
const earliestCreation = (order: OrderRow) => order.createdAt - CLOCK_SKEW_MS

/**
 * Opens the checkout page of an order. The first attempt stores its request (`effect_request`), and later attempts send
 * the same one. If an earlier response may have been lost, the function first searches Stripe's list, so that an order
 * never has two open pages.
 */
export const openCheckout = async (order: OrderRow, deps: Deps): Promise<OrderRow> =>
  openCheckoutAt(order, await requireSource(order.id, deps), deps)

const openCheckoutAt = async (order: OrderRow, source: PaymentSource, deps: Deps): Promise<OrderRow> => {
  const { stripe } = source
  const now = deps.clock()
  const { startAt, delayed } = await findDelays(deps.db, order.eventId)
  const fee = await feeOf(order, source, deps)
  const wanted = stripe.checkoutRequest(
    {
      id: order.id,
      page: order.pageNumber,
      title: order.ticketName,
      amount: order.total,
      currency: order.currency ?? '',
      email: order.buyerEmail.endsWith(BLANK_ADDRESS_END) ? null : order.buyerEmail,
      returnUrl: await (order.partyId === null
        ? manageUrlOfGuest(order.guestId, deps)
        : manageUrlOfBuyer(order.partyId, deps)),
      expiresAt: order.expiresAt ?? now,
      applicationFee: fee ?? 0,
      excludedMethods: excludedMethods(startAt, now, delayed),
    },
    now,
  )
  const fixed = fee === null ? [] : [fixApplicationFee(order.id, fee, wanted)]
  const request = await takeEffect(deps.db, 'orders', order, wanted, now, fixed)
  if (request === null) return order
  const known =
    order.effect === 'INTENDED' ? null : await stripe.findCheckout(order.id, earliestCreation(order), order.pageNumber)
  const checkout = known ?? (await stripe.openCheckout(order.id, request, order.pageNumber))
  if ('kind' in checkout) {
    deps.log.warn('the payment provider refused a checkout', { orderId: order.id, why: checkout.why })
    throw refusal('payment_unavailable')
  }
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: { noted: noteCheckout(deps.db, order.id, checkout, deps.clock()) },
    mails: [causedByStranger(mailOfOrder({ PENDING: 'pending' }, order.id, causeOfPage(order)), ACTIVE_ATTENDEES)],
  })
  const [stored = order] = noted
  return stored.paymentReference !== null && stored.paymentUrl === null ? replacePage(stored, source, deps) : stored
}

/** The operator's fee. Null if the account isn't connected: it is the operator's own or pays no operator. */
const feeOf = async ({ id, total, currency }: OrderRow, { accountId }: PaymentSource, deps: Deps) => {
  const account = accountId === null ? null : await findAccountOfOrder(deps.db, id)
  return account?.kind === 'CONNECT' ? deps.payments.operatorFeeOf(total, currency ?? '') : null
}

/** Each page is emailed once. */
const causeOfPage = ({ id, pageNumber }: OrderRow) =>
  pageNumber === 1 ? `checkout:${id}` : `checkout:${id}:${pageNumber}`

const CHECKOUTS_PER_RUN = 50
const MAX_ENDED_PER_RUN = 100

export const openWaitingCheckouts = async (deps: Deps) => {
  const waiting = await listWithoutCheckout(deps.db, deps.clock(), EFFECT_LEASE_MS, CHECKOUTS_PER_RUN)
  await throughAccounts(
    waiting,
    ({ id }) => id,
    (order, source) => openCheckoutAt(order, source, deps),
    'a checkout could not be opened; the schedule will retry',
    deps,
  )
}

/** Closes the order's checkout page if it is still open. Returns null if no page was ever created. */
const closeCheckoutPage = async (order: OrderRow, { stripe }: PaymentSource): Promise<ProviderCheckout | null> => {
  if (order.paymentReference !== null) return stripe.endCheckout(order.paymentReference)
  const found = await stripe.findCheckout(order.id, earliestCreation(order), order.pageNumber)
  return found?.isOpen === true ? stripe.endCheckout(found.sessionId) : found
}

/**
 * Statements for an order whose checkout page has ended because a guest left it: the order drops the seats that nobody
 * holds, and the schedule opens its next page. They change nothing for any other order.
 */
export const renewal = ({ id }: OrderRow, sessionId: string, deps: Deps) => {
  const move = newMove(deps)
  return {
    statements: {
      forgotten: forgetCheckout(id, sessionId, move.now),
      shrunk: shrinkPartyOrders(move, move.moveId, id),
    },
    mails: [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)],
  }
}

/** Stores that the page has ended, and opens the order's next page. */
const openNextPage = async (order: OrderRow, source: PaymentSource, deps: Deps) => {
  const { statements, mails } = renewal(order, order.paymentReference ?? '', deps)
  await deps.commit({ calendarId: order.calendarId, atEvent: order.eventId, seenBy: 'visitors', statements, mails })
  const now = await findOrderFrom(deps.db, source, order.id)
  if (now === null || now.paymentReference !== null || now.effect !== 'INTENDED') return
  if (now.status === 'PENDING') await openCheckoutAt(now, source, deps)
}

const endCheckout = async (order: OrderRow, source: PaymentSource, deps: Deps) => {
  if (!(await takeCheckout(deps.db, order, deps.clock()))) return
  const checkout = await closeCheckoutPage(order, source)
  // The guest has paid, but no webhook arrived. `settlePaid` handles this like any late payment.
  if (checkout?.isPaid === true) return settlePaid(checkout, polledEvent(checkout), source, deps)
  // The order keeps its seats if the message about this was lost. Otherwise, the page can't be paid any more.
  if (checkout?.isFinishedUnpaid === true) await settleProcessing(checkout, source, deps)
  else if (checkout !== null && !checkout.isOver) return
  await settleCheckout(deps.db, order.id, deps.clock())
  if (order.status === 'PENDING' && order.paymentUrl === null) await openNextPage(order, source, deps)
}

const tryToEnd = (orders: readonly OrderRow[], deps: Deps) =>
  throughAccounts(
    orders,
    ({ id }) => id,
    (order, source) => endCheckout(order, source, deps),
    'a checkout could not be expired; the schedule will retry',
    deps,
  )

/** Replaces a page that was opened while a guest left its order. Returns the order with its new page. */
const replacePage = async (order: OrderRow, source: PaymentSource, deps: Deps): Promise<OrderRow> => {
  await tryToEnd([order], deps)
  return (await findOrderFrom(deps.db, source, order.id)) ?? order
}

/**
 * Ends the checkout pages that charge for seats these guests have given up, and opens new pages for the seats that
 * remain. If the provider doesn't answer, `endCheckouts` tries again.
 */
export const endPagesOf = async (guestIds: readonly string[], deps: Deps) => {
  await tryToEnd(await listLeft(deps.db, guestIds), deps)
}

/** Closes the pages of overdue orders that are paid into this account, without waiting for the schedule. */
export const endPagesOfAccount = async (accountId: string, deps: Deps) =>
  tryToEnd(await listOverduePagesOf(deps.db, accountId, deps.clock()), deps)

/**
 * Closes the checkout pages of expired and cancelled orders, so that those orders can no longer be paid, and replaces
 * the pages that charge for a seat nobody holds.
 */
export const endCheckouts = async (deps: Deps) => {
  const now = deps.clock()
  await settleNeverSent(deps.db, now, CHECKOUTS_PER_RUN)
  await tryToEnd(await listToEnd(deps.db, now, MAX_ENDED_PER_RUN), deps)
}
