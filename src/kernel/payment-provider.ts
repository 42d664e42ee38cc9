import type { Instant } from './time.ts'

export interface CheckoutWanted {
  id: string
  page: number
  title: string
  amount: number
  currency: string
  email: string | null
  /** URL to which the provider sends the buyer back, whether they paid or not. */
  returnUrl: string
  expiresAt: Instant
  /** Payment methods that the page doesn't offer, by the provider's names. */
  excludedMethods: readonly string[]
  /** Operator's fee, for payments into a connected account. */
  applicationFee: number
}

export interface ProviderCheckout {
  sessionId: string
  url: string
  orderId: string
  page: number
  /** The provider's id of the payment; empty until the checkout is paid. */
  payment: string
  amount: number
  currency: string
  isOpen: boolean
  isPaid: boolean
  /** Whether the checkout expired without a payment. */
  isOver: boolean
  /** Whether the buyer has finished the page, but the money has not arrived: it is on its way, or has failed. */
  isFinishedUnpaid: boolean
}

/** A payment that is not confirmed when the buyer leaves the page. */
export interface DelayedPayment {
  /** The provider's name of the payment method; empty if unknown. */
  method: string
  hasFailed: boolean
}

export interface ProviderRefund {
  reference: string
  /** Our id for the refund; empty if it was made at the provider. */
  refundId: string
  payment: string
  amount: number
  currency: string
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
}

export interface ProviderPayment {
  payment: string
  orderId: string
  amount: number
  refunded: number
  currency: string
  isPaid: boolean
  createdAt: Instant
}

export interface ProviderDispute {
  reference: string
  payment: string
  amount: number
  currency: string
  status: string
  /** In the provider's own terms. */
  reason: string | null
  /** Until when the account may answer. */
  dueBy: Instant | null
  /** Whether the disputed money was returned or never withdrawn. */
  isSettled: boolean
}

/** A movement in the account's balance at the provider. */
export interface ProviderMovement {
  reference: string
  /** Whether money leaves for the account holder's bank, or returns from it. */
  isPayout: boolean
  /** Negative if it leaves the balance. Fees are apart. */
  amount: number
  currency: string
  fees: { isOfPlatform: boolean; amount: number }[]
  /** Payment that caused the movement; empty for payouts and other movements. */
  payment: string
  /** The provider's name for the method of that payment, such as `card`. */
  method: string | null
  createdAt: Instant
}

export interface ProviderPage<Item> {
  items: Item[]
  next: string | null
}

/** A webhook event from the provider, with its signature already verified. */
export type PaymentMessage = {
  id: string
  type: string
  /** Provider's id of the connected account that the message is about; empty for the receiver's own account. */
  account: string
  isLive: boolean
} & (
  | { kind: 'paid' | 'ended' | 'processing' | 'failed'; checkout: ProviderCheckout }
  | { kind: 'refund'; refund: ProviderRefund }
  | { kind: 'refunded'; payment: string; orderId: string }
  | { kind: 'dispute'; dispute: ProviderDispute }
  | { kind: 'account'; state: ProviderAccount }
  | { kind: 'deauthorized' }
  | { kind: 'other' }
)

/** The provider understood the request and declined it. */
export interface ProviderRefusal {
  kind: 'refused'
  why: string
}

/**
 * A payment provider with hosted payment pages. Each write sends a request that was stored beforehand, with an
 * idempotency key. Stripe forgets keys after a day, so a retry first looks for the result of the earlier attempt.
 * Throws if a response leaves the outcome unclear.
 */
export interface StripePort {
  checkoutRequest(order: CheckoutWanted, now: Instant): string
  openCheckout(orderId: string, request: string, page: number): Promise<ProviderCheckout | ProviderRefusal>
  readCheckout(sessionId: string): Promise<ProviderCheckout | null>
  findCheckout(orderId: string, since: Instant, page: number): Promise<ProviderCheckout | null>
  checkoutOf(payment: string): Promise<ProviderCheckout | null>
  delayedPayment(payment: string): Promise<DelayedPayment>
  /** Expires the checkout page so that it can no longer be paid. Returns the checkout's final state. */
  endCheckout(sessionId: string): Promise<ProviderCheckout | null>
  /** `hasFee`: the operator's fee was taken from the payment, and its share goes back too. */
  refundRequest(refund: {
    refundId: string
    payment: string
    amount: number
    currency: string
    hasFee: boolean
  }): string
  refund(refundId: string, request: string): Promise<ProviderRefund | ProviderRefusal>
  readRefund(reference: string): Promise<ProviderRefund>
  findRefund(payment: string, refundId: string): Promise<ProviderRefund | null>
  refundsOf(payment: string): Promise<ProviderRefund[]>
  /** Returns the order id in the payment's metadata, or ''. */
  orderOf(payment: string): Promise<string>
  payments(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderPayment>>
  refunds(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderRefund>>
  disputes(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderDispute>>
  movements(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderMovement>>
  /** Returns null if the signature is wrong or too old. */
  read(body: string, signature: string, now: Instant): Promise<PaymentMessage | null>
}

/** The state of an organiser's account, as the provider reports it. */
export interface ProviderAccount {
  stripeAccount: string
  country: string | null
  defaultCurrency: string | null
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** Facts that the provider still asks for, in its own terms. */
  requirements: string[]
}

/** How requests reach an account: through the platform of the deployment, or with the account's own key. */
export type AccountAccess =
  | { kind: 'CONNECT'; stripeAccount: string }
  | { kind: 'OWN_KEY'; key: string; webhookSecret: string | null }

export interface AccountPort {
  /** Creates an account of the deployment's platform, for its owner to complete. */
  create(country: string, key: string): Promise<ProviderAccount & { isLive: boolean }>
  /** Returns the address of a page at the provider. It works once, for some minutes. */
  onboardingUrl(stripeAccount: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>
  read(access: AccountAccess): Promise<ProviderAccount>
  /** Returns the permissions that a restricted key lacks. Null if the provider doesn't know the key. */
  missingPermissions(key: string): Promise<string[] | null>
  /** Creates the webhook endpoint in the account, with its signing secret. */
  openEndpoint(key: string, url: string): Promise<{ id: string; secret: string }>
  /** Deletes an endpoint that may be gone already. */
  closeEndpoint(key: string, id: string): Promise<void>
}
