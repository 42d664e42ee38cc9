import type { ProviderDispute, ProviderPayment, ProviderRefund, StripePort } from '../kernel/payment-provider.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { Books } from './books.ts'

/** Rows of the simulated provider’s books. */

export interface BookedCheckout extends Record<string, SqlStorageValue> {
  session_id: string
  order_id: string
  page: number
  amount: number
  currency: string
  return_url: string
  expires_at: number
  created_at: number
  status: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  payment: string
  paid_at: number | null
  settles_at: number | null
  settles_as: 'paid' | 'failed' | null
}

export interface BookedRefund extends Record<string, SqlStorageValue> {
  reference: string
  refund_id: string
  payment: string
  amount: number
  currency: string
  status: ProviderRefund['status']
  created_at: number
}

export interface BookedDispute extends Record<string, SqlStorageValue> {
  reference: string
  payment: string
  amount: number
  currency: string
  status: string
  created_at: number
}

export const refundOf = (row: BookedRefund): ProviderRefund => ({
  reference: row.reference,
  refundId: row.refund_id,
  payment: row.payment,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
})

const DISPUTE_MS = 7 * DAY_MS

export const disputeOf = (row: BookedDispute): ProviderDispute => ({
  reference: row.reference,
  payment: row.payment,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  reason: 'general',
  dueBy: row.created_at + DISPUTE_MS,
  isSettled: row.status === 'won',
})

/** How much of a payment has been refunded. */
const refundedOf = (books: Books, payment: string) =>
  books.rows<{ amount: number }>(
    "select coalesce(sum(amount), 0) as amount from sandbox_refunds where payment = ? and status = 'SUCCEEDED'",
    payment,
  )[0]?.amount ?? 0

/** Whether this outcome is still possible for the payment. */
export const mayDecide = (
  books: Books,
  { status, payment, amount }: BookedCheckout,
  outcome: 'paid' | 'failed' | 'expired' | 'pending' | 'disputed',
): boolean => {
  // The page of a pending payment is completed, so it can't expire or become pending again.
  if (outcome === 'expired' || outcome === 'pending') return status === 'open'
  if (outcome !== 'disputed') return status === 'open' || status === 'pending'
  const isDisputed = books.rows('select 1 from sandbox_disputes where payment = ?', payment).length > 0
  return status === 'paid' && !isDisputed && refundedOf(books, payment) < amount
}

/** The lists that reconciliation reads. Each has a single page. */
export const booksOf = (books: Books): Pick<StripePort, 'payments' | 'refunds' | 'disputes' | 'movements'> => {
  const all = <Item>(items: Item[]) => ({ items, next: null })
  return {
    payments: async (since) =>
      all(
        books
          .rows<BookedCheckout>(
            "select * from sandbox_checkouts where status = 'paid' and paid_at >= ? order by rowid",
            since,
          )
          .map((row): ProviderPayment => ({
            payment: row.payment,
            orderId: row.order_id,
            amount: row.amount,
            refunded: refundedOf(books, row.payment),
            currency: row.currency,
            isPaid: true,
            createdAt: row.paid_at ?? row.created_at,
          })),
      ),
    refunds: async (since) =>
      all(
        books
          .rows<BookedRefund>('select * from sandbox_refunds where created_at >= ? order by rowid', since)
          .map(refundOf),
      ),
    // Simulated payments have no fees, and nothing is paid out.
    movements: async () => all([]),
    disputes: async (since) =>
      all(
        books
          .rows<BookedDispute>('select * from sandbox_disputes where created_at >= ? order by rowid', since)
          .map(disputeOf),
      ),
  }
}
