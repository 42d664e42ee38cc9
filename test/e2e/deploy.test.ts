import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CloudError } from '../../scripts/cloud/cloud-error.ts'
import { deploy } from '../../scripts/cloud/deploy.ts'
import { untilHealthy } from '../../scripts/cloud/health.ts'
import { provision } from '../../scripts/cloud/provision.ts'
import { startCloudflare } from '../../harness/cloudflare/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIR = join(ROOT, '.tmp', 'cloud')
const CONFIG = join(DIR, 'wrangler.toml')
const WORKER = 'event-calendar-staging'
const LINKED = [
  'dist',
  'migrations',
  'node_modules',
  'scripts',
  'src',
  'web',
  'tsconfig.json',
  'tsconfig.web.json',
  'tsconfig.worker.json',
]

let cloud: Awaited<ReturnType<typeof startCloudflare>>

/** Runs the command in this process. The `wrangler` it calls is the real one, against `startCloudflare()`. */
const run = async (work: typeof provision, args: string[]) => {
  const lines: string[] = []
  try {
    await work(['--config', CONFIG, ...args], (line) => lines.push(line))
    return { error: null, output: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    return { error: error.message, output: lines.join('\n') }
  }
}
const provisioned = () => run(provision, [])
const deployed = () => run(deploy, ['--skip-check'])

const creations = () => cloud.calls.filter((call) => /^POST @\/(?:d1\/database|queues|r2\/buckets)$/.test(call))
const migrations = () => {
  const [database] = cloud.databases
  return database?.db
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => name)
}

/** Fills in the hosts as an operator would. The service's host is the loopback server. */
const fillIn = (toml: string) =>
  toml
    .replaceAll('https://staging.calendar.example', cloud.origin)
    .replaceAll('"staging.calendar.example"', '"127.0.0.1"')
    .replaceAll(/(?<=[@/])(?:staging\.calendar|sign-in)\.example/g, 'calendar.test')

beforeAll(async () => {
  cloud = await startCloudflare()
  for (const [name, value] of Object.entries({
    HOME: DIR,
    CLOUDFLARE_API_BASE_URL: cloud.apiUrl,
    CLOUDFLARE_API_TOKEN: 'a-token',
    CLOUDFLARE_ACCOUNT_ID: '',
    WRANGLER_LOG: 'error',
  })) {
    vi.stubEnv(name, value)
  }
  rmSync(DIR, { recursive: true, force: true })
  mkdirSync(DIR, { recursive: true })
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(DIR, name))
  cpSync(join(ROOT, 'wrangler.toml'), CONFIG)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.close()
})

describe('npm run deploy without configuration', () => {
  it('reports the missing settings and calls no API', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/deploy.ts', '--config', CONFIG], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('PUBLIC_BASE_URL still has the example value https://staging.calendar.example/api')
    expect(stderr).toContain('npm run provision -- --env staging')
    expect(cloud.calls).toEqual([])
    writeFileSync(CONFIG, fillIn(readFileSync(CONFIG, 'utf8')))
  })
})

