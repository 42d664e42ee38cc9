import type { Locale } from '../kernel/vocabulary.ts'
import { acceptedLocale, localeOf } from '../words/locales.ts'
import { callerOf } from '../access/caller.ts'
import type { IdentityConfig } from './config.ts'
import { SIGN_IN_PATH } from './config.ts'

const MAX_BODY_BYTES = 16_384

/** A response other than a page: the status, and the code for OAuth errors. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** `same-origin` and not `no-referrer`, because browsers then send `Origin: null` with the service's own forms. */
const headersFor = ({ origin }: IdentityConfig): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  ...(origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
})

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const withHeaders = (answer: Response, config: IdentityConfig) => {
  const secured = new Response(answer.body, answer)
  for (const [name, value] of Object.entries(headersFor(config))) secured.headers.set(name, value)
  secured.headers.set('Content-Security-Policy', POLICY)
  return secured
}

export const redirectTo = (location: string) => new Response(null, { status: 303, headers: { Location: location } })

/** Reads at most 16 KB, so that no caller can fill the Worker's memory. */
const readText = async (request: Request) => {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw new HttpRefusal(413, 'too large')
  const body = request.body as ReadableStream<Uint8Array> | null
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel()
      throw new HttpRefusal(413, 'too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Reads an HTML form. A field that occurs twice is an error, as OAuth requires. */
export const readFormBody = async (request: Request) => {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new HttpRefusal(415, 'send a form')
  return onceEach(new URLSearchParams(await readText(request)))
}

/** Returns the parameters with the first value of each. Throws if a name occurs twice. */
export const onceEach = (parameters: URLSearchParams) => {
  const names = [...parameters.keys()]
  if (new Set(names).size !== names.length) throw new HttpRefusal(400, 'a parameter occurs twice')
  return parameters
}

export const readJson = async (request: Request): Promise<Record<string, unknown>> => {
  if (!/^application\/json(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new HttpRefusal(415, 'send JSON')
  try {
    const value: unknown = JSON.parse(await readText(request))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (error) {
    if (error instanceof HttpRefusal) throw error
  }
  throw new HttpRefusal(400, 'send a JSON object')
}

export const textField = (value: unknown, maxLength = 4_096): string => {
  if (typeof value !== 'string' || value.length > maxLength) throw new HttpRefusal(400, 'a field is missing')
  return value
}

/** The prefix `__Host-` binds a cookie to this host and to https. A plain-http service on this machine can't use it. */
const cookieName = ({ origin }: IdentityConfig, name: string) => (origin.startsWith('https:') ? `__Host-${name}` : name)

export const cookieIn = (request: Request, config: IdentityConfig, name: string): string | null => {
  const wanted = `${cookieName(config, name)}=`
  const found = (request.headers.get('Cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(wanted))
  const value = found?.slice(wanted.length) ?? ''
  return /^[\w-]{43}$/.test(value) ? value : null
}

/** `Lax` lets the cookie come along when another site links to the sign-in. Every POST also checks `Origin`. */
export const setCookie = (answer: Response, config: IdentityConfig, name: string, value: string, maxAge: number) => {
  const secure = config.origin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${cookieName(config, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
  answer.headers.append('Set-Cookie', cookie)
  return answer
}

export const callerIn = (request: Request, { trustProxy, isLocal }: IdentityConfig) => {
  if (trustProxy) return callerOf(request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? 'everyone')
  return isLocal ? 'everyone' : callerOf(request.headers.get('CF-Connecting-IP') ?? 'unknown')
}

export const localeIn = (request: Request): Locale => {
  const wished = new URL(request.url).searchParams.get('ui_locales')?.split(' ')[0]
  return localeOf(wished) ?? acceptedLocale(request.headers.get('Accept-Language')) ?? 'en'
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid/, 'Android'],
  [/\bWindows/, 'Windows'],
  [/\bMac OS X/, 'macOS'],
  [/\bCrOS/, 'ChromeOS'],
  [/\bLinux/, 'Linux'],
]

/** Names the browser and system, such as `Firefox, Linux`. Versions are left out. */
export const deviceIn = (request: Request) => {
  const agent = request.headers.get('User-Agent') ?? ''
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? [])
  return named.length === 0 ? '–' : named.join(', ')
}

/**
 * Where to go after the sign-in: back to the authorization request, or to the account. Only a query string is accepted,
 * so it can't lead to another site.
 */
export const destinationOf = (request: string) =>
  request === '' ? `${SIGN_IN_PATH}/account` : `${SIGN_IN_PATH}/authorize?${new URLSearchParams(request).toString()}`
