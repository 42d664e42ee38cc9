import type { OrderRow } from '../../db/rows.ts'
import type { Deps, ProviderCheckout } from '../../deps.ts'
import { unavailable } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { listWithoutCheckout, noteCheckout } from '../orders/index.ts'
import { listToEnd, settleCheckout, settleNeverSent } from './checkouts.store.ts'
import { REST_MS, takeCheckout, takeEffect } from './effects.store.ts'
import { asked, settlePaid } from './settle-payment.ts'
import { ACTIVE_ATTENDEES, causedByStranger, mailOfOrder, manageUrlOfBuyer, manageUrlOfGuest } from '../seats/index.ts'

export const requireStripe = ({ payments: { stripe } }: Pick<Deps, 'payments'>) => {
  if (stripe === null) throw unavailable("The payment provider of this order isn't configured.")
  return stripe
}

/** Clocks differ, and the provider's objects carry its own. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS
const madeSince = (order: OrderRow) => order.createdAt - CLOCKS_DIFFER_MS

/**
 * The provider's page for an order. What is asked for is fixed at the first attempt; when an answer was lost, the
 * provider's list is asked before anything is sent again, so that nobody finds two pages to pay one order at.
 */
export const openCheckout = async (order: OrderRow, deps: Deps): Promise<OrderRow> => {
  const stripe = requireStripe(deps)
  const now = deps.clock()
  const wanted = stripe.checkoutRequest(
    {
      id: order.id,
      title: order.ticketName,
      amount: order.total,
      currency: order.currency ?? '',
      email: order.buyerEmail,
      returnUrl: await (order.partyId === null
        ? manageUrlOfGuest(order.guestId, deps)
        : manageUrlOfBuyer(order.partyId, deps)),
      expiresAt: order.expiresAt ?? now,
    },
    now,
  )
  const request = await takeEffect(deps.db, 'orders', order, wanted, now)
  if (request === null) return order
  const known = order.effect === 'INTENDED' ? null : await stripe.findCheckout(order.id, madeSince(order))
  const checkout = known ?? (await stripe.openCheckout(order.id, request))
  if ('kind' in checkout) {
    throw unavailable(
      "The payment provider didn't open a checkout. Try again later.",
      new Error(`refused: ${checkout.why}`),
    )
  }
  const { noted } = await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: { noted: noteCheckout(deps.db, order.id, checkout, deps.clock()) },
    mails: [causedByStranger(mailOfOrder({ PENDING: 'pending' }, order.id, `checkout:${order.id}`), ACTIVE_ATTENDEES)],
  })
  return noted[0] ?? order
}

const CHECKOUTS_PER_RUN = 50
const MAX_ENDED_PER_RUN = 100

export const openWaitingCheckouts = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  for (const order of await listWithoutCheckout(deps.db, deps.clock(), REST_MS, CHECKOUTS_PER_RUN)) {
    try {
      await openCheckout(order, deps)
    } catch (error) {
      deps.log.warn('a checkout could not be opened; the schedule will retry', {
        orderId: order.id,
        ...describeError(error),
      })
    }
  }
}

/** The page of an order that is over, ended where it was still open. Null where there never was one. */
const endedCheckout = async (order: OrderRow, deps: Deps): Promise<ProviderCheckout | null> => {
  const stripe = requireStripe(deps)
  if (order.paymentReference !== null) return stripe.endCheckout(order.paymentReference)
  const found = await stripe.findCheckout(order.id, madeSince(order))
  return found?.isOpen === true ? stripe.endCheckout(found.sessionId) : found
}

const endCheckout = async (order: OrderRow, deps: Deps) => {
  if (!(await takeCheckout(deps.db, order, deps.clock()))) return
  const checkout = await endedCheckout(order, deps)
  // Paid after all, and nobody told us: it is taken in as any late payment.
  if (checkout?.isPaid === true) await settlePaid(checkout, asked(checkout), deps)
  else if (checkout === null || checkout.isOver) await settleCheckout(deps.db, order.id, deps.clock())
}

/** Whoever has the page of an order that has expired or was cancelled must not pay there any more. */
export const endCheckouts = async (deps: Deps) => {
  if (deps.payments.stripe === null) return
  const now = deps.clock()
  await settleNeverSent(deps.db, now, CHECKOUTS_PER_RUN)
  for (const order of await listToEnd(deps.db, now, MAX_ENDED_PER_RUN)) {
    try {
      await endCheckout(order, deps)
    } catch (error) {
      deps.log.warn('a checkout could not be expired; the schedule will retry', {
        orderId: order.id,
        ...describeError(error),
      })
    }
  }
}
