import { readSession } from '../shared/session-store.ts'
import type { Secrets } from './request.ts'

type SecretName = keyof Secrets

const PREFIX = 'docs:'
const changed = new EventTarget()

/** What the reader has typed, for this tab alone: sessionStorage goes with it, and nothing is sent anywhere but in a try. */
const read = (name: string) => sessionStorage.getItem(PREFIX + name) ?? ''

const keep = (name: string, value: string) => {
  if (value === '') sessionStorage.removeItem(PREFIX + name)
  else sessionStorage.setItem(PREFIX + name, value)
}

/** Who signed in at the console in this tab need not fetch a token by hand. */
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

/** The address of the page may name the reader's own calendar and event; what was typed once is offered again. */
const NAMED_BY_ADDRESS: Record<string, string> = { slug: 'calendar', calendarSlug: 'calendar', eventId: 'event' }

export const knownValue = (name: string): string => {
  const named = NAMED_BY_ADDRESS[name]
  const inAddress = named === undefined ? null : new URLSearchParams(location.search).get(named)
  return read(`value:${name}`) || (inAddress ?? '')
}

export const keepValue = (name: string, value: string) => keep(`value:${name}`, value)
