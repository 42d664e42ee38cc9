import type { SignInSession } from './sessions.store.ts'
import { addAddress, addressesOf, findAccount, removeAddress, setName } from './accounts.store.ts'
import { storedAddressOf } from './address.ts'
import { SIGN_IN_PATH } from './config.ts'
import { checkCode, requestCode } from './codes.ts'
import type { IdentityDeps } from './ports.ts'
import { destinationOf, localeIn, readFormBody, readJson, redirectTo } from './http.ts'
import { accountPage } from './pages/account.tsx'
import { codePage, welcomePage } from './pages/sign-in.tsx'
import { addPasskey, creationOptions } from './passkeys.ts'
import { passkeysOf, removePasskey } from './passkeys.store.ts'
import type { Handler } from './handler.ts'
import { browserIn, isFresh, sessionIn, withBrowser } from './session.ts'
import { endOwnSession, sessionsOf } from './sessions.store.ts'
import { PasskeyRefused } from './webauthn.ts'

const ACCOUNT = `${SIGN_IN_PATH}/account`
const MAX_NAME_LENGTH = 200

const NOTES = {
  saved: { text: 'saved', isGood: true },
  created: { text: 'passkeyCreated', isGood: true },
  refused: { text: 'addressRefused', isGood: false },
  many: { text: 'tooMany', isGood: false },
} as const

const noteIn = (request: Request) => {
  const name = new URL(request.url).searchParams.get('note') ?? ''
  return Object.hasOwn(NOTES, name) ? NOTES[name as keyof typeof NOTES] : null
}

const back = (note?: keyof typeof NOTES) => redirectTo(note === undefined ? ACCOUNT : `${ACCOUNT}?note=${note}`)

interface SignedIn {
  request: Request
  session: SignInSession
  browser: string
  deps: IdentityDeps
}

/** Runs `work` for a signed-in person. With `fresh`, the sign-in must be at most ten minutes old. */
const signedIn =
  (work: (visit: SignedIn) => Promise<Response>, { fresh = false } = {}): Handler =>
  async (request, deps) => {
    const [session, browser] = [await sessionIn(request, deps), browserIn(request, deps)]
    if (session === null) return redirectTo(SIGN_IN_PATH)
    if (fresh && (!isFresh(session, deps.clock()) || browser === null)) return redirectTo(`${SIGN_IN_PATH}?again`)
    return work({ request, session, browser: browser ?? '', deps })
  }

const showAccount = signedIn(async ({ request, session, deps }) => {
  const { db, clock } = deps
  const [account, addresses, passkeys, sessions] = await Promise.all([
    findAccount(db, session.accountId),
    addressesOf(db, session.accountId),
    passkeysOf(db, session.accountId),
    sessionsOf(db, session.accountId, clock()),
  ])
  const page = await accountPage({
    locale: localeIn(request),
    name: account?.name ?? '',
    addresses,
    passkeys,
    sessions,
    sessionId: session.id,
    isFresh: isFresh(session, clock()),
    note: noteIn(request),
  })
  return withBrowser(request, page, deps)
})

const nameIn = (form: URLSearchParams) => {
  const name = (form.get('name') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH)
  return name === '' ? null : name
}

const saveName = signedIn(async ({ request, session, deps }) => {
  await setName(deps.db, session.accountId, nameIn(await readFormBody(request)), deps.clock())
  return back('saved')
})

const showWelcome = signedIn(async ({ request, session, deps }) => {
  const account = await findAccount(deps.db, session.accountId)
  const page = await welcomePage({
    locale: localeIn(request),
    request: new URL(request.url).searchParams.get('request') ?? '',
    name: account?.name ?? '',
  })
  return withBrowser(request, page, deps)
})

const finishWelcome = signedIn(async ({ request, session, deps }) => {
  const form = await readFormBody(request)
  const name = nameIn(form)
  if (name !== null) await setName(deps.db, session.accountId, name, deps.clock())
  return redirectTo(destinationOf(form.get('request') ?? ''))
})

const sendAddressCode = signedIn(
  async ({ request, session, browser, deps }) => {
    const address = storedAddressOf((await readFormBody(request)).get('address') ?? '')
    if (address === null) return back('refused')
    if (!(await requestCode(request, { address, browser, accountId: session.accountId }, deps))) return back('many')
    return codePage({ locale: localeIn(request), request: '', address, purpose: 'add' })
  },
  { fresh: true },
)

const checkAddressCode = signedIn(
  async ({ request, session, browser, deps }) => {
    const form = await readFormBody(request)
    const address = storedAddressOf(form.get('address') ?? '')
    if (address === null) return back('refused')
    const who = { address, browser, accountId: session.accountId }
    if (!(await checkCode(form.get('code') ?? '', who, deps))) {
      const view = { locale: localeIn(request), request: '', address, purpose: 'add', fault: 'wrongCode' } as const
      return codePage({ ...view, status: 400 })
    }
    return back((await addAddress(deps.db, session.accountId, address, deps.clock())) ? 'saved' : 'refused')
  },
  { fresh: true },
)

const dropAddress = signedIn(
  async ({ request, session, deps }) => {
    await removeAddress(deps.db, session.accountId, (await readFormBody(request)).get('address') ?? '')
    return back('saved')
  },
  { fresh: true },
)

const dropPasskey = signedIn(
  async ({ request, session, deps }) => {
    await removePasskey(deps.db, session.accountId, (await readFormBody(request)).get('id') ?? '')
    return back('saved')
  },
  { fresh: true },
)

const dropSession = signedIn(async ({ request, session, deps }) => {
  const id = (await readFormBody(request)).get('id') ?? ''
  await endOwnSession(deps.db, session.accountId, id, deps.clock())
  return id === session.id ? redirectTo(SIGN_IN_PATH) : back('saved')
})

const offerPasskey = signedIn(
  async ({ session, browser, deps }) => Response.json(await creationOptions(session.accountId, browser, deps)),
  { fresh: true },
)

const storePasskey = signedIn(
  async ({ request, session, browser, deps }) => {
    try {
      await addPasskey(request, await readJson(request), { accountId: session.accountId, browser }, deps)
      return Response.json({})
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error
      deps.log.info('a new passkey was refused', { reason: error.message })
      return Response.json({ error: 'failed' }, { status: 400 })
    }
  },
  { fresh: true },
)

export const accountRoutes: Readonly<Record<string, Handler>> = {
  'GET /account': showAccount,
  'POST /account/name': saveName,
  'POST /account/addresses': sendAddressCode,
  'POST /account/addresses/check': checkAddressCode,
  'POST /account/addresses/remove': dropAddress,
  'POST /account/sessions/end': dropSession,
  'GET /welcome': showWelcome,
  'POST /welcome': finishWelcome,
  'POST /passkeys/options': offerPasskey,
  'POST /passkeys/add': storePasskey,
  'POST /passkeys/remove': dropPasskey,
}
