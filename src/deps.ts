import type { RateLimiter } from './access/rate-limit.ts'
import type { Commit, Tell, WriteAt } from './db/commit.ts'
import type { Database } from './db/database.ts'
import type { Query, RawRow, TypedStatement } from './db/statement.ts'
import type { Holder, Profile } from './access/actor.ts'
import type { Vault } from './kernel/vault.ts'
import type { NewId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import type { Signer } from './kernel/signed-data.ts'
import type { Quotas } from './kernel/quotas.ts'
import type { Clock, Instant } from './kernel/time.ts'
import type { Plan } from './kernel/vocabulary.ts'

export interface SignIn {
  issuer: string
  clientId: string
  /** What the provider wants beside the standard parameters, as a query string. */
  parameters: string
  /** Where the provider's endpoints are, for browsers that ask before they send. */
  origins: readonly string[]
}

export interface Config {
  environment: 'local' | 'staging' | 'production'
  version: string
  /** Where the service is reached, ending in `/api`. */
  baseUrl: string
  /** Where the service's own pages are reached: the same place, without `/api`. */
  pagesUrl: string
  /** Where people see calendars and events, with `{kind}` (`c` or `e`) and `{slug}` to fill in. */
  siteUrl: string
  /** Where people sign in, for the pages that ask them to. */
  signIn: SignIn | null
  defaultPlan: Plan
  quotas: Quotas
  /** The domain in the UID of every calendar entry: fixed for ever. */
  icsDomain: string
  /** Whose mail for `rsvp+…` comes back to the service: there calendars answer. Null where mails carry no invites. */
  invitesHost: string | null
  trustProxy: boolean
  allowInsecureWebhooks: boolean
  /** Origins of the service itself and of its identity provider: no webhook may point at them. */
  ownOrigins: readonly string[]
  /** Set once the owner has announced when the current paths end. */
  deprecation: { deprecatedAt: Instant; sunsetAt: Instant } | null
}

export interface Session {
  userId: string
  profile?: Profile
  isOperator: boolean
  expiresAt: Instant
}

/** Answers of open reads, kept until their calendar changes or their content does by the clock. */
export interface EdgeCache {
  read(key: string): Promise<Response | null>
  /** Taken before anything is read for an answer, so that a change made meanwhile keeps the answer out. */
  begin(): number
  /** Keeps the answer if nothing has changed since, and gives back the one to send. `owner` is a calendar's id. */
  keep(key: string, answer: Response, kept: { owner: string; until: Instant; begunAt: number }): Promise<Response>
  makeStale(owner: string): Promise<void>
  /** Takes the owners' answers back from a cache that is not in this process. */
  purge(owners: string[]): Promise<void>
}

export interface OutboundPost {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** How much of the answer's body is read at most. */
  mostBytes: number
}

/** What came of a request to somebody else's server. `error` says why the body, or all of the answer, is missing. */
export type OutboundAnswer =
  | { kind: 'answered'; status: number; retryAfter: string | null; body: string; error: string | null }
  | { kind: 'unanswered'; error: string }

/** Requests to addresses that customers chose: never redirected, bounded in time and size. */
export interface Outbound {
  post(request: OutboundPost): Promise<OutboundAnswer>
}

export interface CheckoutWanted {
  id: string
  title: string
  amount: number
  currency: string
  email: string
  /** Where the buyer comes back to, paid or not. */
  returnUrl: string
  expiresAt: Instant
}

/** The provider's page for an order, as it stands there. */
export interface ProviderCheckout {
  sessionId: string
  url: string
  orderId: string
  /** The payment that was made on it, or an empty text. */
  payment: string
  amount: number
  currency: string
  isOpen: boolean
  isPaid: boolean
  /** It ended without a payment. */
  isOver: boolean
}

export interface ProviderRefund {
  reference: string
  /** Ours, where we asked for it; empty for one that was made at the provider. */
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
  /** In the provider's words. */
  status: string
  /** The money is back, or was never taken. */
  isSettled: boolean
}

/** Part of a list of the provider, and where it goes on. */
export interface ProviderPage<Item> {
  items: Item[]
  next: string | null
}

/** What the provider tells, once its signature is known to be right. */
export type PaymentMessage = { id: string; type: string } & (
  | { kind: 'paid' | 'ended'; checkout: ProviderCheckout }
  | { kind: 'refund'; refund: ProviderRefund }
  | { kind: 'refunded'; payment: string; orderId: string }
  | { kind: 'dispute'; dispute: ProviderDispute }
  | { kind: 'other' }
)

/** The provider understood what was asked, and did not do it. */
export interface ProviderRefusal {
  kind: 'refused'
  why: string
}

/**
 * A payment provider that is paid on its own pages. What changes something there is sent as a request that was kept
 * before, under a key of its own; but keys are forgotten after a day, so whoever repeats asks first. Whatever is no clear
 * answer is thrown.
 */
export interface StripePort {
  checkoutRequest(order: CheckoutWanted, now: Instant): string
  openCheckout(orderId: string, request: string): Promise<ProviderCheckout | ProviderRefusal>
  readCheckout(sessionId: string): Promise<ProviderCheckout | null>
  /** Among those made since. */
  findCheckout(orderId: string, since: Instant): Promise<ProviderCheckout | null>
  checkoutOf(payment: string): Promise<ProviderCheckout | null>
  /** Nobody can pay there any more; answers as it stands then. */
  endCheckout(sessionId: string): Promise<ProviderCheckout | null>
  refundRequest(refund: { refundId: string; payment: string; amount: number; currency: string }): string
  refund(refundId: string, request: string): Promise<ProviderRefund | ProviderRefusal>
  readRefund(reference: string): Promise<ProviderRefund>
  findRefund(payment: string, refundId: string): Promise<ProviderRefund | null>
  refundsOf(payment: string): Promise<ProviderRefund[]>
  /** Which order a payment says it is for, or an empty text. */
  orderOf(payment: string): Promise<string>
  payments(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderPayment>>
  refunds(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderRefund>>
  disputes(since: Instant, cursor: string | null): Promise<ProviderPage<ProviderDispute>>
  /** Null for a message that is not the provider's own, or too old. */
  read(body: string, signature: string, now: Instant): Promise<PaymentMessage | null>
}

export interface Payments {
  /** How new orders are paid: by hand, or through the provider where one is set up. */
  payBy: 'OFFLINE' | 'STRIPE'
  stripe: StripePort | null
  /** What is wrong with a price that the provider is to charge; paid by hand, any currency will do. */
  whyNotCharged(price: number, currency: string): { field: 'price' | 'currency'; message: string } | null
}

/** How tickets become passes of Apple's wallet. */
export interface AppleWallet {
  passTypeId: string
  teamId: string
  signer: Signer
  /** Through what devices are woken when a pass changes; null where they ask by themselves alone. */
  pushUrl: string | null
}

/** How tickets become passes of Google's wallet. */
export interface GoogleWallet {
  issuerId: string
  /** The service account's address, and its private key in PEM. */
  account: string
  key: string
}

/** Null where the service is not set up for it. */
export interface Wallets {
  apple: AppleWallet | null
  google: GoogleWallet | null
}

/** Where exported files and pictures are kept. */
export interface Files {
  /** Writes the pieces one after the other, without ever holding all of them. */
  write(key: string, pieces: AsyncIterable<string>, mediaType: string): Promise<{ bytes: number }>
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>
  read(key: string): Promise<{ body: ReadableStream; bytes: number; mediaType: string } | null>
  delete(keys: string[]): Promise<void>
}

export interface MailAttachment {
  filename: string
  type: string
  content: Uint8Array | string
  /** Shown within the text, under this name, instead of beside it. */
  contentId?: string
}

/** What calendar programs take out of a mail by themselves: an entry, or the end of one. */
export interface MailInvite {
  method: 'REQUEST' | 'CANCEL'
  text: string
  filename: string
}

export interface MailMessage {
  id: string
  /** The same on every attempt, so that readers' programs show a repeated mail once. */
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  attachments: MailAttachment[]
  /** When its cause was, for the mail's own date: no attempt changes a letter of it. */
  causedAt: Instant
  invite?: MailInvite
}

/** Sends one mail, or throws. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
}

/**
 * The object of an event, which puts what is written and read there in a row and sends it to D1 in groups. It decides
 * nothing; who holds a seat and who is in are rows.
 */
export interface AtEvent {
  /** One transaction. The object tells the queues and the watchers of it. */
  write: WriteAt
  read(eventId: string, queries: Query[]): Promise<RawRow[][]>
  /** True the first time only. */
  spendTicket(eventId: string, nonce: string, expiresAt: Instant): Promise<boolean>
  /** Opens a live socket at a checkpoint, or at the main door, whose first message is the column `live` of the row that `first` brings. */
  watch(
    eventId: string,
    holder: Holder,
    first: TypedStatement<{ live: string }>,
    room: string | null,
  ): Promise<Response>
  /** Asks now, and not at the next turn, who may still watch. */
  recheckWatchers(eventId: string): Promise<void>
  wake(eventId: string): Promise<void>
}

/** Whether the parts that the service stands on answer. */
export interface Probes {
  database(): Promise<void>
  desk(): Promise<void>
}

/** Everything a verb may reach. The outside world comes in through here and nowhere else. */
export interface Deps {
  clock: Clock
  newId: NewId
  config: Config
  log: Log
  db: Database
  commit: Commit
  vault: Vault
  tell: Tell
  outbound: Outbound
  mailer: Mailer
  atEvent: AtEvent
  files: Files
  payments: Payments
  wallets: Wallets
  limiter: RateLimiter
  edgeCache: EdgeCache
  probes: Probes
  /** Resolves to null for a token that is not ours; throws `unavailable` when the provider is down. */
  verifySession(token: string): Promise<Session | null>
  /** A text that was built with the Worker and lies among its assets. */
  readBuilt(path: string): Promise<string>
  /** Work that may outlast the answer. */
  later(work: Promise<unknown>): void
}
