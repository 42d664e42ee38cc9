import { LOG_LEVELS } from '../kernel/log.ts'
import { fixedFeesIn } from '../kernel/operator-fee.ts'
import { QUOTAS, quotasOf } from '../kernel/quotas.ts'
import { DAY_MS } from '../kernel/time.ts'
import { isKey, KEY_BYTES, keysIn } from '../kernel/vault.ts'
import { PLANS } from '../kernel/vocabulary.ts'

/** Variables and secrets by name. An empty string counts as unset. */
export type GivenSettings = Readonly<Record<string, unknown>>

/** An invalid setting, with a sentence that says how to fix it. */
export interface Fault {
  setting: Setting
  says: string
}

/** Returns a description of the expected value, or null if the value is valid. */
type Rule = (value: string, valueOf: (setting: string) => string) => string | null

const MIN_NOTICE_MS = 90 * DAY_MS

const joinedWords = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value) ? null : joinedWords(words)
const matching =
  (pattern: RegExp, words: string): Rule =>
  (value) =>
    pattern.test(value) ? null : words
const anyText: Rule = () => null

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const address: Rule = (value) => (isAddress(value) ? null : 'an https:// URL')
/** Requires https in production, because anyone who intercepts a sign-in can impersonate the user. */
const safeAddress: Rule = (value, valueOf) =>
  address(value, valueOf) ??
  (valueOf('ENVIRONMENT') === 'production' && !value.startsWith('https:') ? 'https in production' : null)
const origins: Rule = (value) =>
  value.split(' ').every((origin) => origin === '' || (isAddress(origin) && new URL(origin).origin === origin))
    ? null
    : 'origins such as https://sign-in.example.org, separated by spaces'
const baseAddress: Rule = (value, valueOf) =>
  safeAddress(value, valueOf) ?? (value.endsWith('/api') ? null : 'a URL ending in /api')
const template: Rule = (value) =>
  isAddress(value.replaceAll(/[{}]/g, '')) && value.includes('{slug}')
    ? null
    : 'a URL containing {slug}, and {kind} (c or e) if calendars and events differ, such as https://club.example.org/{kind}/{slug}'
const scale: Rule = (value) => (Number(value) > 0 && Number.isFinite(Number(value)) ? null : 'a number above 0')
const signUp = matching(
  /^(?:open|invited|[a-z\d-]+(?:\.[a-z\d-]+)+(?:[\s,]+[a-z\d-]+(?:\.[a-z\d-]+)+)*)$/i,
  'open, invited, or domains such as example.org, separated by spaces',
)
/** At the edge, Cloudflare provides the caller's IP address. On a single public machine only the TLS proxy knows it. */
const proxy: Rule = (value, valueOf) => {
  const isSingle = valueOf('TOPOLOGY') === 'single'
  if (isSingle && valueOf('ENVIRONMENT') !== 'local') {
    return value === 'true' ? null : 'true, because only the TLS proxy has the caller’s address'
  }
  if (value === 'true' && !isSingle) return 'false at the edge, where the platform provides the caller’s address'
  return value === 'true' || value === 'false' ? null : 'true or false'
}
/** The contract requires https for webhooks in production. */
const insecureWebhooks: Rule = (value, valueOf) =>
  oneOf('true', 'false')(value, valueOf) ??
  (value === 'true' && valueOf('ENVIRONMENT') === 'production' ? 'false in production' : null)
const date: Rule = (value) => (Number.isNaN(Date.parse(value)) ? 'a date such as 2027-03-01' : null)
const sunset: Rule = (value, valueOf) =>
  date(value, valueOf) ??
  (Date.parse(value) - Date.parse(valueOf('DEPRECATED_AT')) < MIN_NOTICE_MS
    ? 'at least 90 days after DEPRECATED_AT'
    : null)
const KEY_IN_WORDS = `${KEY_BYTES} bytes in base64`
const derivingKey: Rule = (value) => (isKey(value) ? null : KEY_IN_WORDS)
/**
 * Without `DERIVATION_KEY`, links are derived from `ENCRYPTION_KEY`, and replacing that key would break all of them.
 */
