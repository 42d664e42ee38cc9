import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { StartError } from '../start/start-error.ts'

/**
 * Reads the token that the proxy sends. Creates it if missing, so that service and proxy can share it through a volume.
 */
const tokenIn = (path: string, isOwn: boolean) => {
  try {
    if (isOwn && !existsSync(path))
      writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o644, flag: 'wx' })
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(`PROXY_TOKEN_FILE ${path} can't be used (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Files owned by root would stop the service, which runs as another user. */
export const refuseRoot = (env: NodeJS.ProcessEnv) => {
  if (process.getuid?.() === 0 && env.ALLOW_ROOT !== 'true')
    throw new StartError('refuses to run as root; use the user of the service, or set ALLOW_ROOT=true')
}

/** Settings of the examples in `deploy` that the operator must replace. */
const EXAMPLES = { PUBLIC_BASE_URL: '//calendar.venue.org/', SMTP_URL: 'user:password@mail.venue.org' }

export const refuseExamples = (env: NodeJS.ProcessEnv) => {
  for (const [name, example] of Object.entries(EXAMPLES))
    if (env[name]?.includes(example) === true)
      throw new StartError(`${name} is still that of the example; replace it with yours`)
}

/**
 * Returns the environment with the package's defaults, such as all features for every calendar. Only `start` creates
 * the file with the proxy's token.
 */
export const packageEnv = (env: NodeJS.ProcessEnv, command: 'start' | 'other' = 'other'): NodeJS.ProcessEnv => ({
  ENVIRONMENT: 'production',
  DATA_DIR: '/data',
  SIGN_UP: 'invited',
  DEFAULT_PLAN: 'ENTERPRISE',
  ...env,
  ...(env.PROXY_TOKEN_FILE === undefined ? {} : { PROXY_TOKEN: tokenIn(env.PROXY_TOKEN_FILE, command === 'start') }),
})
