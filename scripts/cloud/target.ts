import { resolve } from 'node:path'
import * as z from 'zod'
import type { EnvironmentName } from './arguments.ts'
import { CloudError } from './cloud-error.ts'

/** The part of a wrangler.toml environment that provisioning creates and the preflight checks. */
export interface Target {
  env: EnvironmentName
  config: string
  accountId: string | null
  worker: string
  /** Name of the identity Worker, bound as IDENTITY. Null: AUTH_ISSUER names another identity provider. */
  identity: string | null
  /** Name of the sandbox Worker, bound as SANDBOX. Null: the service has no sandboxes. */
  sandbox: string | null
  database: { name: string; id: string }
  buckets: string[]
  /** Jurisdiction of the database, the buckets and the Durable Objects. Null: none. */
  jurisdiction: string | null
  /** Dead letter queues first: a consumer's `dead_letter_queue` must exist before the consumer is created. */
  queues: string[]
  hosts: string[]
  vars: Record<string, string>
}

const Config = z.object({
  name: z.string(),
  account_id: z.string().optional(),
  d1_databases: z.array(z.object({ database_name: z.string(), database_id: z.string().default('') })),
  r2_buckets: z.array(z.object({ bucket_name: z.string() })),
  queues: z.object({
    producers: z.array(z.object({ queue: z.string() })).default([]),
    consumers: z.array(z.object({ queue: z.string(), dead_letter_queue: z.string().optional() })).default([]),
  }),
  routes: z.array(z.union([z.string(), z.object({ pattern: z.string() })])).default([]),
  services: z.array(z.object({ binding: z.string(), service: z.string() })).default([]),
  vars: z.record(z.string(), z.unknown()),
})

const only = <Item>(items: readonly Item[], what: string): Item => {
  const [item] = items
  if (item === undefined || items.length > 1) throw new CloudError(`wrangler.toml must bind one ${what}`)
  return item
}

const hostOf = (route: string | { pattern: string }) => (typeof route === 'string' ? route : route.pattern)

export const readTarget = async (env: EnvironmentName, path: string): Promise<Target> => {
  // Imported here, because loading wrangler takes two seconds. `--help` and invalid arguments don't have to wait for
  // it.
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const config = resolve(path)
  const read = Config.parse(readConfig({ config, env }))
  const database = only(read.d1_databases, 'database')
  const { producers, consumers } = read.queues
  const letters = consumers.flatMap(({ dead_letter_queue: queue }) => queue ?? [])
  return {
    env,
    config,
    accountId: read.account_id ?? null,
    worker: read.name,
    identity: read.services.find(({ binding }) => binding === 'IDENTITY')?.service ?? null,
    sandbox: read.services.find(({ binding }) => binding === 'SANDBOX')?.service ?? null,
    database: { name: database.database_name, id: database.database_id },
    buckets: read.r2_buckets.map(({ bucket_name: name }) => name),
    queues: [...new Set([...letters, ...[...consumers, ...producers].map(({ queue }) => queue)])],
    hosts: read.routes.map(hostOf),
    jurisdiction: z.string().min(1).nullable().catch(null).parse(read.vars['JURISDICTION']),
    vars: Object.fromEntries(Object.entries(read.vars).map(([name, value]) => [name, String(value)])),
  }
}
