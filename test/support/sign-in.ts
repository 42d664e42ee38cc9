import { env } from 'cloudflare:workers'
import { createVisitor, depart, discover, redeem, type Fetcher } from '../../harness/sign-in-browser.ts'
import { codeMailOf } from '../../src/identity/codes.ts'
import { identityDepsOf } from '../../src/identity/deps.ts'
import type { IdentityEnv } from '../../src/identity/env.ts'
import { answerSignIn } from '../../src/identity/router.ts'
import { createSigning } from '../../src/identity/signing.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'

export const ORIGIN = 'http://localhost:8787'
const KEY = btoa('abcdefghijklmnopqrstuvwxyzABCDEF')

/** Each visitor has an address of their own, so that the limit per caller stays out of the way. */
let callers = 0

/** The identity Worker on the database of the tests, with a clock that the test moves. */
export const startIdentity = (settings: Partial<IdentityEnv> = {}) => {
  const queued: string[] = []
  const base = identityDepsOf(
    {
      DB: env.DB,
      MAILS: env.MAILS,
      ENVIRONMENT: 'local',
      PUBLIC_BASE_URL: `${ORIGIN}/api`,
      IDENTITY_KEY: KEY,
      SIGN_UP: 'open',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    () => {},
    () => {},
  )
  let shift = 0
  const deps = { ...base, clock: () => base.clock() + shift, tellMails: (ids: string[]) => void queued.push(...ids) }
  const signing = createSigning(deps)
  const fetcher: Fetcher = (url, init) => answerSignIn(new Request(url, init), deps, signing)

  /** The code in the last email to the address, or null if that email says that there is no account. */
  const codeFor = async (address: string): Promise<string | null | undefined> => {
    const row = await env.DB.prepare(
      `select data ->> '$.requestId' as id from mails where recipient = ? and kind = 'sign-in-code'
        order by created_at desc, rowid desc limit 1`,
    )
      .bind(address)
      .first<{ id: string }>()
    return row === null ? undefined : (await codeMailOf(row.id, address, deps))?.code
  }

  const visitor = (address = `100.64.${(callers += 1) >> 8}.${callers & 255}`) =>
    createVisitor(ORIGIN, { 'x-forwarded-for': address }, fetcher)
  const config = () => discover(ORIGIN, fetcher)

  return {
    deps,
    signing,
    queued,
    fetcher,
    codeFor,
    visitor,
    config,
    pass: (ms: number) => (shift += ms),

    /** Opens the sign-in page and asks for a code. */
    async ask(address: string, from = visitor()) {
      await from.visit('/sign-in?again')
      const answer = await from.post('/sign-in/code', { address, request: '' })
      return { from, answer }
    },

    /** Signs in by code. */
    async signIn(address: string, from = visitor()) {
      shift += MINUTE_MS
      await this.ask(address, from)
      const code = (await codeFor(address)) ?? ''
      const answer = await from.post('/sign-in/code/check', { address, code, request: '' })
      if (answer.status !== 303) throw new Error(`signing in as ${address} returned ${answer.status}`)
      return from
    },

    /** Gets tokens for a visitor who is signed in. */
    async tokensFor(from: ReturnType<typeof visitor>, more: Record<string, string> = {}) {
      const provider = await config()
      const departure = await depart(provider, ORIGIN, more)
      const answer = await from.visit(departure.url.href)
      return redeem(provider, ORIGIN, departure, answer.headers.get('location') ?? '')
    },
  }
}
