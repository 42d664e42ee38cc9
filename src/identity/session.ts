import { randomId } from '../kernel/ids.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { IdentityDeps } from './ports.ts'
import { cookieIn, deviceIn, setCookie } from './http.ts'
import { hashOf, newRandomSecret } from './secrets.ts'
import {
  endSession,
  findSession,
  insertSession,
  renewSession,
  SESSION_COOKIE_SECONDS,
  type SignInSession,
} from './sessions.store.ts'

const SESSION_COOKIE = 'session'
const BROWSER_COOKIE = 'browser'
const BROWSER_COOKIE_SECONDS = 3_600
/** Addresses and passkeys may be changed for this long after a sign-in. */
const FRESH_MS = 10 * MINUTE_MS

export const isFresh = ({ authenticatedAt }: { authenticatedAt: Instant }, now: Instant) =>
  now - authenticatedAt < FRESH_MS

export const sessionIn = async (
  request: Request,
  { db, config, clock }: IdentityDeps,
): Promise<SignInSession | null> => {
  const secret = cookieIn(request, config, SESSION_COOKIE)
  return secret === null ? null : findSession(db, await hashOf(secret), clock())
}

/** Codes and challenges work only in the browser with this cookie. */
export const browserIn = (request: Request, { config }: IdentityDeps) => cookieIn(request, config, BROWSER_COOKIE)

/** Sets the browser's cookie unless it has one. */
export const withBrowser = (request: Request, answer: Response, deps: IdentityDeps) =>
  browserIn(request, deps) === null
    ? setCookie(answer, deps.config, BROWSER_COOKIE, newRandomSecret(), BROWSER_COOKIE_SECONDS)
    : answer

/**
 * Signs the account in and sets the cookie, always with a new value. An existing session of the same account continues,
 * so that its tokens stay valid. A session of another account ends.
 */
export const signIn = async (request: Request, accountId: string, answer: Response, deps: IdentityDeps) => {
  const { db, config, clock } = deps
  const [before, secret, now] = [await sessionIn(request, deps), newRandomSecret(), clock()]
  const session = { accountId, secretHash: await hashOf(secret), device: deviceIn(request), authenticatedAt: now }
  if (before?.accountId === accountId) {
    await renewSession(db, { ...session, id: before.id })
  } else {
    if (before !== null) await endSession(db, before.id, now)
    await insertSession(db, { ...session, id: randomId('sis') })
  }
  return setCookie(answer, config, SESSION_COOKIE, secret, SESSION_COOKIE_SECONDS)
}

export const signOut = async (session: SignInSession | null, answer: Response, { db, config, clock }: IdentityDeps) => {
  if (session !== null) await endSession(db, session.id, clock())
  return setCookie(answer, config, SESSION_COOKIE, '', 0)
}