describe('npm run provision', () => {
  it('stops and reports when Cloudflare rejects a request', async () => {
    cloud.plan(/^POST @\/queues$/, 'refused')
    expect((await provisioned()).error).toContain('Cloudflare refused POST')
    expect(creations()).toEqual(['POST @/d1/database', 'POST @/queues'])
    expect(cloud.queues).toEqual([])
  })

  it('resumes where it stopped, even if the response to a creation was lost', async () => {
    cloud.plan(/^POST @\/r2\/buckets$/, 'answer lost')
    expect((await provisioned()).error).toContain('run the command again, existing resources are kept')
    const { error, output } = await provisioned()
    expect(error).toBeNull()
    expect(cloud.databases.map(({ name }) => name)).toEqual([WORKER])
    expect(cloud.queues.map(({ queue_name: name }) => name).toSorted()).toEqual(
      ['dead-letters', 'deliveries', 'jobs', 'mails', 'purges'].map((name) => `${WORKER}-${name}`),
    )
    expect(cloud.buckets).toEqual([`${WORKER}-files`])
    expect(output).toContain(
      '(umask 077; set -C; openssl rand -base64 32 > encryption-key.staging) && npx wrangler secret put ENCRYPTION_KEY --env staging < encryption-key.staging',
    )
  })

  it('writes the database id into its environment in wrangler.toml and changes no other line', () => {
    const before = fillIn(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')).split('\n')
    const after = readFileSync(CONFIG, 'utf8').split('\n')
    const changed = after.flatMap((line, at) => (line === before[at] ? [] : [{ line, above: after.slice(0, at) }]))
    expect(changed.map(({ line }) => line)).toEqual([`database_id = "${cloud.databases[0]?.uuid}"`])
    expect(changed[0]?.above.findLast((line) => line.startsWith('['))).toBe('[[env.staging.d1_databases]]')
    expect(after).toHaveLength(before.length)
  })

  it('creates nothing on the second run', async () => {
    const made = creations().length
    const { error, output } = await provisioned()
    expect(error).toBeNull()
    expect(creations()).toHaveLength(made)
    expect(output).not.toContain('created')
  })

  it('refuses a database id that differs from the one in wrangler.toml', async () => {
    const toml = readFileSync(CONFIG, 'utf8')
    writeFileSync(CONFIG, toml.replace(cloud.databases[0]?.uuid ?? '', '11111111-1111-4111-8111-111111111111'))
    expect((await provisioned()).error).toContain('correct whichever is wrong')
    writeFileSync(CONFIG, toml)
  })
})

describe('npm run deploy', () => {
  it('does not start without ENCRYPTION_KEY', async () => {
    expect((await deployed()).error).toContain('the secret ENCRYPTION_KEY is not set')
    expect(migrations).toThrow('no such table')
    cloud.secrets[WORKER] = ['ENCRYPTION_KEY']
  })

  it('resumes after a failed upload without repeating migrations', async () => {
    cloud.plan(/^PUT @\/workers\/scripts\/[\w-]+$/, 'refused')
    expect((await deployed()).error).toContain('wrangler deploy exited with 1')
    expect(cloud.workers).toEqual({})

    const { error, output } = await deployed()
    expect(output).toContain('no migrations pending')
    expect(output).toContain(`${cloud.origin}/api is healthy at 1.0.0-preview`)
    expect(error).toBeNull()
  })

  it('does not accept the previous version as the new deployment', async () => {
    await expect(untilHealthy(`${cloud.origin}/api`, '9.9.9', 0)).rejects.toThrow(
      'still answers with version 1.0.0-preview',
    )
  })

  it('applies every migration once, including triggers', () => {
    const [database] = cloud.databases
    expect(migrations()).toHaveLength(new Set(migrations()).size)
    expect(migrations()).toContain('0001_counters.sql')
    expect(database?.db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()).toContainEqual({
      name: 'guests_counted_in',
    })
  })

  it('refuses a database with migrations of a newer version, before it changes anything', async () => {
    const [database] = cloud.databases
    database?.db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_of_tomorrow.sql')")
    const before = cloud.calls.length
    const { error } = await deployed()
    expect(error).toContain('the database was migrated by a newer version (9999_of_tomorrow.sql)')
    expect(error).toContain('npx wrangler rollback --env staging')
    expect(
      cloud.calls.slice(before).filter((call) => !/^GET |^POST @\/d1\/database\/[\w-]+\/query$/.test(call)),
    ).toEqual([])
    database?.db.exec("DELETE FROM d1_migrations WHERE name = '9999_of_tomorrow.sql'")
  })

  it('configures domains, crons, bindings and queues as in wrangler.toml', () => {
    const worker = cloud.workers[WORKER]
    expect(worker?.domains).toEqual(['127.0.0.1'])
    expect(worker?.crons).toEqual([{ cron: '* * * * *' }])
    expect(worker?.bindings).toContainEqual(expect.objectContaining({ name: 'DB', id: cloud.databases[0]?.uuid }))
    expect(cloud.queues.map(({ consumers }) => consumers.length)).toEqual([1, 1, 1, 1, 1])
    expect(cloud.unknown).toEqual([])
  })
})

describe('npm run deploy without an identity provider', () => {
  const IDENTITY = `${WORKER}-identity`
  const SANDBOX = `${WORKER}-sandbox`
  const restore = () => readFileSync(CONFIG, 'utf8')

  it('refuses a configuration with both an identity Worker and AUTH_ISSUER', async () => {
    const bound = restore().replace(
      /# (\[\[env\.staging\.services\]\])\n# (binding = .*)\n# (service = .*)\n/,
      '$1\n$2\n$3\n',
    )
    writeFileSync(CONFIG, bound)
    expect((await deployed()).error).toContain(`binds ${IDENTITY}, but AUTH_ISSUER names another provider`)
    const [, staging = '', rest = ''] = /^([\s\S]*?\[env\.production\])([\s\S]*)$/.exec(bound) ?? []
    writeFileSync(CONFIG, staging.replaceAll(/^AUTH_.*\n/gm, '') + rest)
  })

  it('does not start without IDENTITY_KEY', async () => {
    expect((await deployed()).error).toContain(`npx wrangler secret put IDENTITY_KEY --name ${IDENTITY}`)
    cloud.secrets[IDENTITY] = ['IDENTITY_KEY']
  })

  it('deploys the identity and sandbox Workers first, without an address, and prints a link for the first account', async () => {
    const before = cloud.calls.length
    const { error, output } = await deployed()
    expect(error).toBeNull()
    const uploads = cloud.calls.slice(before).filter((call) => /^PUT @\/workers\/scripts\/[\w-]+$/.test(call))
    expect(uploads).toEqual([IDENTITY, SANDBOX, WORKER].map((name) => `PUT @/workers/scripts/${name}`))
    const worker = cloud.workers[IDENTITY]
    expect(worker?.domains).toEqual([])
    expect(worker?.bindings.map(({ name }) => name).toSorted()).toEqual([
      'DB',
      'ENVIRONMENT',
      'MAILS',
      'PUBLIC_BASE_URL',
    ])
    expect(worker?.bindings).toContainEqual(expect.objectContaining({ name: 'DB', id: cloud.databases[0]?.uuid }))
    expect(cloud.workers[WORKER]?.bindings).toContainEqual(
      expect.objectContaining({ type: 'service', name: 'IDENTITY', service: IDENTITY }),
    )
    const link = new RegExp(`${cloud.origin}/sign-in/setup#[\\w-]{43}`)
    expect(output).toMatch(link)

    const [database] = cloud.databases
    database?.db.exec("INSERT INTO accounts (user_id, created_at, updated_at) VALUES ('acc_1', 1, 1)")
    database?.db.exec(
      "INSERT INTO account_addresses (address, account_id, verified_at) VALUES ('a@b.test', 'acc_1', 1)",
    )
    const again = await deployed()
    expect(again.error).toBeNull()
    expect(again.output).not.toMatch(link)
    expect(cloud.unknown).toEqual([])
  })
})
