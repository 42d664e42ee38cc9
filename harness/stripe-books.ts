/** State of the fake payment provider. `stripe-api.ts` is its HTTP API. */

export type Body = Record<string, unknown>

const DAY_S = 86_400

export interface Session extends Body {
  id: string
  status: string
  payment_status: string
  payment_intent: string | null
  amount_total: number
  currency: string
  expires_at: number
  created: number
  metadata: Record<string, string>
}

export interface Charge extends Body {
  id: string
  payment_intent: string
  amount: number
  amount_refunded: number
  created: number
  metadata: Record<string, string>
}

export interface Refund extends Body {
  id: string
  payment_intent: string
  amount: number
  status: string
  created: number
  metadata: Record<string, string>
}

export interface Dispute extends Body {
  id: string
  payment_intent: string
  status: string
  created: number
}

export interface Payout extends Body {
  id: string
  amount: number
  currency: string
  created: number
}

/** A payment that its bank confirms days after the buyer has left the page. */
export interface Intent {
  method: string
  status: string
  metadata: Record<string, string>
}

export interface Event extends Body {
  id: string
  type: string
}

export class Books {
  readonly sessions: Session[] = []
  readonly charges: Charge[] = []
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  readonly payouts: Payout[] = []
  readonly intents = new Map<string, Intent>()
  /** Events that the tests have not fetched yet. */
  events: Event[] = []
  /** Keeps refunds pending until `settleRefund`. */
  holdsRefunds = false
  /** Unix time in seconds; null for the system clock. */
  clock: number | null = null
  private made = 0
  /** Whether a session counts as paid as soon as a request names its payment, without a call of `pay`. */
  readonly isTrusting: boolean

  /** Id of the organiser's account; empty for the deployment's own. */
  readonly account: string

  constructor(isTrusting: boolean, account = '') {
    this.isTrusting = isTrusting
    this.account = account
  }

  now() {
    return this.clock ?? Math.floor(Date.now() / 1000)
  }

  next(prefix: string) {
    this.made += 1
    // Objects have the same id in no two accounts. Events may, so that the service tells them apart by account.
    const owner = prefix === 'evt' ? '' : this.account.replace('acct_', '')
    return `${prefix}_${owner}${this.made}`
  }

  tell(type: string, object: Body) {
    const event = {
      id: this.next('evt'),
      object: 'event',
      type,
      livemode: false,
      ...(this.account === '' ? {} : { account: this.account }),
      data: { object: structuredClone(object) },
    }
    this.events.push(event)
  }

  advance(clock: number) {
    this.clock = clock
    for (const session of this.sessions) {
      if (session.status === 'open' && session.expires_at <= clock) this.expire(session)
    }
  }

  expire(session: Session) {
    session.status = 'expired'
    this.tell('checkout.session.expired', session)
  }

  session(id: string) {
    return this.sessions.find((each) => each.id === id)
  }

