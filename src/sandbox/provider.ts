import { base62Of, randomBase62 } from '../kernel/ids.ts'
import type { CheckoutWanted, PaymentMessage, ProviderCheckout, StripePort } from '../kernel/payment-provider.ts'
import type { Clock, Instant } from '../kernel/time.ts'
import type { Books } from './books.ts'
import type { Effects } from './effects.ts'
import {
  booksOf,
  disputeOf,
  refundOf,
  type BookedCheckout,
  type BookedDispute,
  type BookedRefund,
} from './provider-rows.ts'

interface ProviderPorts {
  books: Books
  clock: Clock
  effects: Effects
  /** Base URL of the payment pages. */
  payUrl: string
  /** Signs the provider's messages. Only this sandbox knows it. */
  secret: string
  /** Schedules `settleIfDue` or a delivery of the message, by its id, for this instant. */
  remind(id: string, at: Instant): void
}

type Outcome =
  | { outcome: 'paid' | 'failed' | 'expired' }
  | { outcome: 'pending'; settlesAt: Instant; settlesAs: 'paid' | 'failed' }

const messageRow = (messageId: string) => `untold ${messageId}`

/**
 * Simulates Stripe on tables of the sandbox: opens payment pages, takes and refunds play money, and sends the webhook
 * messages that Stripe would send.
 */
export class SimulatedProvider {
  readonly #ports: ProviderPorts

  constructor(ports: ProviderPorts) {
    this.#ports = ports
  }

