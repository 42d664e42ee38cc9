import { describe, expect, it } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { RATE_LIMITS, RATE_WINDOW_SECONDS } from '../../../src/access/rate-limit.ts'

interface Settings {
  d1_databases: { binding: string; database_name: string }[]
  durable_objects: { bindings: { name: string }[] }
  r2_buckets: { binding: string; bucket_name: string }[]
  queues: { producers: { binding: string; queue: string }[]; consumers: Record<string, unknown>[] }
  ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: number } }[]
  send_email: { name: string }[]
  assets: { directory: string; binding: string }
  triggers: { crons: string[] }
  compatibility_flags: string[]
  routes: { pattern: string; custom_domain: boolean }[]
  workers_dev: boolean
  preview_urls: boolean
  observability: Record<string, unknown>
  vars: Record<string, unknown>
}

const settingsOf = (env?: string) =>
  readConfig({ config: 'wrangler.toml', ...(env === undefined ? {} : { env }) }) as unknown as Settings
const local = settingsOf()

const bindingsOf = (config: Settings) => ({
  databases: config.d1_databases.map(({ binding }) => binding),
  objects: config.durable_objects.bindings.map(({ name }) => name),
  buckets: config.r2_buckets.map(({ binding }) => binding),
  producers: config.queues.producers.map(({ binding }) => binding),
  consumers: config.queues.consumers.map(({ queue: _queue, dead_letter_queue: _letters, ...settings }) => settings),
  limits: config.ratelimits.map(({ name, simple }) => ({ name, ...simple })),
  assets: config.assets,
  mail: config.send_email.map(({ name }) => name),
  crons: config.triggers.crons,
  flags: config.compatibility_flags,
})

const nameOf = (bucket: string) => `RATE_${bucket.toUpperCase().replaceAll('-', '_')}`

describe.each(['staging', 'production'])('environment %s', (env) => {
  const config = settingsOf(env)

  it('has the same bindings as the local environment', () => {
    expect(bindingsOf(config)).toEqual(bindingsOf(local))
  })

  it('shares no database, bucket, queue or rate limit namespace with the other environment', () => {
    const namesOf = ({ d1_databases, r2_buckets, queues, ratelimits }: Settings) => [
      ...r2_buckets.map(({ bucket_name }) => bucket_name),
      ...d1_databases.map(({ database_name }) => database_name),
      ...queues.producers.map(({ queue }) => queue),
      ...ratelimits.map(({ namespace_id }) => namespace_id),
    ]
    const other = settingsOf(env === 'staging' ? 'production' : 'staging')
    expect(namesOf(config).filter((name) => namesOf(other).includes(name))).toEqual([])
  })

  it('runs on the edge topology and signs in over https only', () => {
    expect(config.vars).toMatchObject({ ENVIRONMENT: env, TOPOLOGY: 'edge' })
    for (const name of ['PUBLIC_BASE_URL', 'AUTH_ISSUER', 'AUTH_JWKS_URL']) expect(config.vars[name]).toMatch(/^https:/)
    expect(config.vars).not.toHaveProperty('ALLOW_INSECURE_WEBHOOKS')
    expect(config.vars).not.toHaveProperty('ENCRYPTION_KEY')
  })

  it('is served at its custom domain only, with workers.dev and preview URLs disabled', () => {
    const { hostname } = new URL(String(config.vars['PUBLIC_BASE_URL']))
    expect(config.routes).toEqual([{ pattern: hostname, custom_domain: true }])
    expect([config.workers_dev, config.preview_urls]).toEqual([false, false])
  })

  it('keeps logs but disables invocation logs, which would contain request URLs', () => {
    expect(config.observability).toMatchObject({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: false },
    })
  })

  it('has the rate limits of the contract', () => {
    const limits = config.ratelimits.map(({ name, simple }) => [name, simple.limit, simple.period])
    const wanted = Object.entries(RATE_LIMITS).map(([bucket, limit]) => [nameOf(bucket), limit, RATE_WINDOW_SECONDS])
    expect(limits).toEqual(wanted)
  })
})
