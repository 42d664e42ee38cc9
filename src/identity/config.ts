import type { IdentityEnv } from './env.ts'

export type SignUp = { kind: 'open' | 'invited' } | { kind: 'domains'; domains: readonly string[] }

export interface IdentityConfig {
  /** Origin of the pages, to which passkeys are bound. */
  origin: string
  /** Hostname of `origin`: the relying party id of passkeys. */
  rpId: string
  issuer: string
  /** `aud` of access tokens: the address of the API. */
  audience: string
  clientId: 'console'
  redirectUris: readonly string[]
  signUp: SignUp
  isLocal: boolean
  trustProxy: boolean
  limitScale: number
}

export const SIGN_IN_PATH = '/sign-in'

const DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/

/** Returns null if `text` is neither `open` nor `invited` nor a list of domains. */
const signUpOf = (text = ''): SignUp | null => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' || wanted === 'invited') return { kind: 'invited' }
  if (wanted === 'open') return { kind: 'open' }
  const domains = wanted.split(/[\s,]+/)
  return domains.every((domain) => DOMAIN.test(domain)) ? { kind: 'domains', domains } : null
}

export const identityConfigOf = (env: IdentityEnv): IdentityConfig => {
  const pagesUrl = env.PUBLIC_BASE_URL.replace(/\/api\/?$/, '')
  const { origin, hostname } = new URL(pagesUrl)
  const signUp = signUpOf(env.SIGN_UP)
  if (signUp === null) throw new Error('SIGN_UP must be open, invited or a list of domains')
  return {
    origin,
    rpId: hostname,
    issuer: `${origin}${SIGN_IN_PATH}`,
    audience: env.PUBLIC_BASE_URL,
    clientId: 'console',
    redirectUris: [`${origin}/console`, `${origin}/kiosk`],
    signUp,
    isLocal: env.ENVIRONMENT === 'local',
    trustProxy: env.TRUST_PROXY === 'true',
    limitScale: Number(env.RATE_LIMIT_SCALE || 1),
  }
}
