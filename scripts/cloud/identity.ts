import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { EnvironmentName } from './arguments.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { Target } from './target.ts'
import { runWrangler } from './wrangler.ts'

/** Settings that the identity Worker reads too. */
const SHARED = ['ENVIRONMENT', 'PUBLIC_BASE_URL', 'SIGN_UP', 'LOG_LEVEL']
const IDENTITY_SECRET = 'IDENTITY_KEY'

/** A target whose main Worker is bound to an identity Worker. */
type WithIdentity = Target & { identity: string }

export const hasIdentity = (target: Target): target is WithIdentity => target.identity !== null

/**
 * The configuration of the identity Worker, derived from the main Worker's, so that they can't name different databases
 * or addresses. It has no route: only the service binding of the main Worker leads to it.
 */
const identityConfigOf = ({ identity, config, database, queues, vars }: WithIdentity) => ({
  name: identity,
  main: join(dirname(config), 'src/identity/worker.ts'),
  compatibility_date: '2026-11-02',
  minify: true,
  keep_names: false,
  workers_dev: false,
  preview_urls: false,
  vars: Object.fromEntries(SHARED.flatMap((name) => (vars[name] === undefined ? [] : [[name, vars[name]]]))),
  d1_databases: [{ binding: 'DB', database_name: database.name, database_id: database.id }],
  queues: { producers: [{ binding: 'MAILS', queue: queues.find((name) => name.endsWith('-mails')) ?? '' }] },
  observability: {
    enabled: true,
    redact_query_string: true,
    logs: { enabled: true, invocation_logs: false },
    traces: { enabled: false },
  },
})

/** Deploys the identity Worker. It must exist before the main Worker, which binds it. */
export const deployIdentity = async (target: WithIdentity): Promise<void> => {
  const file = join(dirname(target.config), '.tmp', `identity-${target.env}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(identityConfigOf(target), null, 2))
  await runWrangler('deploy', '--config', file)
  rmSync(file)
}

export const problemsOfIdentity = (present: readonly string[], worker: string, env: EnvironmentName): string[] =>
  present.includes(IDENTITY_SECRET)
    ? []
    : [
        `the secret ${IDENTITY_SECRET} of ${worker} is not set: (umask 077; set -C; openssl rand -base64 32 > identity-key.${env}) && npx wrangler secret put ${IDENTITY_SECRET} --name ${worker} < identity-key.${env}`,
      ]

const Rows = z.array(z.object({ results: z.array(z.object({ n: z.number() })) }))

/** Makes a link for the first operator, which works for an hour. Returns null if there is an account. */
export const remoteSetupLink = async (api: CloudflareApi, account: string, { database, vars }: Target) => {
  const query = (sql: string) => api.post(`/accounts/${account}/d1/database/${database.id}/query`, { sql }, Rows)
  const [found] = await query('select count(*) as n from account_addresses')
  if (found?.results[0]?.n !== 0) return null
  const key = randomBytes(32).toString('base64url')
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(key))).toString('base64url')
  await query(`insert into setup_links (hash, created_at) values ('${hash}', ${Date.now()}) returning 1 as n`)
  return `${new URL(vars['PUBLIC_BASE_URL'] ?? '').origin}/sign-in/setup#${key}`
}
