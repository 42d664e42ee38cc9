import { readFileSync, writeFileSync } from 'node:fs'
import { readProvisionArguments } from './arguments.ts'
import { CloudError } from './cloud-error.ts'
import { accountOf, connect } from './cloudflare-api.ts'
import { NO_DATABASE, problemsOf } from './preflight.ts'
import { ensureBucket, ensureDatabase, ensureQueue, secretsOf, type Found } from './resources.ts'
import { commandFor, SECRETS } from './secrets.ts'
import { readTarget, type Target } from './target.ts'
import { withDatabaseId, withJurisdiction } from './wrangler-file.ts'

export type Say = (line: string) => void

const row = (what: string, name: string, state: string) => `  ${what.padEnd(9)} ${name.padEnd(38)} ${state}`
const stateOf = ({ isNew }: Found) => (isNew ? 'created' : 'exists')

const noteDatabase = ({ env, config, database }: Target, id: string): string => {
  if (database.id === id) return 'in wrangler.toml'
  if (database.id !== NO_DATABASE && database.id !== '') {
    throw new CloudError(
      `wrangler.toml binds the database ${database.id}, but ${database.name} is ${id}; correct whichever is wrong`,
    )
  }
  const edited = withDatabaseId(readFileSync(config, 'utf8'), env, database.name, id)
  if (edited === null) return `add database_id = "${id}" under [[env.${env}.d1_databases]]`
  writeFileSync(config, edited)
  return 'written to wrangler.toml'
}

/** Writes the jurisdiction before anything is created in it, so that an interrupted run continues in the same one. */
const noteJurisdiction = ({ env, config, database, buckets, jurisdiction: found }: Target, wanted: string | null) => {
  if (wanted === null || wanted === found) return
  const isCreated = database.id !== NO_DATABASE && database.id !== ''
  if (found !== null || isCreated)
    throw new CloudError(
      `${env} has ${found === null ? 'no jurisdiction' : `the jurisdiction ${found}`}, which can't be changed after it was created; use another environment and move the data`,
    )
  const edited = withJurisdiction(readFileSync(config, 'utf8'), env, buckets, wanted)
  if (edited === null)
    throw new CloudError(`set JURISDICTION = "${wanted}" under [env.${env}.vars], and jurisdiction under r2_buckets`)
  writeFileSync(config, edited)
}

const linesOfSecrets = (present: readonly string[], { env }: Target): string[] =>
  SECRETS.flatMap((secret) => {
    if (present.includes(secret.name)) return [row('secret', secret.name, 'set')]
    const state = `not set; ${secret.without ?? 'the service does not run without it'}`
    return [row('secret', secret.name, state), `            ${commandFor(secret, env)}`, `            ${secret.note}`]
  })

/** Creates those parts of an environment that are missing: database, queues and buckets. Idempotent. */
export const provision = async (args: string[], say: Say): Promise<void> => {
  const { env, config, location, jurisdiction: wanted } = readProvisionArguments(args)
  const target = await readTarget(env, config)
  const jurisdiction = wanted ?? target.jurisdiction
  noteJurisdiction(target, jurisdiction)
  const place = { location, jurisdiction }
  const api = await connect()
  const account = await accountOf(api, target.accountId)
  say(`\n${env} in the account ${account}\n`)

  const database = await ensureDatabase(api, account, target.database.name, place)
  say(row('database', target.database.name, `${stateOf(database)}, ${noteDatabase(target, database.id)}`))
  for (const name of target.queues) say(row('queue', name, stateOf(await ensureQueue(api, account, name))))
  for (const name of target.buckets) say(row('bucket', name, stateOf(await ensureBucket(api, account, name, place))))
  for (const line of linesOfSecrets(await secretsOf(api, account, target.worker), target)) say(line)

  const problems = problemsOf(await readTarget(env, config))
  if (problems.length > 0) say(`\nstill missing:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  say(`\nthen: npm run deploy -- --env ${env}\n`)
}
