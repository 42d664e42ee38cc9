import { createLog, describeError, type LogLevel } from '../kernel/log.ts'
import { systemClock } from '../kernel/time.ts'
import { createVault } from '../kernel/vault.ts'
import { identityConfigOf } from './config.ts'
import type { IdentityEnv } from './env.ts'
import type { IdentityDeps } from './ports.ts'

export const identityDepsOf = (
  env: IdentityEnv,
  later: (work: Promise<unknown>) => void,
  write: (line: string) => void,
): IdentityDeps => {
  const log = createLog((env.LOG_LEVEL || 'info') as LogLevel, write, systemClock)
  return {
    config: identityConfigOf(env),
    db: env.DB,
    vault: createVault(env.IDENTITY_KEY),
    clock: systemClock,
    log,
    tellMails: (ids) => {
      if (ids.length === 0) return
      const sent = env.MAILS.sendBatch(ids.map((id) => ({ body: { id } })))
      later(sent.catch((error: unknown) => log.warn('a queue rejected its messages', describeError(error))))
    },
  }
}
