import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import type { BuiltWorker } from './build-worker.ts'

export const IDENTITY = 'identity'
/** Settings that the identity Worker reads too. */
const SHARED = ['ENVIRONMENT', 'PUBLIC_BASE_URL', 'SIGN_UP', 'TRUST_PROXY', 'RATE_LIMIT_SCALE', 'LOG_LEVEL']

interface IdentityInput {
  worker: BuiltWorker
  vars: Record<string, string>
  /** Opens the signing keys. Only this Worker gets it. */
  identityKey: string
}

/** The identity Worker next to the main one, with the same database and email queue. */
export const identityWorker = ({ worker, vars, identityKey }: IdentityInput): V4WorkerOptions => {
  const { identityPath = '' } = worker
  const { compatibilityDate, compatibilityFlags, d1Databases, queueProducers } = worker.options
  const { DB } = d1Databases as Record<'DB', never>
  const { MAILS } = queueProducers as Record<'MAILS', never>
  return {
    name: IDENTITY,
    modules: true,
    modulesRoot: dirname(identityPath),
    scriptPath: identityPath,
    ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
    ...(compatibilityFlags === undefined ? {} : { compatibilityFlags }),
    d1Databases: { DB },
    queueProducers: { MAILS },
    bindings: {
      ...Object.fromEntries(SHARED.flatMap((name) => (vars[name] === undefined ? [] : [[name, vars[name]]]))),
      IDENTITY_KEY: identityKey,
    },
  }
}

type Database = {
  prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> }; first(): Promise<unknown> }
}

/**
 * Makes a link for the first operator, which works for an hour and only while there is no account. Returns null if there
 * is one. The key is in the fragment, which browsers don't send and proxies don't log.
 */
export const setupLink = async (db: Database, pagesUrl: string): Promise<string | null> => {
  if ((await db.prepare('select 1 from account_addresses limit 1').first()) !== null) return null
  const key = randomBytes(32).toString('base64url')
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(key))).toString('base64url')
  await db.prepare('insert into setup_links (hash, created_at) values (?, ?)').bind(hash, Date.now()).run()
  return `${pagesUrl}/sign-in/setup#${key}`
}
