import { randomId } from '../kernel/ids.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { createFirstAccount } from './accounts.store.ts'
import { storedAddressOf } from './address.ts'
import { authorize, BAD_REQUEST } from './authorize.ts'
import { accountFor, checkCode, requestCode } from './codes.ts'
import { SIGN_IN_PATH } from './config.ts'
import type { IdentityDeps } from './ports.ts'
import { destinationOf, localeIn, onceEach, readFormBody, readJson, redirectTo } from './http.ts'
import { logOut, showLogOut } from './logout.ts'
import { messagePage } from './pages/document.tsx'
import { codePage, setupPage, signInPage } from './pages/sign-in.tsx'
import { newChallenge, signInWithPasskey } from './passkeys.ts'
import type { Handler } from './handler.ts'
import { hashOf } from './secrets.ts'
import { browserIn, sessionIn, signIn, withBrowser } from './session.ts'
import { PasskeyRefused } from './webauthn.ts'
import { signInWords } from './words/words.ts'

const SETUP_LINK_MS = HOUR_MS

const showSignIn: Handler = async (request, deps) => {
  const isAgain = new URL(request.url).searchParams.has('again')
  if (!isAgain && (await sessionIn(request, deps)) !== null) return redirectTo(`${SIGN_IN_PATH}/account`)
  const lead = isAgain ? 'signInAgainLead' : 'signInLead'
  return withBrowser(request, await signInPage({ locale: localeIn(request), request: '', lead }), deps)
}

const showAuthorize: Handler = async (request, deps) => {
  const answer = await authorize(request, deps)
  if (answer instanceof Response) return answer
  const locale = localeIn(request)
  if (answer === BAD_REQUEST) return messagePage(locale, 400, 'signIn', signInWords(locale).badRequest)
  return withBrowser(request, await signInPage({ locale, request: answer.request }), deps)
}

/** Returns the same page and status, and does the same work, for known and unknown addresses. */
const sendCode: Handler = async (request, deps) => {
  const form = await readFormBody(request)
  const [entered, back, locale] = [form.get('address') ?? '', form.get('request') ?? '', localeIn(request)]
  const [address, browser] = [storedAddressOf(entered), browserIn(request, deps)]
  const again = async (fault: 'badAddress' | 'tooMany' | 'notHere', status: number) =>
    withBrowser(request, await signInPage({ locale, request: back, address: entered, fault, status }), deps)
  if (address === null) return again('badAddress', 400)
  // Without the cookie, the code could not be bound to this browser.
  if (browser === null) return again('notHere', 400)
  if (!(await requestCode(request, { address, browser, accountId: null }, deps))) return again('tooMany', 429)
  return codePage({ locale, request: back, address, purpose: 'sign-in' })
}

const afterSignIn = (isNew: boolean, back: string) =>
  isNew ? `${SIGN_IN_PATH}/welcome?${new URLSearchParams({ request: back }).toString()}` : destinationOf(back)

const enterCode: Handler = async (request, deps) => {
  const form = await readFormBody(request)
  const [back, locale] = [form.get('request') ?? '', localeIn(request)]
  const [address, browser] = [storedAddressOf(form.get('address') ?? ''), browserIn(request, deps)]
  if (address === null || browser === null)
    return withBrowser(request, await signInPage({ locale, request: back, fault: 'notHere', status: 400 }), deps)
  const isRight = await checkCode(form.get('code') ?? '', { address, browser, accountId: null }, deps)
  const account = isRight ? await accountFor(address, locale, deps) : null
  if (account === null)
    return codePage({ locale, request: back, address, purpose: 'sign-in', fault: 'wrongCode', status: 400 })
  return signIn(request, account.id, redirectTo(afterSignIn(account.isNew, back)), deps)
}

const offerChallenge: Handler = async (request, deps) => {
  const browser = browserIn(request, deps)
  if (browser === null) return Response.json({ error: 'failed' }, { status: 400 })
  return Response.json({ challenge: await newChallenge('sign-in', browser, deps), rpId: deps.config.rpId })
}

const enterPasskey: Handler = async (request, deps) => {
  const browser = browserIn(request, deps)
  if (browser === null) return Response.json({ error: 'failed' }, { status: 400 })
  const body = await readJson(request)
  try {
    const accountId = await signInWithPasskey(body, browser, deps)
    const { request: back } = body
    const answer = Response.json({ location: destinationOf(typeof back === 'string' ? back : '') })
    return await signIn(request, accountId, answer, deps)
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error
    deps.log.info('a passkey was refused', { reason: error.message })
    return Response.json({ error: error.isCopy ? 'copied' : 'failed' }, { status: 400 })
  }
}

const hasAccounts = async ({ db }: IdentityDeps) =>
  (await db.prepare('select 1 from account_addresses limit 1').first()) !== null

const setupOver = (request: Request) => {
  const locale = localeIn(request)
  return messagePage(locale, 410, 'setupTitle', signInWords(locale).setupOver)
}

const showSetup: Handler = async (request, deps) =>
  (await hasAccounts(deps)) ? setupOver(request) : setupPage({ locale: localeIn(request) })

const setUp: Handler = async (request, deps) => {
  const form = await readFormBody(request)
  const [locale, now] = [localeIn(request), deps.clock()]
  const [entered, key] = [form.get('address') ?? '', form.get('key') ?? '']
  const name = (form.get('name') ?? '').trim().slice(0, 200)
  const address = storedAddressOf(entered)
  if (address === null) return setupPage({ locale, fault: 'badAddress', status: 400, name, address: entered, key })
  const account = { id: randomId('acc'), address, name: name === '' ? null : name, locale, now }
  const isCreated = await createFirstAccount(deps.db, account, await hashOf(key), now - SETUP_LINK_MS)
  if (!isCreated) return setupOver(request)
  deps.log.warn('the first account was created, as operator', { account: account.id })
  const answer = redirectTo(afterSignIn(true, ''))
  return withBrowser(request, await signIn(request, account.id, answer, deps), deps)
}

export const signInRoutes: Readonly<Record<string, Handler>> = {
  'GET ': showSignIn,
  'GET /authorize': showAuthorize,
  // OpenID Connect Core 3.1.2.1: the request may be a form. Its fields then move into the query.
  'POST /authorize': async (request) =>
    redirectTo(`${SIGN_IN_PATH}/authorize?${onceEach(await readFormBody(request)).toString()}`),
  'POST /code': sendCode,
  'POST /code/check': enterCode,
  'POST /passkeys/challenge': offerChallenge,
  'POST /passkeys/sign-in': enterPasskey,
  'GET /setup': showSetup,
  'POST /setup': setUp,
  'GET /logout': showLogOut,
  'POST /logout': logOut,
}
