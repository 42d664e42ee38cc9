import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSetupArguments, type EnvironmentName } from './arguments.ts'
import { CloudError } from './cloud-error.ts'
import { accountOf, connect } from './cloudflare-api.ts'
import { deploy } from './deploy.ts'
import { provision, type Say } from './provision.ts'
import { secretsOf } from './resources.ts'
import { readTarget, type Target } from './target.ts'
import { withEntry, withIdentity } from './wrangler-file.ts'
import { putSecret } from './wrangler.ts'

type Ask = (question: string) => Promise<string>

const HOST = /^(?=.{4,253}$)[a-z\d-]+(?:\.[a-z\d-]+)+$/i
const ADDRESS = /^[^@\s<>]+@[^@\s<>]+$/

/** Value in wrangler.toml until the operator replaces it (RFC 2606). */
const isExample = (value = '') => value === '' || value.includes('.example')

interface Names {
  host: string
  sender: string
}

const valid = (what: string, value: string, pattern: RegExp) => {
  if (pattern.test(value)) return value
  throw new CloudError(`${what} is "${value}"; name it with --${what}`)
}

/** Asks for the names that neither the arguments nor wrangler.toml have. */
const namesFor = async ({ hosts, vars }: Target, given: Partial<Names>, ask: Ask): Promise<Names> => {
  const [known = ''] = hosts
  const host = given.host ?? (isExample(known) ? await ask('Host of the service, such as calendar.venue.org?') : known)
  valid('host', host, HOST)
  const from = vars['MAIL_FROM']
  const sender =
    given.sender ??
    (isExample(from) ? await ask(`Address that emails come from, such as calendar@${host}?`) : (from ?? ''))
  return { host, sender: /<([^<>]+)>/.exec(sender)?.[1] ?? valid('sender', sender, ADDRESS) }
}

const edited = (toml: string, entries: readonly (readonly [header: string, name: string, value: string])[]) => {
  let text = toml
  for (const [header, name, value] of entries) {
    const next = withEntry(text, { header, name, value })
    if (next === null) throw new CloudError(`wrangler.toml has no ${header}; restore it from this repository`)
    text = next
  }
  return text
}

/** Writes the names into wrangler.toml, and binds the identity Worker unless an identity provider is configured. */
const writeNames = ({ env, config, vars }: Target, { host, sender }: Names) => {
  const [own, home] = [`[env.${env}.vars]`, `https://${host}`]
  const name = vars['MAIL_FROM']?.split('<')[0]?.trim() ?? ''
  const toml = edited(readFileSync(config, 'utf8'), [
    [`[[env.${env}.routes]]`, 'pattern', host],
    // A loopback address, as in tests, stays.
    ...(isExample(vars['PUBLIC_BASE_URL']) ? [[own, 'PUBLIC_BASE_URL', `${home}/api`] as const] : []),
    ...(isExample(vars['ICS_DOMAIN']) ? [[own, 'ICS_DOMAIN', host] as const] : []),
    [own, 'MAIL_FROM', name === '' ? sender : `${name} <${sender}>`],
  ])
  writeFileSync(config, isExample(vars['AUTH_ISSUER']) ? withIdentity(toml, env) : toml)
}

const KEYS = { ENCRYPTION_KEY: 'encryption', DERIVATION_KEY: 'derivation', IDENTITY_KEY: 'identity' } as const

/** Returns the key in `secrets/`, created on the first run. Cloudflare never shows it again, so this is the copy. */
const keyIn = (dir: string, name: string, env: EnvironmentName) => {
  const path = join(dir, `${name}-key.${env}`)
  if (!existsSync(path)) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}

/** Sets the keys that a Worker lacks. A key that is set stays, because data are sealed with it. */
const putKeys = async (target: Target, account: string, say: Say) => {
  const api = await connect()
  const dir = join(dirname(target.config), 'secrets')
  const wanted = [
    { worker: target.worker, names: ['ENCRYPTION_KEY', 'DERIVATION_KEY'] },
    { worker: target.identity, names: ['IDENTITY_KEY'] },
  ] as const
  for (const { worker, names } of wanted) {
    if (worker === null) continue
    const present = await secretsOf(api, account, worker)
    for (const name of names) {
      const isSet = present.includes(name)
      if (!isSet) await putSecret(worker, name, keyIn(dir, KEYS[name], target.env))
      say(`  secret    ${name.padEnd(38)} ${isSet ? 'set' : `set, kept in ${dir}`}`)
    }
  }
}

/** Sets up an environment on Cloudflare, step by step. A second run continues where the first one stopped. */
export const setUpCloudflare = async (args: string[], say: Say, ask: Ask): Promise<void> => {
  const { env, config, host, sender, location, jurisdiction } = readSetupArguments(args)
  const first = await readTarget(env, config)
  const isNew = first.jurisdiction === null && isExample(first.hosts[0])
  const region =
    jurisdiction ??
    (isNew && location === undefined ? await ask('Keep all data in the European Union (eu), or anywhere (empty)?') : '')
  writeNames(first, await namesFor(first, { ...(host ? { host } : {}), ...(sender ? { sender } : {}) }, ask))

  const common = ['--env', env, '--config', config]
  const place = location === undefined ? [] : ['--location', location]
  await provision([...common, ...place, ...(region === '' ? [] : ['--jurisdiction', region])], say)
  const target = await readTarget(env, config)
  const account = await accountOf(await connect(), target.accountId)
  process.env['CLOUDFLARE_ACCOUNT_ID'] = account
  await putKeys(target, account, say)
  // The names in wrangler.toml are not committed yet, and the checks are for changes to the code.
  await deploy([...common, '--skip-check'], say, { allowsChanges: true })
  say(
    `Commit wrangler.toml. Move ${join(dirname(target.config), 'secrets')} to your secret store: the keys are only there.`,
  )
}
