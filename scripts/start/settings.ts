import { resolve } from 'node:path'
import { settingErrors, SETTINGS } from '../../src/platform/settings.ts'
import { metricsListenerOf, type Listener } from './metrics.ts'
import { networksIn } from './outbound.ts'
import { smtpServerOf, type SmtpServer } from './smtp-url.ts'
import { StartError } from './start-error.ts'

export const DEFAULT_PORT = 8_787
const HIGHEST_PORT = 65_534

/** Settings that only the starter sets: the keys come from the data directory, and the topology is a single machine. */
const OWN = ['TOPOLOGY', 'ENCRYPTION_KEY', 'DERIVATION_KEY']

export interface Settings {
  port: number
  /** Address that the port is opened on. */
  listen: string
  dataDir: string
  /** Origin on which the runtime listens. Behind a proxy it differs from PUBLIC_BASE_URL. */
  origin: string
  /** Issuer of the bundled identity provider with the demo users. Null if AUTH_ISSUER names another provider. */
  issuer: string | null
  /** Whether the identity Worker signs people in: not for the demo, and not if AUTH_ISSUER is set. */
  hasIdentity: boolean
  /** The mail server of `SMTP_URL`. Null: emails are stored in the data directory. */
  smtp: SmtpServer | null
  /** Private networks that webhooks may reach. */
  webhookNetworks: readonly string[]
  /** Address and port of `/metrics`. Null: not served. */
  metrics: Listener | null
  /** Directory of the nightly backups, whose age is one of the metrics. */
  backupDir: string | undefined
  /** Settings that a deployment takes from variables and secrets, without the keys, which are in the data directory. */
  vars: Record<string, string>
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= HIGHEST_PORT

const identityOf = (issuer: string, audience: string) => ({
  AUTH_ISSUER: issuer,
  AUTH_JWKS_URL: `${issuer}/jwks`,
  AUTH_AUDIENCE: audience,
  AUTH_OPERATOR_CLAIM: 'operator',
})

const varsOf = (env: NodeJS.ProcessEnv, origin: string, issuer: string) => {
  const configured = Object.fromEntries(
    SETTINGS.flatMap((name) => (env[name] && !OWN.includes(name) ? [[name, env[name]]] : [])),
  ) as Record<string, string>
  const isLocal = (configured['ENVIRONMENT'] ?? 'local') === 'local'
  const baseUrl = configured['PUBLIC_BASE_URL'] ?? `${origin}/api`
  const hasProvider = Object.keys(configured).some((name) => name.startsWith('AUTH_'))
  const hasIdentity = !hasProvider && (!isLocal || configured['SIGN_UP'] !== undefined)
  const vars = {
    ENVIRONMENT: 'local',
    PUBLIC_BASE_URL: baseUrl,
    ICS_DOMAIN: 'event-calendar.local',
    MAIL_FROM: 'Event Calendar <calendar@event-calendar.local>',
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '1',
    ...(isLocal ? { ALLOW_INSECURE_WEBHOOKS: 'true', MAIL_INVITES: 'event-calendar.local' } : {}),
    ...(hasProvider || hasIdentity ? {} : identityOf(issuer, baseUrl)),
    ...configured,
    TOPOLOGY: 'single',
  } as Record<string, string>
  return { vars, hasIdentity }
}

const isOfThisMachine = (url = '') =>
  !URL.canParse(url) || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

export const dataDirOf = (env: NodeJS.ProcessEnv) => resolve(env.DATA_DIR || '.data')

/** Reads the settings from the environment. Throws one StartError that lists every invalid setting. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const requested = Number(env.PORT || DEFAULT_PORT)
  const port = isPort(requested) ? requested : DEFAULT_PORT
  const origin = `http://127.0.0.1:${port}`
  const issuer = `http://127.0.0.1:${port + 1}`
  const { vars, hasIdentity } = varsOf(env, origin, issuer)
  const isDemo = vars['AUTH_ISSUER'] === issuer

  const faults = isPort(requested)
    ? []
    : [`PORT is "${env.PORT}"; it must be a whole number from 1 to ${HIGHEST_PORT}.`]
  for (const { setting, says } of settingErrors({ ...vars, IDENTITY: hasIdentity }))
    if (!OWN.includes(setting)) faults.push(says)
  if (isDemo && !isOfThisMachine(vars['PUBLIC_BASE_URL'])) {
    faults.push(
      'AUTH_ISSUER is not set and PUBLIC_BASE_URL is not local: the bundled identity provider lets anyone sign in as any user.',
    )
  }
  if (!LOOPBACK.includes(env.LISTEN || '127.0.0.1') && !vars['PROXY_TOKEN'])
    faults.push(
      `LISTEN is "${env.LISTEN}", which other machines can reach; set PROXY_TOKEN, and let your proxy send it as X-Proxy-Token.`,
    )
  if (faults.length === 1) throw new StartError(String(faults[0]))
  if (faults.length > 1) throw new StartError(`invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  const listen = env.LISTEN || '127.0.0.1'
  return {
    port,
    listen,
    dataDir: dataDirOf(env),
    origin,
    issuer: isDemo ? issuer : null,
    hasIdentity,
    smtp: smtpServerOf(env),
    webhookNetworks: networksIn(env.WEBHOOK_NETWORKS),
    metrics: metricsListenerOf(env.METRICS_LISTEN, port),
    backupDir: env.BACKUP_DIR || undefined,
    vars,
  }
}