const sealingKeys: Rule = (value, valueOf) => {
  const keys = keysIn(value)
  if (keys === null) return `${KEY_IN_WORDS}, or several such keys as name:key, of which one may have no name`
  const isAlone = keys.length === 1 && keys[0]?.name === ''
  return isAlone || valueOf('DERIVATION_KEY') !== ''
    ? null
    : 'a single unnamed key, until DERIVATION_KEY contains the key that links are derived from'
}

/** Accepts literal `\n` as line breaks, because .env files hold PEM on a single line. */
const pem = (kind: string) =>
  matching(
    new RegExp(`^-----BEGIN ${kind}-----[\\sA-Za-z0-9+/=\\\\]+-----END ${kind}-----(\\\\n|\\s)*$`),
    `PEM text (-----BEGIN ${kind}-----)`,
  )
const host = matching(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, 'a host name')
const quotas: Rule = (value) =>
  quotasOf(value) === null
    ? `JSON with whole numbers for ${Object.keys(QUOTAS).join(', ')}, optionally by plan, such as {"eventsPerCalendar":{"FREE":50}}`
    : null

const connectSecret: Rule = (value, valueOf) => {
  if (!value.startsWith('whsec_')) return 'the signing secret of the endpoint for connected accounts (whsec_…)'
  return valueOf('STRIPE_SECRET_KEY') === '' ? 'unset, until STRIPE_SECRET_KEY is set' : null
}
const fixedFees: Rule = (value) =>
  fixedFeesIn(value) === null ? 'JSON with amounts in minor units by currency, such as {"EUR":50}' : null

const RULES = {
  ENVIRONMENT: oneOf('local', 'staging', 'production'),
  TOPOLOGY: oneOf('single', 'edge'),
  JURISDICTION: (value, valueOf) =>
    valueOf('TOPOLOGY') === 'edge' ? (value === 'eu' ? null : 'eu') : 'unset, because one machine is where it is',
  PUBLIC_BASE_URL: baseAddress,
  PUBLIC_SITE_URL: template,
  DEFAULT_PLAN: oneOf(...PLANS),
  QUOTAS: quotas,
  ICS_DOMAIN: host,
  MAIL_FROM: matching(/^[^<>]*<[^<>@\s]+@[^<>@\s]+>\s*$|^[^<>@\s]+@[^<>@\s]+$/, 'an email address, or Name <address>'),
  MAIL_INVITES: host,
  AUTH_ISSUER: safeAddress,
  AUTH_JWKS_URL: safeAddress,
  AUTH_AUDIENCE: anyText,
  AUTH_AUDIENCE_CLAIM: anyText,
  AUTH_CLIENT_ID: anyText,
  AUTH_PARAMETERS: anyText,
  AUTH_ENDPOINT_ORIGINS: origins,
  AUTH_OPERATOR_CLAIM: anyText,
  SIGN_UP: signUp,
  RATE_LIMIT_SCALE: scale,
  LOG_LEVEL: oneOf(...LOG_LEVELS),
  TRUST_PROXY: proxy,
  PROXY_TOKEN: matching(/^[\w-]{16,}$/, 'at least 16 letters, digits, hyphens or underscores'),
  ALLOW_INSECURE_WEBHOOKS: insecureWebhooks,
  DEPRECATED_AT: date,
  SUNSET_AT: sunset,
  STRIPE_SECRET_KEY: matching(/^[sr]k_/, 'a secret key (sk_…) or a restricted one (rk_…)'),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_/, 'the signing secret of the webhook endpoint (whsec_…)'),
  STRIPE_API_URL: address,
  STRIPE_CONNECT_WEBHOOK_SECRET: connectSecret,
  PAYMENTS_SHARED: oneOf('true', 'false'),
  PLATFORM_FEE_BPS: matching(/^\d{1,4}$/, 'hundredths of a percent from 0 to 9999'),
  PLATFORM_FEE_FIXED: fixedFees,
  APPLE_PASS_TYPE_ID: matching(/^pass\.[\w.-]+$/, 'a pass type identifier (pass.…)'),
  APPLE_PASS_TEAM_ID: matching(/^[A-Z\d]{10}$/, 'a team identifier of 10 letters and digits'),
  APPLE_PASS_CERTIFICATE: pem('CERTIFICATE'),
  APPLE_PASS_AUTHORITY: pem('CERTIFICATE'),
  APPLE_PASS_KEY: pem('PRIVATE KEY'),
  APPLE_PASS_PUSH_URL: safeAddress,
  GOOGLE_WALLET_ISSUER_ID: matching(/^\d+$/, 'a numeric issuer id'),
  GOOGLE_WALLET_ACCOUNT: matching(/^[^@\s]+@[^@\s]+$/, 'the email address of a service account'),
  GOOGLE_WALLET_KEY: pem('PRIVATE KEY'),
  ENCRYPTION_KEY: sealingKeys,
  DERIVATION_KEY: derivingKey,
} satisfies Record<string, Rule>

