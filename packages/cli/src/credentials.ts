import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './usage-error.ts'

interface KeyCredentials {
  baseUrl: string
  apiKey: string
}

/** Tokens from a login in the browser. */
export interface AppCredentials {
  baseUrl: string
  /** Identifies the login. It stays the same when the tokens are renewed. */
  login?: string
  accessToken: string
  refreshToken: string
  /** In milliseconds since 1970, by the clock of this machine. */
  expiresAt: number
}

export type Credentials = KeyCredentials | AppCredentials

const fileOf = (env: NodeJS.ProcessEnv) =>
  join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'evcal', 'credentials.json')

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns what `login` stored. */
export const readStored = (env: NodeJS.ProcessEnv): Credentials | null => {
  try {
    return JSON.parse(readFileSync(fileOf(env), 'utf8')) as Credentials
  } catch (error) {
    if (isMissing(error)) return null
    throw new UsageError(`${fileOf(env)} can't be read: ${(error as Error).message}`)
  }
}

/** Returns the API's URL, or throws a `UsageError` if it isn't a URL. */
export const checkedUrl = (url: string) => {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new UsageError(`${url} is not a URL, such as https://calendar.example.org/api`)
  return url
}

/** Returns `EVCAL_URL` and `EVCAL_API_KEY`, otherwise the credentials that `login` stored. */
export const readCredentials = (env: NodeJS.ProcessEnv): Credentials => {
  const { EVCAL_URL: url, EVCAL_API_KEY: apiKey } = env
  if (url !== undefined && apiKey !== undefined) return { baseUrl: checkedUrl(url), apiKey }
  const stored = readStored(env)
  if (stored === null) throw new UsageError('You are not logged in. Run `evcal login --url URL`.')
  if (apiKey !== undefined) return { baseUrl: stored.baseUrl, apiKey }
  // A stored secret is sent only to the service that issued it.
  if (url !== undefined && url !== stored.baseUrl)
    throw new UsageError(`You are logged in to ${stored.baseUrl}. EVCAL_URL needs EVCAL_API_KEY.`)
  return stored
}

/**
 * Returns the session token, for operations that neither a key nor an app can call. It is never stored, because it
 * expires soon.
 */
export const readSession = (env: NodeJS.ProcessEnv) => {
  const { EVCAL_SESSION_TOKEN: sessionToken } = env
  if (sessionToken === undefined) throw new UsageError('This command needs EVCAL_SESSION_TOKEN.')
  // A session token isn't stored, so the service that issued it is unknown.
  const baseUrl = env['EVCAL_URL']
  if (baseUrl === undefined) throw new UsageError('This command needs EVCAL_URL, such as https://example.org/api')
  return { baseUrl: checkedUrl(baseUrl), sessionToken }
}

/** Stores the credentials in a file that only its owner can read. Another evcal process never sees a partial file. */
export const storeCredentials = (credentials: Credentials, env: NodeJS.ProcessEnv) => {
  const file = fileOf(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  rmSync(written, { force: true })
  writeFileSync(written, JSON.stringify(credentials, null, 2), { mode: 0o600, flag: 'wx' })
  renameSync(written, file)
  return file
}

export const deleteCredentials = (env: NodeJS.ProcessEnv) => rmSync(fileOf(env), { force: true })