  open(fields: Pick<Session, 'amount_total' | 'currency' | 'expires_at' | 'metadata'> & Body) {
    const id = this.next(this.account === '' ? 'cs_test' : `cs_test_${this.account}`)
    const session: Session = {
      ...fields,
      id,
      object: 'checkout.session',
      url: `https://pay.test/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: this.isTrusting ? this.next('pi') : null,
      created: this.now(),
    }
    this.sessions.push(session)
    return session
  }

  /** Pays a session as the buyer would; null if the session is no longer open. */
  pay(id: string) {
    const session = this.session(id)
    if (session === undefined || session.status !== 'open') return null
    const payment = session.payment_intent ?? this.next('pi')
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: payment })
    this.charge(payment, session.amount_total, session.currency, session.metadata)
    this.tell('checkout.session.completed', session)
    return session
  }

  /** Finishes a session with a method whose money arrives later; null if the session is no longer open. */
  finish(id: string, method: string) {
    const session = this.session(id)
    if (session === undefined || session.status !== 'open') return null
    const payment = session.payment_intent ?? this.next('pi')
    Object.assign(session, { status: 'complete', payment_intent: payment })
    this.intents.set(payment, { method, status: 'processing', metadata: session.metadata })
    this.tell('checkout.session.completed', session)
    return session
  }

  /** The bank confirms or refuses the payment of a finished session. */
  conclude(id: string, isPaid: boolean) {
    const session = this.session(id)
    const intent = this.intents.get(session?.payment_intent ?? '')
    if (session === undefined || intent === undefined || intent.status !== 'processing') return null
    intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
    if (isPaid) {
      session.payment_status = 'paid'
      this.charge(String(session.payment_intent), session.amount_total, session.currency, session.metadata)
    }
    this.tell(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
    return session
  }

  charge(payment: string, amount: number, currency: string, metadata: Record<string, string>) {
    const charge: Charge = {
      id: this.next('ch'),
      object: 'charge',
      payment_intent: payment,
      status: 'succeeded',
      paid: true,
      captured: true,
      amount,
      amount_refunded: 0,
      currency,
      payment_method_details: { type: this.intents.get(payment)?.method ?? 'card' },
      metadata,
      created: this.now(),
    }
    this.charges.push(charge)
    return charge
  }

  chargeOf(payment: string) {
    const known = this.charges.find((each) => each.payment_intent === payment)
    if (known !== undefined || !this.isTrusting) return known
    const session = this.sessions.find((each) => each.payment_intent === payment)
    return session && this.charge(payment, session.amount_total, session.currency, session.metadata)
  }

  /** Returns null if the amount exceeds the part of the payment that is not refunded yet. */
  refund(charge: Charge, amount: number, metadata: Record<string, string>, status = 'succeeded') {
    if (amount <= 0 || charge.amount_refunded + amount > charge.amount) return null
    charge.amount_refunded += amount
    const refund: Refund = {
      id: this.next('re'),
      object: 'refund',
      payment_intent: charge.payment_intent,
      charge: charge.id,
      amount,
      currency: charge['currency'],
      status: this.holdsRefunds ? 'pending' : status,
      metadata,
      created: this.now(),
    }
    this.refunds.push(refund)
    this.tell('refund.created', refund)
    this.tell('charge.refunded', charge)
    return refund
  }

  /** Settles a pending refund later, as banks do. Even a succeeded refund can still fail. */
  settleRefund(id: string, status: string) {
    const refund = this.refunds.find((each) => each.id === id)
    const charge = this.charges.find((each) => each.payment_intent === refund?.payment_intent)
    if (refund === undefined || charge === undefined || refund.status === 'failed' || refund.status === status)
      return null
    refund.status = status
    if (status === 'failed') charge.amount_refunded -= refund.amount
    this.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    return refund
  }

  payOut(amount: number, currency: string) {
    const payout = { id: this.next('po'), object: 'payout', amount, currency, created: this.now() }
    this.payouts.push(payout)
    return payout
  }

  dispute(payment: string) {
    const charge = this.charges.find((each) => each.payment_intent === payment)
    if (charge === undefined || this.disputes.some((each) => each.payment_intent === payment)) return null
    const dispute: Dispute = {
      id: this.next('dp'),
      object: 'dispute',
      payment_intent: payment,
      charge: charge.id,
      amount: charge.amount,
      currency: charge['currency'],
      status: 'needs_response',
      reason: 'product_not_received',
      evidence_details: { due_by: this.now() + 7 * DAY_S },
      created: this.now(),
    }
    this.disputes.push(dispute)
    this.tell('charge.dispute.created', dispute)
    return dispute
  }

  closeDispute(id: string, status: string) {
    const dispute = this.disputes.find((each) => each.id === id)
    if (dispute === undefined) return null
    dispute.status = status
    this.tell('charge.dispute.closed', dispute)
    return dispute
  }

  isForgotten(at: number) {
    return this.now() - at > DAY_S
  }

  /** Returns the amounts paid and refunded per order. */
  summary() {
    const paid = this.isTrusting
      ? this.sessions.map((each) => ({ ...each, payment: String(each.payment_intent), amount: each.amount_total }))
      : this.charges.map((each) => ({ ...each, payment: each.payment_intent }))
    return paid.map(({ metadata, payment, amount }) => ({
      order: metadata['order_id'] ?? '',
      paid: amount,
      refunded: this.charges.find((each) => each.payment_intent === payment)?.amount_refunded ?? 0,
    }))
  }
}
