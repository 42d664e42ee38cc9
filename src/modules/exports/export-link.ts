import type { Deps } from '../../deps.ts'
import { equalInConstantTime } from '../../kernel/crypto.ts'
import type { Instant } from '../../kernel/time.ts'

const PURPOSE = 'export'
const PREFIX = 'run_'

/** The run, when the link ends, and a proof of both that only the service can make. */
const tokenOf = async (runId: string, expiresAt: Instant, { vault }: Pick<Deps, 'vault'>) => {
  const name = runId.replace(PREFIX, '')
  const end = expiresAt.toString(36)
  return `${name}.${end}.${await vault.derive(PURPOSE, `${runId}:${end}`)}`
}

export const exportUrlOf = async (runId: string, expiresAt: Instant, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.baseUrl}/public/exports/${await tokenOf(runId, expiresAt, deps)}`

/** The run that a link is for; null for one that is over or was not made here. */
export const runOfToken = async (token: string, now: Instant, deps: Pick<Deps, 'vault'>) => {
  const [name = '', end = ''] = token.split('.')
  const expiresAt = Number.parseInt(end, 36)
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= now) return null
  const runId = PREFIX + name
  return equalInConstantTime(token, await tokenOf(runId, expiresAt, deps)) ? runId : null
}
