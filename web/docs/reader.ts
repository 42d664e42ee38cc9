import { readSession } from '../shared/session-store.ts'
import type { Secrets } from './request.ts'

type SecretName = keyof Secrets

const PREFIX = 'docs:'
const changed = new EventTarget()

/**
 * Values that the reader has typed. `sessionStorage` keeps them in this tab, and they are sent only with a test
 * request.
 */
const read = (name: string) => sessionStorage.getItem(PREFIX + name) ?? ''

const keep = (name: string, value: string) => {
  if (value === '') sessionStorage.removeItem(PREFIX + name)
  else sessionStorage.setItem(PREFIX + name, value)
}

/** Reuses the token of a console sign-in in this tab. */
const tokenOfSession = () => {
  const session = readSession()
  return session !== null && session.expiresAt > Date.now() ? session.accessToken : ''
}

export const secretTyped = (name: SecretName): string => read(name)

export const secretsInUse = (): Secrets => ({ apiKey: read('apiKey'), bearer: read('bearer') || tokenOfSession() })

export const keepSecret = (name: SecretName, value: string) => {
  keep(name, value.trim())
  changed.dispatchEvent(new Event('change'))
}

export const onSecrets = (listener: () => void) => changed.addEventListener('change', listener)

/** URL parameters such as `?calendar=…` prefill a field. A value that the reader typed earlier takes precedence. */
const URL_PARAMETERS: Record<string, string> = { slug: 'calendar', calendarSlug: 'calendar', eventId: 'event' }

export const knownValue = (name: string): string => {
  const named = URL_PARAMETERS[name]
  const inAddress = named === undefined ? null : new URLSearchParams(location.search).get(named)
  return read(`value:${name}`) || (inAddress ?? '')
}

export const keepValue = (name: string, value: string) => keep(`value:${name}`, value)
