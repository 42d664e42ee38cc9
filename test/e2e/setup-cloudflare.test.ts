import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDnsServer } from '../../harness/dns-server.ts'
import { startCloudflare } from '../../harness/cloudflare/server.ts'
import { CloudError } from '../../scripts/cloud/cloud-error.ts'
import { examineCloud } from '../../scripts/cloud/examine.ts'
import { provision } from '../../scripts/cloud/provision.ts'
import { setUpCloudflare } from '../../scripts/cloud/setup.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIR = join(ROOT, '.tmp', 'cloud-setup')
const CONFIG = join(DIR, 'wrangler.toml')
const WORKER = 'event-calendar-staging'
const LINKED = ['dist', 'migrations', 'node_modules', 'scripts', 'src', 'web'].concat([
  'tsconfig.json',
  'tsconfig.web.json',
  'tsconfig.worker.json',
])

let cloud: Awaited<ReturnType<typeof startCloudflare>>
const lines: string[] = []
const questions: string[] = []
const ANSWERS: [RegExp, string][] = [
  [/^Host/, '127.0.0.1'],
  [/^Address/, 'calendar@calendar.test'],
  [/European Union/, 'eu'],
]

const setUp = async () => {
  lines.length = 0
  questions.length = 0
  const ask = async (question: string) => {
    questions.push(question)
    return ANSWERS.find(([about]) => about.test(question))?.[1] ?? ''
  }
  await setUpCloudflare(['--config', CONFIG], (line) => lines.push(line), ask)
  return lines.join('\n')
}

beforeAll(async () => {
  cloud = await startCloudflare()
  for (const [name, value] of Object.entries({
    HOME: DIR,
    CLOUDFLARE_API_BASE_URL: cloud.apiUrl,
    CLOUDFLARE_API_TOKEN: 'a-token',
    CLOUDFLARE_ACCOUNT_ID: '',
    WRANGLER_LOG: 'error',
  }))
    vi.stubEnv(name, value)
  rmSync(DIR, { recursive: true, force: true })
  for (const dir of [DIR, join(ROOT, 'dist')]) mkdirSync(dir, { recursive: true })
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(DIR, name))
  cpSync(join(ROOT, 'wrangler.toml'), CONFIG)
  // The deployed service answers at the loopback server.
  const toml = readFileSync(CONFIG, 'utf8')
  writeFileSync(CONFIG, toml.replaceAll('https://staging.calendar.example', cloud.origin))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.close()
  rmSync(DIR, { recursive: true, force: true })
})

describe('npm run setup -- cloudflare', () => {
  it('stops at a failed step, and continues there on the next run', async () => {
    cloud.plan(/^PUT @\/workers\/scripts\/[\w-]+\/secrets$/, 'refused')
    await expect(setUp()).rejects.toThrow(CloudError)
    expect(questions).toHaveLength(3)
    expect(cloud.databases).toMatchObject([{ name: WORKER, jurisdiction: 'eu' }])
    const kept = readFileSync(join(DIR, 'secrets/encryption-key.staging'), 'utf8')

    const output = await setUp()
    expect(questions).toEqual([])
    expect(readFileSync(join(DIR, 'secrets/encryption-key.staging'), 'utf8')).toBe(kept)
    expect(statSync(join(DIR, 'secrets/encryption-key.staging')).mode & 0o777).toBe(0o600)
    expect(output).toMatch(new RegExp(`${cloud.origin}/sign-in/setup#[\\w-]{43}`))
    expect(cloud.databases).toHaveLength(1)
    expect(cloud.secrets).toEqual({
      [WORKER]: ['ENCRYPTION_KEY', 'DERIVATION_KEY'],
      [`${WORKER}-identity`]: ['IDENTITY_KEY'],
    })
  })

  it('keeps database, bucket and Durable Objects in the European Union', () => {
    expect(cloud.jurisdictions).toEqual({ [`${WORKER}-files`]: 'eu' })
    const bindings = cloud.workers[WORKER]?.bindings ?? []
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'FILES', jurisdiction: 'eu' }))
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'JURISDICTION', text: 'eu' }))
  })

  it('refuses another jurisdiction afterwards', async () => {
    const toml = readFileSync(CONFIG, 'utf8')
    const again = (...args: string[]) => provision(['--config', CONFIG, ...args], () => {})
    await expect(again('--jurisdiction', 'us')).rejects.toThrow('--jurisdiction must be eu')
    writeFileSync(CONFIG, toml.replaceAll(/^(?:JURISDICTION|jurisdiction) = "eu"\n/gm, ''))
    await expect(again('--jurisdiction', 'eu')).rejects.toThrow("has no jurisdiction, which can't be changed")
    await expect(again()).rejects.toThrow('exists in the jurisdiction eu')
    writeFileSync(CONFIG, toml)
    await again('--jurisdiction', 'eu')
  })

  it('is examined by npm run doctor, which changes nothing', async () => {
    const dns = await startDnsServer({
      'calendar.test': ['v=spf1 -all'],
      '_domainkey.calendar.test': [],
      '_dmarc.calendar.test': ['v=DMARC1; p=none'],
    })
    vi.stubEnv('DNS_SERVER', dns.server)
    const before = cloud.calls.length
    const findings = await examineCloud(['--config', CONFIG])
    expect(findings.filter(({ severity }) => severity !== 'ok')).toEqual([])
    expect(cloud.calls.slice(before).filter((call) => !/^GET |\/query$/.test(call))).toEqual([])
    cloud.secrets[WORKER] = []
    cloud.databases[0]?.db.exec(`delete from d1_migrations where id = (select max(id) from d1_migrations)`)
    const faults = (await examineCloud(['--config', CONFIG])).filter(({ severity }) => severity !== 'ok')
    expect(faults.map(({ severity }) => severity)).toEqual(['fault', 'warning'])
    await dns.close()
  })
})
