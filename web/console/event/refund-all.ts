import type { EventAnswer, One, OrderAnswer, PageOf, RefundedAnswer } from '../../shared/answers.ts'
import { Refusal, type Api } from '../../shared/api.ts'
import { troubleOf } from '../parts/trouble.ts'

const PAGE_SIZE = 100
const MOST_WAITS = 5
const DEFAULT_WAIT_SECONDS = 5

/** The result for one order. */
export interface Outcome {
  order: OrderAnswer
  /** Amount refunded now. Null if the refund failed. */
  amount: number | null
  /** Whether the provider hasn't confirmed the refund yet. */
  isPending: boolean
  trouble: string | null
}

export interface Sum {
  currency: string
  orders: number
  amount: number
}

const listOf = async (api: Api, eventId: string, status: string, page = 1): Promise<OrderAnswer[]> => {
  const path = `/events/${eventId}/orders`
  const { data, totalPages } = await api.get<PageOf<OrderAnswer>>(path, { status, page, limit: PAGE_SIZE })
  return page < totalPages ? [...data, ...(await listOf(api, eventId, status, page + 1))] : data
}

/** Returns the orders that can still be refunded, oldest first. Lists them all before the first refund changes a list. */
export const refundableOrders = async (api: Api, { id }: EventAnswer) => {
  const found = await Promise.all(['PAID', 'PARTIALLY_REFUNDED'].map((status) => listOf(api, id, status)))
  const byId = new Map(found.flat().map((order) => [order.id, order]))
  return [...byId.values()].filter(({ net }) => net > 0).toReversed()
}

export const sumsOf = (amounts: readonly { currency: string | null; amount: number }[]): Sum[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency ?? '')].map(([currency, alike]) => ({
    currency,
    orders: alike.length,
    amount: alike.reduce((sum, { amount }) => sum + amount, 0),
  }))

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/**
 * Refunds the remaining amount of the order. The key names the order and the amount refunded before, so a repeated run replays
 * the same refund: never a second one. Waits when the service limits the rate, or is still answering an earlier request.
 */
const refundRest = async (api: Api, order: OrderAnswer, waits = 0): Promise<RefundedAnswer> => {
  const { id, eventId, net: amount, currency, refunded } = order
  try {
    const { data } = await api.post<One<RefundedAnswer>>(
      `/events/${eventId}/orders/${id}/refund`,
      { amount, currency, notifyBuyer: true },
      { headers: { 'Idempotency-Key': `refund-rest-${id}-${String(refunded)}` } },
    )
    return data
  } catch (error) {
    const isTemporary = error instanceof Refusal && error.retryAfterSeconds !== null
    const isLost = error instanceof Refusal && error.status === 0
    if (waits >= MOST_WAITS || !(isTemporary || isLost)) throw error
    await pause(error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS)
    return refundRest(api, order, waits + 1)
  }
}

const outcomeOf = async (api: Api, order: OrderAnswer): Promise<Outcome> => {
  try {
    const { refund } = await refundRest(api, order)
    return { order, amount: refund.amount, isPending: refund.status === 'PENDING', trouble: null }
  } catch (error) {
    return { order, amount: null, isPending: false, trouble: troubleOf(error) }
  }
}

/** Refunds the orders one after another and reports each outcome. An order that fails doesn't stop the others. */
export const refundEach = async (
  api: Api,
  orders: readonly OrderAnswer[],
  report: (outcome: Outcome) => void,
  isStopped: () => boolean,
) => {
  for (const order of orders) {
    if (isStopped()) return
    report(await outcomeOf(api, order))
  }
}
