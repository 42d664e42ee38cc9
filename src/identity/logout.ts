import { createLocalJWKSet, jwtVerify } from 'jose'
import { endSession } from './sessions.store.ts'
import type { IdentityDeps } from './ports.ts'
import { localeIn, onceEach, redirectTo } from './http.ts'
import { messagePage } from './pages/document.tsx'
import { signOutPage } from './pages/sign-in.tsx'
import type { Handler } from './handler.ts'
import { sessionIn, signOut } from './session.ts'
import type { Signing } from './signing.ts'

/** Returns the session named by an id token, even an expired one (OpenID Connect RP-Initiated Logout, section 2). */
const sessionOfHint = async (hint: string, { config }: IdentityDeps, signing: Signing) => {
  try {
    const { payload } = await jwtVerify(hint, createLocalJWKSet(await signing.keySet()), {
      issuer: config.issuer,
      audience: config.clientId,
      algorithms: ['ES256'],
      // Ignores the expiry. A signed token of any age names only its own session.
      currentDate: new Date(0),
    })
    return typeof payload['sid'] === 'string' ? payload['sid'] : null
  } catch {
    return null
  }
}

const targetOf = (parameters: URLSearchParams, { config }: IdentityDeps) => {
  const uri = parameters.get('post_logout_redirect_uri') ?? ''
  if (!config.redirectUris.includes(uri)) return null
  const target = new URL(uri)
  const state = parameters.get('state')
  if (state !== null) target.searchParams.set('state', state.slice(0, 1_024))
  return target.href
}

/** Signs out if an id token proves that the request comes from the client. Otherwise asks the user. */
export const showLogOut: Handler = async (request, deps, signing) => {
  const parameters = onceEach(new URL(request.url).searchParams)
  const hint = parameters.get('id_token_hint')
  const session = await sessionIn(request, deps)
  const named = hint === null ? null : await sessionOfHint(hint, deps, signing)
  if (named === null && session !== null) return signOutPage(localeIn(request))
  if (named !== null) await endSession(deps.db, named, deps.clock())
  const target = named === null ? null : targetOf(parameters, deps)
  const answer = target === null ? await messagePage(localeIn(request), 200, 'signedOut', null) : redirectTo(target)
  return session === null || session.id === named ? signOut(session, answer, deps) : answer
}

export const logOut: Handler = async (request, deps) =>
  signOut(await sessionIn(request, deps), await messagePage(localeIn(request), 200, 'signedOut', null), deps)
