import type { Query } from '../db/statement.ts'
import type { BatchResult } from '../db/turns.ts'
import type { Sandboxes } from '../kernel/sandbox-port.ts'
import type { DueRows } from '../db/commit.ts'
import type { Instant } from '../kernel/time.ts'

/** RPC methods of the `EventObject`. Live sockets use `fetch` instead. */
export interface EventRpc extends Rpc.DurableObjectBranded {
  ping(): 'pong'
  write(queries: Query[], dueRows: DueRows): Promise<BatchResult>
  read(queries: Query[]): Promise<BatchResult>
  spendTicket(nonce: string, expiresAt: Instant): boolean
  recheckWatchers(): Promise<void>
  erase(): Promise<void>
}

/** The identity Worker: requests under `/sign-in`, and the content of the emails with sign-in codes. */
export interface IdentityBinding extends Pick<Fetcher, 'fetch'> {
  codeMail(requestId: string, address: string): Promise<{ code: string | null } | null>
}

/** Bindings, variables and secrets from wrangler.toml and the operator. */
export interface Env {
  DB: D1Database
  EVENTS: DurableObjectNamespace<EventRpc>
  FILES: R2Bucket
  ASSETS: Fetcher
  DELIVERIES: Queue<QueueMessage>
  MAILS: Queue<QueueMessage>
  JOBS: Queue<QueueMessage>
  /** Outbound bindings for webhooks on a single machine. The runtime checks the IP address that a name resolves to. */
  OUTBOUND_PUBLIC?: Fetcher
  OUTBOUND_LOOPBACK?: Fetcher
  PURGES?: Queue<QueueMessage>
  EMAIL: SendEmail
  /** The identity Worker. Absent if `AUTH_ISSUER` names another identity provider. */
  IDENTITY?: IdentityBinding
  /** The sandbox Worker: requests to sandboxes, and the list of a calendar's sandboxes. */
  SANDBOX?: Pick<Fetcher, 'fetch'> & Sandboxes
  /** Set to `true` by the host process on a single machine if `SMTP_URL` is set. */
  MAIL_BY_SMTP?: string
  ENVIRONMENT: string
  TOPOLOGY: string
  /** Jurisdiction of the Durable Objects at the edge, such as `eu`. */
  JURISDICTION?: string
  PUBLIC_BASE_URL: string
  PUBLIC_SITE_URL?: string
  VERSION?: string
  /** Set by `npm start`. */
  DATA_DIR?: string
  DEFAULT_PLAN?: string
  /** Overrides of individual quotas, as JSON. */
  QUOTAS?: string
  ICS_DOMAIN: string
  MAIL_FROM: string
  /** Host of the `rsvp+…` reply addresses. Without it, emails carry no invites. */
  MAIL_INVITES?: string
  AUTH_ISSUER?: string
  AUTH_JWKS_URL?: string
  AUTH_AUDIENCE?: string
  /** Name of the claim that holds the audience, such as `client_id`, if the provider's tokens have no `aud`. */
  AUTH_AUDIENCE_CLAIM?: string
  /** Public OAuth client id of the pages. */
  AUTH_CLIENT_ID?: string
  /** Replaces `audience` and `resource`, for providers that need other parameters or none. */
  AUTH_PARAMETERS?: string
  /** Space-separated origins of the provider's endpoints, if they differ from the issuer's. */
  AUTH_ENDPOINT_ORIGINS?: string
  AUTH_OPERATOR_CLAIM?: string
  RATE_LIMIT_SCALE?: string
  LOG_LEVEL?: string
  TRUST_PROXY?: string
  PROXY_TOKEN?: string
  ALLOW_INSECURE_WEBHOOKS?: string
  DEPRECATED_AT?: string
  SUNSET_AT?: string
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_API_URL?: string
  /** Signing secret of the webhook endpoint for connected accounts. Lets organisers connect their own accounts. */
  STRIPE_CONNECT_WEBHOOK_SECRET?: string
  /** `false` to refuse payments for calendars without their own account. */
  PAYMENTS_SHARED?: string
  /** The operator's fee on payments into connected accounts: hundredths of a percent, and amounts by currency as JSON. */
  PLATFORM_FEE_BPS?: string
  PLATFORM_FEE_FIXED?: string
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
  /**
   * Links and `usr_` ids are derived from this key, so it must never change. Defaults to `ENCRYPTION_KEY` if that holds
   * a single key.
   */
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
  RATE_QUOTES?: RateLimit
  RATE_AGENTS?: RateLimit
}

/** The settings of payments. */
export type StripeSettings = Pick<
  Env,
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_API_URL'
  | 'STRIPE_CONNECT_WEBHOOK_SECRET'
  | 'PAYMENTS_SHARED'
  | 'PLATFORM_FEE_BPS'
  | 'PLATFORM_FEE_FIXED'
>

/** A queue message is only a hint: it names a row, and the row is the source of truth. */
export interface QueueMessage {
  id: string
}