export type Setting = keyof typeof RULES
export const SETTINGS = Object.keys(RULES) as Setting[]

const REQUIRED: readonly Setting[] = [
  'ENVIRONMENT',
  'TOPOLOGY',
  'PUBLIC_BASE_URL',
  'ICS_DOMAIN',
  'MAIL_FROM',
  'ENCRYPTION_KEY',
]
const SIGN_IN: readonly Setting[] = ['AUTH_ISSUER', 'AUTH_JWKS_URL', 'AUTH_AUDIENCE']

/**
 * Settings that must be set together. If only some of a group are set, the service would half work: for example, it
 * would take payments but never receive the webhook that confirms them.
 */
const GROUPS: readonly (readonly Setting[])[] = [
  SIGN_IN,
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['DEPRECATED_AT', 'SUNSET_AT'],
  ['APPLE_PASS_TYPE_ID', 'APPLE_PASS_TEAM_ID', 'APPLE_PASS_CERTIFICATE', 'APPLE_PASS_AUTHORITY', 'APPLE_PASS_KEY'],
  ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'],
]

/** Values of these settings are never included in error messages. */
const SECRETS: readonly Setting[] = [
  'PROXY_TOKEN',
  'ENCRYPTION_KEY',
  'DERIVATION_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'APPLE_PASS_KEY',
  'APPLE_PASS_PUSH_URL',
  'GOOGLE_WALLET_KEY',
]

/**
 * Returns all errors in the settings, one sentence each. `npm start`, `npm run deploy` and the Worker check the
 * settings first. The Worker answers every request with 503 while there are errors.
 */
export const settingErrors = (settings: GivenSettings): Fault[] => {
  const valueOf = (setting: string) => {
    const value = settings[setting] ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const isSet = (setting: Setting) => valueOf(setting) !== ''
  const isLocal = !['staging', 'production'].includes(valueOf('ENVIRONMENT'))
  // Where `IDENTITY` is bound, the service signs people in itself.
  const signsIn =
    (!isLocal && !settings['IDENTITY']) || SETTINGS.some((setting) => setting.startsWith('AUTH_') && isSet(setting))
  const needsProxy = !isLocal && valueOf('TOPOLOGY') === 'single'
  const required = [...REQUIRED, ...(signsIn ? SIGN_IN : []), ...(needsProxy ? ['TRUST_PROXY'] : [])]

  const missing = SETTINGS.filter((setting) => !isSet(setting)).flatMap((setting): Fault[] => {
    const setInGroup = GROUPS.find((group) => group.includes(setting))?.filter(isSet) ?? []
    if (setInGroup.length > 0)
      return [
        {
          setting,
          says: `${setting} is not set, but ${setInGroup.join(' and ')} ${setInGroup.length > 1 ? 'are' : 'is'}.`,
        },
      ]
    const wanted = RULES[setting]('', valueOf)
    const says = wanted === null ? `${setting} is not set.` : `${setting} is not set; it must be ${wanted}.`
    return required.includes(setting) ? [{ setting, says }] : []
  })
  const wrong = SETTINGS.filter(isSet).flatMap((setting): Fault[] => {
    const wanted = RULES[setting](valueOf(setting), valueOf)
    const shown = SECRETS.includes(setting) ? 'is not right' : `is "${valueOf(setting)}"`
    return wanted === null ? [] : [{ setting, says: `${setting} ${shown}; it must be ${wanted}.` }]
  })
  return [...missing, ...wrong]
}

/** Thrown by `createDeps` for invalid settings. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured'

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ says }) => says).join(' '))
  }
}
