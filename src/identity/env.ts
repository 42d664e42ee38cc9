import type { Clock } from '../kernel/time.ts'
import type { Log } from '../kernel/log.ts'
import type { Vault } from '../kernel/vault.ts'
import type { IdentityConfig } from './config.ts'

/** Bindings and settings of the identity Worker. */
export interface IdentityEnv {
  DB: D1Database
  MAILS: Queue<{ id: string }>
  ENVIRONMENT: string
  PUBLIC_BASE_URL: string
  /** Seals the signing keys. Only this Worker has it. */
  IDENTITY_KEY: string
  /** `open`, `invited` (default) or domains separated by spaces. */
  SIGN_UP?: string
  TRUST_PROXY?: string
  RATE_LIMIT_SCALE?: string
  LOG_LEVEL?: string
}

export interface IdentityDeps {
  config: IdentityConfig
  db: D1Database
  vault: Vault
  clock: Clock
  log: Log
  /** Queues emails by id. Best effort: the schedule of the main Worker finds rows that were not queued. */
  tellMails(ids: string[]): void
}
