import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { StartError } from '../start/start-error.ts'

/** Reads the token that the proxy sends, and creates it first, so that service and proxy can share a volume. */
const tokenIn = (path: string, isOwn: boolean) => {
  try {
    if (isOwn && !existsSync(path))
      writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o644, flag: 'wx' })
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(`PROXY_TOKEN_FILE ${path} can't be used (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The environment with the defaults of the package. Only `start` creates the file of the proxy's token. */
export const packageEnv = (env: NodeJS.ProcessEnv, command: 'start' | 'other' = 'other'): NodeJS.ProcessEnv => ({
  ENVIRONMENT: 'production',
  DATA_DIR: '/data',
  SIGN_UP: 'invited',
  ...env,
  ...(env.PROXY_TOKEN_FILE === undefined ? {} : { PROXY_TOKEN: tokenIn(env.PROXY_TOKEN_FILE, command === 'start') }),
})
