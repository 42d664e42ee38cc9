import type { Config } from '../deps.ts'
import { QUOTAS, quotasOf } from '../kernel/quotas.ts'
import type { Plan } from '../kernel/vocabulary.ts'
import type { Env } from './env.ts'
import { isPlatform } from './payments.ts'

const deprecationOf = ({ DEPRECATED_AT, SUNSET_AT }: Env): Config['deprecation'] =>
  DEPRECATED_AT && SUNSET_AT ? { deprecatedAt: Date.parse(DEPRECATED_AT), sunsetAt: Date.parse(SUNSET_AT) } : null

const ownOriginsOf = ({ PUBLIC_BASE_URL, AUTH_ISSUER, AUTH_JWKS_URL }: Env) =>
  [PUBLIC_BASE_URL, AUTH_ISSUER, AUTH_JWKS_URL].flatMap((url) => (url ? [new URL(url).origin] : []))

/**
 * Sends the audience both as `audience` and as `resource` (RFC 8707), because providers differ. They ignore parameters
 * that they don't know.
 */
const audienceParameters = (audience = '') => {
  const parameters = new URLSearchParams()
  if (audience !== '') parameters.set('audience', audience)
  if (URL.canParse(audience)) parameters.set('resource', audience)
  return parameters.toString()
}

/** Settings of sign-in: those of the provider that `AUTH_ISSUER` names, or those of the service's own identity Worker. */
export const identitySettings = (env: Env) => {
  const { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE, AUTH_OPERATOR_CLAIM, PUBLIC_BASE_URL } = env
  if (AUTH_ISSUER || !env.IDENTITY) return { AUTH_ISSUER, AUTH_JWKS_URL, AUTH_AUDIENCE, AUTH_OPERATOR_CLAIM }
  const issuer = `${new URL(PUBLIC_BASE_URL).origin}/sign-in`
  return {
    AUTH_ISSUER: issuer,
    AUTH_JWKS_URL: `${issuer}/keys`,
    AUTH_AUDIENCE: PUBLIC_BASE_URL,
    AUTH_OPERATOR_CLAIM: 'operator',
  }
}

const signInOf = (env: Env): Config['signIn'] => {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = identitySettings(env)
  const { AUTH_CLIENT_ID: clientId = 'console', AUTH_ENDPOINT_ORIGINS: otherOrigins = '' } = env
  if (!issuer) return null
  return {
    issuer,
    clientId,
    parameters: env.AUTH_PARAMETERS ?? (env.AUTH_AUDIENCE_CLAIM ? '' : audienceParameters(audience)),
    origins: [new URL(issuer).origin, ...otherOrigins.split(' ').filter((origin) => origin !== '')],
  }
}

/** Public links point to the service's own pages, unless `PUBLIC_SITE_URL` is set to the organiser's own site. */
const siteAddresses = ({ PUBLIC_BASE_URL, PUBLIC_SITE_URL }: Env) => {
  const pagesUrl = PUBLIC_BASE_URL.replace(/\/api\/?$/, '')
  return { pagesUrl, siteUrl: PUBLIC_SITE_URL || `${pagesUrl}/{kind}/{slug}` }
}

/** Assumes that the settings are valid: `createDeps` calls `settingErrors` first. */
export const configOf = (env: Env): Config => ({
  environment: env.ENVIRONMENT as Config['environment'],
  opensTestKeys: env.ENVIRONMENT !== 'production',
  version: env.VERSION ?? '1.0.0-preview',
  baseUrl: env.PUBLIC_BASE_URL,
  ...siteAddresses(env),
  sandboxId: null,
  dataDir: env.DATA_DIR ?? null,
  signIn: signInOf(env),
  defaultPlan: (env.DEFAULT_PLAN || 'FREE') as Plan,
  quotas: quotasOf(env.QUOTAS) ?? QUOTAS,
  icsDomain: env.ICS_DOMAIN,
  invitesHost: env.MAIL_INVITES?.toLowerCase() || null,
  hasConnect: isPlatform(env),
  trustProxy: env.TRUST_PROXY === 'true',
  allowInsecureWebhooks: env.ALLOW_INSECURE_WEBHOOKS === 'true',
  ownOrigins: ownOriginsOf(env),
  deprecation: deprecationOf(env),
})
