import type { RateLimiter } from './access/rate-limit.ts'
import type { Commit, Tell, WriteAt } from './db/commit.ts'
import type { Database } from './db/database.ts'
import type { Query, RawRow, TypedStatement } from './db/statement.ts'
import type { Holder, Profile } from './access/actor.ts'
import type { Vault } from './kernel/vault.ts'
import type { NewId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import type { AccountAccess, AccountPort, PaymentMessage, StripePort } from './kernel/payment-provider.ts'
import type { Signer } from './kernel/signed-data.ts'
import type { Quotas } from './kernel/quotas.ts'
import type { Clock, Instant } from './kernel/time.ts'
import type { Plan } from './kernel/vocabulary.ts'
import type { Sandboxes } from './kernel/sandbox-port.ts'

export interface SignIn {
  issuer: string
  clientId: string
  /** Extra OAuth parameters that the provider needs, as a query string. */
  parameters: string
  /** Origins of the provider's endpoints, for the `connect-src` of the pages. */
  origins: readonly string[]
}

export interface Config {
  environment: 'local' | 'staging' | 'production'
  /** Whether a test key is valid here: in a sandbox always, and in the live service outside production. */
  opensTestKeys: boolean
  version: string
  /** Public URL of the API, ending in `/api`. `pagesUrl` is the same without `/api`. */
  baseUrl: string
  pagesUrl: string
  /** Template of the public page URLs, with `{kind}` (`c` or `e`) and `{slug}`. */
  siteUrl: string
  /** The sandbox that this is. Null in the live service. */
  sandboxId: string | null
  /** The data directory of `npm start`. Null on Cloudflare. */
  dataDir: string | null
  signIn: SignIn | null
  defaultPlan: Plan
  quotas: Quotas
  /** Domain used in the UID of calendar entries. It must never change. */
  icsDomain: string
  /** Host whose `rsvp+…` emails are routed to the service. Null if outgoing emails carry no calendar invites. */
  invitesHost: string | null
  /** Whether organisers can connect Stripe accounts (`CONNECT`). The workspace offers it only then. */
  hasConnect: boolean
  trustProxy: boolean
  allowInsecureWebhooks: boolean
  /** Origins of the service and its identity provider. Webhooks must not call them. */
  ownOrigins: readonly string[]
  /** Set once `DEPRECATED_AT` and `SUNSET_AT` have been announced for the current paths. */
  deprecation: { deprecatedAt: Instant; sunsetAt: Instant } | null
}

export interface Session {
  userId: string
  profile?: Profile
  isOperator: boolean
  expiresAt: Instant
  /** When the user signed in. Null if the identity provider doesn't say (`auth_time`). */
  signedInAt?: Instant | null
}

/** Cached responses to open GETs (those without authentication), kept until the calendar changes or until `until`. */
export interface EdgeCache {
  /** Returns the response, compressed if `acceptsGzip` and if the cache keeps a compressed copy. */
  read(key: string, acceptsGzip: boolean): Promise<Response | null>
  /** Call it before the first read. If the owner changes between `begin` and `keep`, the response is not cached. */
  begin(): number
  /** Stores the response unless `owner` (a calendar id) has changed since `begunAt`. Returns the response to send. */
  keep(key: string, answer: Response, kept: { owner: string; until: Instant; begunAt: number }): Promise<Response>
  makeStale(owner: string): Promise<void>
  /** Removes the owners' responses from a cache outside this process. */
  purge(owners: string[]): Promise<void>
}

interface OutboundGet {
  url: string
  headers: Record<string, string>
  timeoutMs: number
  mostBytes: number
}

export interface OutboundPost extends OutboundGet {
  body: string
}

/** `error` says why the body, or the entire response, is missing. */
export type OutboundAnswer =
  | {
      kind: 'answered'
      status: number
      retryAfter: string | null
      mediaType: string | null
      body: string
      error: string | null
    }
  | { kind: 'unanswered'; error: string }

/** Sends requests to URLs that customers chose. Never follows redirects, and limits both time and size. */
export interface Outbound {
  post(request: OutboundPost): Promise<OutboundAnswer>
  get(request: OutboundGet): Promise<OutboundAnswer>
}

export interface Payments {
  /** How orders of a calendar without its own account are paid. */
  payBy: 'OFFLINE' | 'STRIPE'
  /** The deployment's own account. */
  stripe: StripePort | null
  /** Whether organisers can connect accounts to the deployment's platform. */
  hasConnect: boolean
  accounts: AccountPort
  /** Returns the port of an organiser's account, or null if the deployment can't reach it. */
  at(access: AccountAccess, onRefusedKey: () => void): StripePort | null
  /** Reads a message about a connected account. Null if the signature is wrong, or connecting is switched off. */
  readConnected(body: string, signature: string, now: Instant): Promise<PaymentMessage | null>
  operatorFeeOf(total: number, currency: string): number
  /** Returns a field error if the provider can't charge the price. OFFLINE orders accept any currency. */
  whyNotCharged(price: number, currency: string): { field: 'price' | 'currency'; message: string } | null
}

export interface AppleWallet {
  passTypeId: string
  teamId: string
  signer: Signer
  /** Relay that notifies devices when a pass changes; null if devices only poll. */
  pushUrl: string | null
}

export interface GoogleWallet {
  issuerId: string
  /** Email address of the service account, and its private key in PEM. */
  account: string
  key: string
}

export interface Wallets {
  apple: AppleWallet | null
  google: GoogleWallet | null
}

export interface Files {
  /** Writes the pieces as a stream, never holding all of them in memory. */
  write(key: string, pieces: AsyncIterable<string>, mediaType: string): Promise<{ bytes: number }>
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>
  read(key: string): Promise<{ body: ReadableStream; bytes: number; mediaType: string } | null>
  /** Reads `length` bytes from `offset`. Null if the file doesn't exist. */
  readRange(key: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer> | null>
  delete(keys: string[]): Promise<void>
  /** Deletes all files whose keys have the prefix. */
  deleteAll(prefix: string): Promise<void>
}

export interface MailAttachment {
  filename: string
  type: string
  content: Uint8Array | string
  /** Content-ID of an inline attachment. */
  contentId?: string
}

export interface MailInvite {
  method: 'REQUEST' | 'CANCEL'
  text: string
  filename: string
}

export interface MailMessage {
  id: string
  /** The same on every attempt, so that email clients show a repeated email once. */
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  attachments: MailAttachment[]
  /** The email's Date header, fixed so that all attempts are identical. */
  causedAt: Instant
  invite?: MailInvite
}

export interface Mailer {
  send(message: MailMessage): Promise<void>
}

/** The `EventObject` of an event, which batches reads and writes to D1. All seats and check-ins are stored in D1. */
export interface AtEvent {
  /** Runs one transaction, then notifies queues and live sockets. */
  write: WriteAt
  read(eventId: string, queries: Query[]): Promise<RawRow[][]>
  /** Returns true only for the first use of the nonce. */
  spendTicket(eventId: string, nonce: string, expiresAt: Instant): Promise<boolean>
  /** Opens a live socket for checkpoint `room` (null: the main door). It first sends the `live` column of `first`. */
  watch(
    eventId: string,
    holder: Holder,
    first: TypedStatement<{ live: string }>,
    room: string | null,
  ): Promise<Response>
  /** Rechecks the credentials of live sockets now instead of at the next alarm. */
  recheckWatchers(eventId: string): Promise<void>
  wake(eventId: string): Promise<void>
  /** Closes the event's live sockets and deletes the object's storage. */
  erase(eventId: string): Promise<void>
}

/** Everything that a verb (an operation's `run`) may use, and its only way to reach external systems. */
export interface Deps {
  clock: Clock
  /** Real time. Differs from `clock` only in a sandbox, whose clock stands still. */
  machine: Clock
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
  /** Null where no sandbox Worker is bound, and in a sandbox itself. */
  sandboxes: Sandboxes | null
  wallets: Wallets
  limiter: RateLimiter
  edgeCache: EdgeCache
  /** Health checks. They throw if D1 doesn't answer or accepts no writes, or the Durable Objects don't answer. */
  probes: { database(): Promise<void>; desk(): Promise<void> }
  /** Returns null for an invalid token. Throws `unavailable` if the provider is down. */
  verifySession(token: string): Promise<Session | null>
  /**
   * Content of an email that answers a request for a sign-in code: the code, or that the address has no account. Null if
   * the request has expired, or if the service doesn't sign people in itself.
   */
  codeMail(requestId: string, address: string): Promise<{ code: string | null } | null>
  /** Reads a text file from the Worker's assets. */
  readBuilt(path: string): Promise<string>
  /** Keeps running `work` even after the response has been sent. */
  later(work: Promise<unknown>): void
  /** Waits, so that requests run meanwhile. For long jobs only. */
  pause(ms: number): Promise<void>
}
