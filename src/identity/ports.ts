import type { Clock } from '../kernel/time.ts'
import type { Log } from '../kernel/log.ts'
import type { Vault } from '../kernel/vault.ts'
import type { IdentityConfig } from './config.ts'

export interface IdentityDeps {
  config: IdentityConfig
  db: D1Database
  vault: Vault
  clock: Clock
  log: Log
  /** Queues emails by id. Best effort: the main Worker's schedule queues rows that were missed. */
  tellMails(ids: string[]): void
}
