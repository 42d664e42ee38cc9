import type { RateLimiter } from './access/rate-limit.ts'
import type { Commit } from './db/commit.ts'
import type { Database } from './db/database.ts'
import type { Vault } from './kernel/crypto.ts'
import type { NewId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import type { Clock, Instant } from './kernel/time.ts'
import type { Plan } from './kernel/vocabulary.ts'

export interface Config {
  environment: 'local' | 'staging' | 'production'
  version: string
  /** Where the service is reached, ending in `/api`. */
  baseUrl: string
  /** The owner's own site, with `{kind}` (`c` or `e`) and `{slug}` to fill in; null while there are no pages. */
  siteUrl: string | null
  defaultPlan: Plan
  /** The domain in the UID of every calendar entry: fixed for ever. */
  icsDomain: string
  trustProxy: boolean
  allowInsecureWebhooks: boolean
  /** Set once the owner has announced when the current paths end. */
  deprecation: { deprecatedAt: Instant; sunsetAt: Instant } | null
}

export interface Session {
  userId: string
  isOperator: boolean
}

/** Answers of open reads, kept until their calendar changes or their content does by the clock. */
export interface EdgeCache {
  read(key: string): Promise<Response | null>
  write(key: string, answer: Response, kept: { calendarId: string; until: Instant }): Promise<void>
  makeStale(calendarId: string): Promise<void>
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
  limiter: RateLimiter
  edgeCache: EdgeCache
  probes: Probes
  /** Resolves to null for a token that is not ours; throws `unavailable` when the provider is down. */
  verifySession(token: string): Promise<Session | null>
  /** Work that may outlast the answer. */
  later(work: Promise<unknown>): void
}
