import * as z from 'zod'
import { examinePublicAddress } from '../doctor/network.ts'
import { dnsOf, examineSender, senderDomain } from '../doctor/sender.ts'
import { fault, ok, warning, type Finding } from '../doctor/finding.ts'
import { readDeployArguments } from './arguments.ts'
import { accountOf, connect, type CloudflareApi } from './cloudflare-api.ts'
import { dueMigrations, problemsOfDatabase } from './migrations.ts'
import { problemsOf } from './preflight.ts'
import { secretsOf } from './resources.ts'
import { problemsOfSecrets } from './secrets.ts'
import { readTarget, type Target } from './target.ts'

const LATE_MAIL_MS = 600_000
const Rows = z.array(z.object({ results: z.array(z.object({ n: z.number() })) }))

const faultsFrom = (problems: readonly string[], remedy: string, fine: string): Finding[] =>
  problems.length === 0 ? [ok(fine)] : problems.map((problem) => fault(problem, remedy))

const examineDatabase = async (api: CloudflareApi, account: string, target: Target): Promise<Finding[]> => {
  const newer = await problemsOfDatabase(api, account, target)
  if (newer.length > 0) return newer.map((problem) => fault(problem, 'Check out that version, then run this again.'))
  const due = await dueMigrations(api, account, target)
  if (due.length > 0)
    return [warning(`${due.length} migrations are due.`, `Deploy this version: npm run deploy -- --env ${target.env}`)]
  const sql = `select count(*) as n from mails where status in ('pending', 'retrying') and created_at < ${Date.now() - LATE_MAIL_MS}`
  const [answer] = await api.post(`/accounts/${account}/d1/database/${target.database.id}/query`, { sql }, Rows)
  const late = answer?.results[0]?.n ?? 0
  return [
    ok('The schema is that of this version.'),
    late === 0
      ? ok('No email waits for longer than ten minutes.')
      : warning(
          `${late} emails wait for longer than ten minutes.`,
          'Check the sender’s domain and the daily limit in Email Service.',
        ),
  ]
}

/** Checks an environment on Cloudflare and changes nothing. */
export const examineCloud = async (args: string[]): Promise<Finding[]> => {
  const { env, config } = readDeployArguments(args)
  const target = await readTarget(env, config)
  const settings = faultsFrom(
    problemsOf(target),
    'Correct it in wrangler.toml, then deploy.',
    'The settings are valid.',
  )
  if (settings.some(({ severity }) => severity === 'fault')) return settings
  const api = await connect()
  const account = await accountOf(api, target.accountId)
  const secrets = problemsOfSecrets(await secretsOf(api, account, target.worker), env)
  const { PUBLIC_BASE_URL = '', MAIL_FROM } = target.vars
  return [
    ...settings,
    ...faultsFrom(secrets, 'Run the command in this line.', 'The secrets are set.'),
    ...(await examineDatabase(api, account, target)),
    ...(await examinePublicAddress(PUBLIC_BASE_URL)),
    ...(await examineSender(dnsOf(process.env), senderDomain(MAIL_FROM), process.env['DKIM_SELECTOR'])),
  ]
}
