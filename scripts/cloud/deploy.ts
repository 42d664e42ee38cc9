import { readDeployArguments } from './arguments.ts'
import { CloudError } from './cloud-error.ts'
import { accountOf, connect } from './cloudflare-api.ts'
import { untilHealthy } from './health.ts'
import { deployIdentity, hasIdentity, problemsOfIdentity, remoteSetupLink } from './identity.ts'
import { migrateRemote, problemsOfDatabase } from './migrations.ts'
import type { Say } from './provision.ts'
import { problemsOf } from './preflight.ts'
import { secretsOf } from './resources.ts'
import { deploySandbox, hasSandbox } from './sandbox.ts'
import { problemsOfSecrets } from './secrets.ts'
import { readTarget, type Target } from './target.ts'
import { versionOf, type SourceVersion } from './version.ts'
import { runProgram, runWrangler } from './wrangler.ts'

const refuseIf = (problems: readonly string[]) => {
  if (problems.length > 0) throw new CloudError(`not ready:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}

const problemsOfTree = ({ env }: Target, { isCommitted }: SourceVersion): string[] =>
  env === 'production' && !isCommitted ? ['there are uncommitted changes: production runs only committed code'] : []

/**
 * Checks all preconditions before it changes anything. If a later step fails, run the command again to continue from
 * there.
 */
export const deploy = async (args: string[], say: Say, { allowsChanges = false } = {}): Promise<void> => {
  const step = (words: string) => say(`\n— ${words}`)
  const { env, config, isChecked } = readDeployArguments(args)
  const target = await readTarget(env, config)
  const source = versionOf(target.config)
  const baseUrl = target.vars['PUBLIC_BASE_URL'] ?? ''

  step(`${source.name} to ${env}, ${baseUrl}`)
  refuseIf([...problemsOf(target), ...(allowsChanges ? [] : problemsOfTree(target, source))])
  const api = await connect()
  const account = await accountOf(api, target.accountId)
  refuseIf([
    ...problemsOfSecrets(await secretsOf(api, account, target.worker), env),
    ...(await problemsOfDatabase(api, account, target)),
    ...(hasIdentity(target)
      ? problemsOfIdentity(await secretsOf(api, account, target.identity), target.identity, env)
      : []),
  ])

  if (isChecked) {
    step('checks')
    await runProgram('npm run check', process.execPath, ['scripts/check.ts'])
  }
  process.env['CLOUDFLARE_ACCOUNT_ID'] = account
  // Migrations run before the upload of the new version. They only add to the schema, so the running version keeps
  // working.
  step('migrations')
  const migrated = await migrateRemote(api, account, target)
  say(migrated.join('\n') || 'no migrations pending')
  if (hasIdentity(target)) {
    step('the identity Worker')
    await deployIdentity(target)
  }
  if (hasSandbox(target)) {
    step('the sandbox Worker')
    await deploySandbox(target)
  }
  step('the Worker')
  const named = ['--var', `VERSION:${source.name}`, '--message', source.name]
  await runWrangler('deploy', '--config', target.config, '--env', env, ...named)

  step('health')
  try {
    await untilHealthy(baseUrl, source.name)
  } catch (error) {
    const advice = `to return to the previous version: npx wrangler rollback --env ${env}`
    throw new CloudError(`${(error as Error).message}\n${advice}`, { cause: error })
  }
  say(`${baseUrl} is healthy at ${source.name}\n`)
  const link = hasIdentity(target) ? await remoteSetupLink(api, account, target) : null
  if (link !== null) say(`create the first account within an hour: ${link}\n`)
}
