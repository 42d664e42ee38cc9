import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../scripts/cloud/preflight.ts'
import { problemsOfSecrets } from '../../../scripts/cloud/secrets.ts'
import { withDatabaseId } from '../../../scripts/cloud/wrangler-file.ts'

const ID = '4a3f2c1e-9b8d-4c7a-a6e5-f0d1c2b3a495'

const target = {
  env: 'production' as const,
  config: 'wrangler.toml',
  accountId: null,
  identity: null,
  sandbox: null,
  worker: 'event-calendar',
  database: { name: 'event-calendar', id: ID },
  buckets: [],
  jurisdiction: null,
  queues: [],
  hosts: ['calendar.acme.org'],
  vars: {
    ENVIRONMENT: 'production',
    TOPOLOGY: 'edge',
    PUBLIC_BASE_URL: 'https://calendar.acme.org/api',
    AUTH_ISSUER: 'https://login.acme.org/',
    AUTH_JWKS_URL: 'https://login.acme.org/jwks',
    AUTH_AUDIENCE: 'https://calendar.acme.org/api',
    ICS_DOMAIN: 'calendar.acme.org',
    MAIL_FROM: 'Acme <calendar@acme.org>',
  },
}
const withVar = (name: string, value: string) => ({ ...target, vars: { ...target.vars, [name]: value } })

describe('problemsOf a deployment', () => {
  it('returns nothing for a complete configuration', () => {
    expect(problemsOf(target)).toEqual([])
  })

  it.each([
    ['PUBLIC_BASE_URL', 'https://calendar.example/api'],
    ['AUTH_ISSUER', 'https://sign-in.example/'],
    ['MAIL_FROM', 'Event Calendar <calendar@calendar.example>'],
    ['AUTH_JWKS_URL', 'https://example.com/jwks'],
    ['ICS_DOMAIN', ''],
    ['DEFAULT_PLAN', 'GOLD'],
    ['PUBLIC_SITE_URL', 'foo'],
    ['STRIPE_API_URL', 'stripe'],
    ['SMTP_URL', 'smtps://mail.acme.org'],
  ])('reports %s if it is %j', (name, value) => {
    expect(problemsOf(withVar(name, value)).filter((problem) => problem.includes(`vars] ${name} `))).toHaveLength(1)
  })

  it.each(['https://example-events.org/api', 'https://my.example.dev/api', 'https://examples.net/api'])(
    'accepts %s, which only resembles an example host',
    (issuer) => {
      expect(problemsOf(withVar('AUTH_ISSUER', issuer))).toEqual([])
    },
  )

  it('reports a database that is not provisioned yet', () => {
    const problems = problemsOf({ ...target, database: { name: 'x', id: '00000000-0000-0000-0000-000000000000' } })
    expect(problems).toEqual([expect.stringContaining('npm run provision -- --env production')])
  })

  it('reports a PUBLIC_BASE_URL host without a route', () => {
    expect(problemsOf({ ...target, hosts: ['other.acme.org'] })).toEqual([expect.stringContaining('calendar.acme.org')])
  })

  it('reports a missing ENCRYPTION_KEY, and either Stripe secret without the other', () => {
    const missing = (...present: string[]) => problemsOfSecrets(present, 'production').map((text) => text.split(' ')[2])
    expect(missing()).toEqual(['ENCRYPTION_KEY'])
    expect(missing('ENCRYPTION_KEY')).toEqual([])
    expect(missing('ENCRYPTION_KEY', 'STRIPE_SECRET_KEY')).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(missing('ENCRYPTION_KEY', 'STRIPE_WEBHOOK_SECRET')).toEqual(['STRIPE_SECRET_KEY'])
  })
})

describe('withDatabaseId', () => {
  const block = (env: string, name: string) =>
    `[[env.${env}.d1_databases]]\nbinding = "DB"\ndatabase_name = "${name}"\ndatabase_id = "none" # kept\n`
  const toml = `# words\n${block('staging', 'a')}\n${block('production', 'other')}\n${block('production', 'a')}\n[x]\ndatabase_id = "none"\n`

  it('replaces the id of the given environment and database name only', () => {
    const lines = withDatabaseId(toml, 'production', 'a', ID)?.split('\n') ?? []
    expect(lines.flatMap((line, at) => (line === toml.split('\n')[at] ? [] : [at]))).toEqual([14])
    expect(lines[14]).toBe(`database_id = "${ID}" # kept`)
  })

  it('returns null if the environment or the database name is not in the file', () => {
    expect(withDatabaseId(toml, 'preview', 'a', ID)).toBeNull()
    expect(withDatabaseId(toml, 'staging', 'b', ID)).toBeNull()
  })
})
