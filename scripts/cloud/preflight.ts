import { settingErrors } from '../../src/platform/settings.ts'
import { SECRETS } from './secrets.ts'
import type { Target } from './target.ts'

export const NO_DATABASE = '00000000-0000-0000-0000-000000000000'

const ADDRESSES = ['PUBLIC_BASE_URL', 'AUTH_ISSUER', 'AUTH_JWKS_URL', 'AUTH_AUDIENCE'] as const
const HOSTS = ['ICS_DOMAIN', 'MAIL_FROM'] as const
/** RFC 2606 reserves these names for documentation, so no operator can own a host with such a name. */
const isExample = (value: string) => /\.example(?![\w.-])|\bexample\.(?:com|net|org)(?![\w.-])/.test(value)
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : null)

/**
 * Returns the settings in wrangler.toml that the Worker would reject or that still have their placeholder value. With a
 * placeholder, the Worker would start but be unusable. Secrets are not in wrangler.toml; `problemsOfSecrets` checks
 * their names.
 */
export const problemsOf = ({ env, identity, database, hosts, vars }: Target): string[] => {
  const isSecret = (setting: string) => SECRETS.some(({ name }) => name === setting)
  const faults = settingErrors({ ...vars, IDENTITY: identity !== null }).filter(({ setting }) => !isSecret(setting))
  const problems = faults.map(({ says }) => `[env.${env}.vars] ${says}`)
  if (identity !== null && vars['AUTH_ISSUER'])
    problems.push(
      `[[env.${env}.services]] binds ${identity}, but AUTH_ISSUER names another provider: remove one of them`,
    )
  if (vars['SMTP_URL'])
    problems.push(`[env.${env}.vars] SMTP_URL has no effect at the edge, where Email Service sends: remove it`)
  for (const name of [...ADDRESSES, ...HOSTS]) {
    const value = vars[name] ?? ''
    if (isExample(value)) problems.push(`[env.${env}.vars] ${name} still has the example value ${value}`)
  }
  if (database.id === '' || database.id === NO_DATABASE) {
    problems.push(`[[env.${env}.d1_databases]] database_id is missing: run npm run provision -- --env ${env}`)
  }
  const host = hostOf(vars['PUBLIC_BASE_URL'] ?? '')
  if (host !== null && hosts.length > 0 && !hosts.includes(host)) {
    problems.push(`[[env.${env}.routes]] serves ${hosts.join(', ')}, but the host of PUBLIC_BASE_URL is ${host}`)
  }
  return problems
}
