import type { Query } from '../db/statement.ts'
import type { BatchResult } from '../db/turns.ts'
import type { DueRows } from '../db/commit.ts'
import type { Instant } from '../kernel/time.ts'

/** What the object of one event can be asked, beside the upgrade of a live socket. */
export interface EventRpc extends Rpc.DurableObjectBranded {
  ping(): 'pong'
  write(queries: Query[], dueRows: DueRows): Promise<BatchResult>
  read(queries: Query[]): Promise<BatchResult>
  spendTicket(nonce: string, expiresAt: Instant): boolean
  recheckWatchers(): Promise<void>
}

/** The bindings, variables and secrets that wrangler.toml and the operator give. */
export interface Env {
  DB: D1Database
  EVENTS: DurableObjectNamespace<EventRpc>
  FILES: R2Bucket
  ASSETS: Fetcher
  DELIVERIES: Queue<QueueMessage>
  MAILS: Queue<QueueMessage>
  JOBS: Queue<QueueMessage>
  /** Ways out for webhooks on a single machine, where the runtime checks what a name resolves to. */
  OUTBOUND_PUBLIC?: Fetcher
  OUTBOUND_LOOPBACK?: Fetcher
  PURGES?: Queue<QueueMessage>
  EMAIL: SendEmail
  ENVIRONMENT: string
  TOPOLOGY: string
  PUBLIC_BASE_URL: string
  PUBLIC_SITE_URL?: string
  VERSION?: string
  DEFAULT_PLAN?: string
  /** Changes of single quotas, as JSON. */
  QUOTAS?: string
  ICS_DOMAIN: string
  MAIL_FROM: string
  /** The host at which calendars answer invites; without it mails carry none. */
  MAIL_INVITES?: string
  AUTH_ISSUER?: string
  AUTH_JWKS_URL?: string
  AUTH_AUDIENCE?: string
  /** What holds the audience where the provider's tokens have no `aud`, such as `client_id`. */
  AUTH_AUDIENCE_CLAIM?: string
  /** The public client that the pages sign in as. */
  AUTH_CLIENT_ID?: string
  /** In place of `audience` and `resource`, for a provider that wants other parameters or none. */
  AUTH_PARAMETERS?: string
  /** Origins of its endpoints other than the issuer's own, separated by spaces. */
  AUTH_ENDPOINT_ORIGINS?: string
  AUTH_OPERATOR_CLAIM?: string
  RATE_LIMIT_SCALE?: string
  LOG_LEVEL?: string
  TRUST_PROXY?: string
  ALLOW_INSECURE_WEBHOOKS?: string
  DEPRECATED_AT?: string
  SUNSET_AT?: string
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_API_URL?: string
  APPLE_PASS_TYPE_ID?: string
  APPLE_PASS_TEAM_ID?: string
  APPLE_PASS_CERTIFICATE?: string
  APPLE_PASS_AUTHORITY?: string
  APPLE_PASS_KEY?: string
  APPLE_PASS_PUSH_URL?: string
  GOOGLE_WALLET_ISSUER_ID?: string
  GOOGLE_WALLET_ACCOUNT?: string
  GOOGLE_WALLET_KEY?: string
  ENCRYPTION_KEY: string
  /** Links and `usr_` ids hang on it for ever; without it, on the one ENCRYPTION_KEY. */
  DERIVATION_KEY?: string
  RATE_V1?: RateLimit
  RATE_DOOR?: RateLimit
  RATE_BEARER?: RateLimit
  RATE_FAILED_CREDENTIALS?: RateLimit
  RATE_OPEN?: RateLimit
  RATE_IMAGES?: RateLimit
  RATE_REGISTRATION?: RateLimit
  RATE_REGISTRATIONS?: RateLimit
  RATE_EXPORT?: RateLimit
}

/** A message only names a row: the row is the truth. */
export interface QueueMessage {
  id: string
}