  #nextNumber(name: string) {
    const { books } = this.#ports
    const next = (books.read<number>(`last ${name}`) ?? 0) + 1
    books.keep(`last ${name}`, next)
    return `${name}_sandbox${base62Of(next, 8)}`
  }

  #checkout(where: string, ...values: SqlStorageValue[]) {
    return (
      this.#ports.books.rows<BookedCheckout>(`select * from sandbox_checkouts where ${where}`, ...values)[0] ?? null
    )
  }

  readonly #shown = (row: BookedCheckout): ProviderCheckout => ({
    sessionId: row.session_id,
    url: `${this.#ports.payUrl}/${row.session_id}`,
    orderId: row.order_id,
    page: row.page,
    payment: row.payment,
    amount: row.amount,
    currency: row.currency,
    isOpen: row.status === 'open',
    isPaid: row.status === 'paid',
    isOver: row.status === 'expired',
    isFinishedUnpaid: row.status === 'pending' || row.status === 'failed',
  })

  #note(kind: string, row: { order_id: string; amount: number; currency: string }, summary: string) {
    this.#ports.effects.add({
      kind,
      object: 'order',
      id: row.order_id,
      summary,
      data: { amount: row.amount, currency: row.currency },
    })
  }

  checkoutOfOrder(orderId: string): BookedCheckout | null {
    return this.#checkout('order_id = ? order by page desc limit 1', orderId)
  }

  checkoutNamed(sessionId: string): BookedCheckout | null {
    return this.#checkout('session_id = ?', sessionId)
  }

  refundNamed(refundId: string): BookedRefund | null {
    return (
      this.#ports.books.rows<BookedRefund>('select * from sandbox_refunds where refund_id = ?', refundId)[0] ?? null
    )
  }

  /**
   * Applies what the buyer or their bank decides on an open page. Returns the message to deliver, or null if Stripe
   * would not send one yet.
   */
  act(row: BookedCheckout, wanted: Outcome): PaymentMessage | null {
    const { books, clock } = this.#ports
    if (wanted.outcome === 'pending') {
      books.run(
        "update sandbox_checkouts set status = 'pending', payment = ?, settles_at = ?, settles_as = ? where session_id = ?",
        this.#nextNumber('pi'),
        wanted.settlesAt,
        wanted.settlesAs,
        row.session_id,
      )
      this.#note('payment.pending', row, `Payment pending: ${wanted.settlesAs} later`)
      this.#ports.remind(row.session_id, wanted.settlesAt)
      return this.#message('checkout.session.completed', 'processing', row.session_id)
    }
    if (wanted.outcome === 'paid') {
      books.run(
        "update sandbox_checkouts set status = 'paid', payment = ?, paid_at = ? where session_id = ?",
        row.payment === '' ? this.#nextNumber('pi') : row.payment,
        clock(),
        row.session_id,
      )
      this.#note('payment.paid', row, 'Payment succeeded')
      return this.#message('checkout.session.completed', 'paid', row.session_id)
    }
    if (wanted.outcome === 'failed') {
      this.#note('payment.failed', row, 'Payment failed')
      // After a declined card, the buyer can try again on the same page. When a direct debit bounces, the page is
      // completed.
      if (row.status !== 'pending') return null
      books.run("update sandbox_checkouts set status = 'failed' where session_id = ?", row.session_id)
      return this.#message('checkout.session.async_payment_failed', 'failed', row.session_id)
    }
    this.#note('payment.expired', row, 'Payment page expired')
    books.run("update sandbox_checkouts set status = 'expired' where session_id = ?", row.session_id)
    return this.#message('checkout.session.expired', 'ended', row.session_id)
  }

  /** Settles a pending payment that is due, or expires an open page. */
  settleIfDue(sessionId: string): void {
    const [row, now] = [this.checkoutNamed(sessionId), this.#ports.clock()]
    if (row === null) return
    if (row.status === 'pending' && row.settles_at !== null && row.settles_at <= now)
      this.act(row, { outcome: row.settles_as ?? 'failed' })
    else if (row.status === 'open' && row.expires_at <= now) this.act(row, { outcome: 'expired' })
  }

  /** Returns the message, or null once the service has received it. */
  undelivered(messageId: string): PaymentMessage | null {
    return this.#ports.books.read<PaymentMessage>(messageRow(messageId))
  }

  /** Deletes a message that the service has received. */
  markDelivered(messageId: string): void {
    this.#ports.books.run('delete from sandbox_state where name = ?', messageRow(messageId))
  }

  /** Stores the message first: the books have already changed, so a crash before the delivery must not lose it. */
  #send(message: PaymentMessage): PaymentMessage {
    const { books, clock, remind } = this.#ports
    books.keep(messageRow(message.id), message)
    remind(message.id, clock())
    return message
  }

  dispute(row: BookedCheckout): PaymentMessage {
    const { books, clock } = this.#ports
    const reference = this.#nextNumber('dp')
    books.run(
      "insert into sandbox_disputes values (?, ?, ?, ?, 'needs_response', ?)",
      reference,
      row.payment,
      row.amount,
      row.currency,
      clock(),
    )
    this.#note('dispute.opened', row, 'The buyer disputes the payment')
    const [dispute] = books.rows<BookedDispute>('select * from sandbox_disputes where reference = ?', reference)
    return this.#send({
      ...this.#envelope('charge.dispute.created'),
      kind: 'dispute',
      dispute: disputeOf(dispute as BookedDispute),
    })
  }

  settleRefund(row: BookedRefund, status: 'SUCCEEDED' | 'FAILED'): PaymentMessage {
    this.#ports.books.run('update sandbox_refunds set status = ? where reference = ?', status, row.reference)
    this.#ports.effects.add({
      kind: status === 'FAILED' ? 'refund.failed' : 'refund.succeeded',
      object: 'refund',
      id: row.refund_id,
      summary: status === 'FAILED' ? 'Refund failed' : 'Refund succeeded',
      data: { amount: row.amount, currency: row.currency },
    })
    return this.#send({
      ...this.#envelope('refund.updated'),
      kind: 'refund',
      refund: refundOf({ ...row, status }),
    })
  }

  #message(type: string, kind: 'paid' | 'ended' | 'processing' | 'failed', sessionId: string): PaymentMessage {
    const row = this.checkoutNamed(sessionId) as BookedCheckout
    return this.#send({ ...this.#envelope(type), kind, checkout: this.#shown(row) })
  }

  #envelope(type: string) {
    return { id: this.#nextNumber('evt'), type, account: '', isLive: false }
  }

  readonly port = (): StripePort => {
    const { books, clock, secret } = this.#ports
    const refunds = (where: string, ...values: SqlStorageValue[]) =>
      books.rows<BookedRefund>(`select * from sandbox_refunds where ${where} order by rowid`, ...values).map(refundOf)
    return {
      checkoutRequest: (order) => JSON.stringify(order),
      openCheckout: async (orderId, request, page) => {
        const known = this.#checkout('order_id = ? and page = ?', orderId, page)
        if (known !== null) return this.#shown(known)
        const { amount, currency, returnUrl, expiresAt } = JSON.parse(request) as CheckoutWanted
        // Random, because anyone with the id can open the payment page, pay, and see the link to the buyer's own page.
        const sessionId = `cs_sandbox${randomBase62(22)}`
        books.run(
          `insert into sandbox_checkouts (session_id, order_id, page, amount, currency, return_url, expires_at, created_at, status)
            values (?, ?, ?, ?, ?, ?, ?, ?, 'open')`,
          sessionId,
          orderId,
          page,
          amount,
          currency,
          returnUrl,
          expiresAt,
          clock(),
        )
        this.#ports.remind(sessionId, expiresAt)
        const row = this.checkoutNamed(sessionId) as BookedCheckout
        this.#note('payment.opened', row, 'Payment page opened')
        return this.#shown(row)
      },
      readCheckout: async (sessionId) => this.#orNull(this.checkoutNamed(sessionId)),
      findCheckout: async (orderId, _since, page) =>
        this.#orNull(this.#checkout('order_id = ? and page = ?', orderId, page)),
      checkoutOf: async (payment) => this.#orNull(this.#checkout('payment = ?', payment)),
      delayedPayment: async (payment) => ({
        method: 'sepa_debit',
        hasFailed: this.#checkout('payment = ?', payment)?.status === 'failed',
      }),
      endCheckout: async (sessionId) => {
        books.run("update sandbox_checkouts set status = 'expired' where session_id = ? and status = 'open'", sessionId)
        return this.#orNull(this.checkoutNamed(sessionId))
      },
      refundRequest: (refund) => JSON.stringify(refund),
      refund: async (refundId, request) => {
        const known = this.refundNamed(refundId)
        if (known !== null) return refundOf(known)
        const { payment, amount, currency } = JSON.parse(request) as {
          payment: string
          amount: number
          currency: string
        }
        const reference = this.#nextNumber('re')
        books.run(
          "insert into sandbox_refunds values (?, ?, ?, ?, ?, 'SUCCEEDED', ?)",
          reference,
          refundId,
          payment,
          amount,
          currency,
          clock(),
        )
        this.#ports.effects.add({
          kind: 'refund.succeeded',
          object: 'refund',
          id: refundId,
          summary: 'Refund succeeded',
          data: { amount, currency },
        })
        return refundOf(this.refundNamed(refundId) as BookedRefund)
      },
      readRefund: async (reference) => {
        const [found] = refunds('reference = ?', reference)
        if (found === undefined) throw new Error(`the provider has no refund ${reference}`)
        return found
      },
      findRefund: async (payment, refundId) => refunds('payment = ? and refund_id = ?', payment, refundId)[0] ?? null,
      refundsOf: async (payment) => refunds('payment = ?', payment),
      orderOf: async (payment) => this.#checkout('payment = ?', payment)?.order_id ?? '',
      ...booksOf(books),
      read: async (body, signature) => (signature === secret ? (JSON.parse(body) as PaymentMessage) : null),
    }
  }

  readonly #orNull = (row: BookedCheckout | null) => (row === null ? null : this.#shown(row))
}
