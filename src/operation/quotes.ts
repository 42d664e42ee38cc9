import { actorId, isProgram, type Actor } from '../access/actor.ts'
import { countOne } from '../access/rate-limit.ts'
import type { Claim } from '../db/commit.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { isReadText, MAX_QUOTED, NO_EFFECTS, Quoted, type QuoteDetails } from '../db/quote.ts'
import type { Deps } from '../deps.ts'
import { base64url, fromBase64url, sha256Hex, utf8 } from '../kernel/crypto.ts'
import { invalid, refusal } from '../kernel/failure.ts'
import { randomBytes } from '../kernel/ids.ts'
import type { QuoteAnswer } from '../kernel/quote.ts'
import { iso, MINUTE_MS, type Instant } from '../kernel/time.ts'
import { errorResponse } from './answer.ts'
import type { Call, Operation } from './operation.ts'

const TTL_MS = 5 * MINUTE_MS
const AFTER = 'must be `true`, or `after=` and `next` of an earlier quote'

type QuoteRequest = { kind: 'dry'; after: string | undefined } | { kind: 'carryOut'; token: string }

/** Returns null if the request has neither header. `unsupportedBrakes` refuses both where they aren't supported. */
export const quoteRequestOf = ({ effects }: Operation, { headers }: Request): QuoteRequest | null => {
  const [dry, token] = [headers.get('Dry-Run'), headers.get('Quote')]
  if (effects === undefined || (dry === null && token === null)) return null
  if (dry === null) return { kind: 'carryOut', token: token ?? '' }
  if (token !== null) throw invalid('Dry-Run', 'isn’t allowed with `Quote`')
  if (dry === 'true') return { kind: 'dry', after: undefined }
  const [, next = ''] = /^after=([\w-]+)$/.exec(dry) ?? []
  if (next === '') throw invalid('Dry-Run', AFTER)
  return { kind: 'dry', after: new TextDecoder().decode(fromNext(next)) }
}

/** Not every text of letters and digits is base64. */
const fromNext = (next: string) => {
  try {
    return fromBase64url(next)
  } catch {
    throw invalid('Dry-Run', AFTER)
  }
}

/** The content of a token. Sealed, so that no caller can forge or read it, and no row is needed. */
interface SealedQuote {
  quote: 1
  /** Idempotency key of the write. The text of a token is no key, because base64 has many texts for the same bytes. */
  id: string
  actor: string
  operation: string
  request: string
  summary: string
  expiresAt: Instant
}

/** A request, and how to run its verb with given ports. */
export interface QuotedRequest {
  operation: Operation
  call: Call
  run(deps: Deps, held: { claim: Claim | null; effectId: string | null }): Promise<Response>
}

const requestHash = async ({ call: { request, bytes } }: QuotedRequest) => {
  const { pathname, search } = new URL(request.url)
  return sha256Hex(`${request.method}\n${pathname}\n${search}\n${await sha256Hex(bytes)}`)
}

const seal = async (quoted: QuotedRequest, summary: string, expiresAt: Instant, deps: Deps) => {
  const sealed: SealedQuote = {
    quote: 1,
    id: base64url(randomBytes(12)),
    actor: actorId(quoted.call.actor),
    operation: quoted.operation.id,
    request: await requestHash(quoted),
    summary,
    expiresAt,
  }
  return `quo_${base64url(utf8(await deps.vault.seal(JSON.stringify(sealed))))}`
}

const TOKEN = /^quo_[\w-]{1,4000}$/

/** Returns null for a token that `seal` did not make for this actor and request. */
const unseal = async (quoted: QuotedRequest, token: string, { vault }: Deps): Promise<SealedQuote | null> => {
  if (!TOKEN.test(token)) return null
  let sealed: SealedQuote
  try {
    sealed = JSON.parse(await vault.open(new TextDecoder().decode(fromBase64url(token.slice(4))))) as SealedQuote
  } catch {
    return null
  }
  const isSame =
    sealed.quote === 1 &&
    sealed.actor === actorId(quoted.call.actor) &&
    sealed.operation === quoted.operation.id &&
    sealed.request === (await requestHash(quoted))
  return isSame ? sealed : null
}

const refuseToRun = (): never => {
  throw new Error('a dry run must not reach anything outside the database')
}

/** A port that runs only the functions of `allowed`. */
const inert = <Port extends object>(port: Port, allowed: Partial<Port> = {}): Port =>
  new Proxy(port, { get: (_port, name) => allowed[name as keyof Port] ?? refuseToRun })

const readOnly = ({ $client }: Database): Database =>
  openDatabase({
    prepare: (text: string) => (isReadText(text) ? $client.prepare(text) : refuseToRun()),
    batch: (statements: D1PreparedStatement[]) => $client.batch(statements),
  } as D1Database)

/**
 * Ports for a dry run. The commit is always rolled back and ends the verb. If it would change nothing, the verb continues
 * to its refusal, so nothing else may write or reach the outside.
 */
const inertPorts = (deps: Deps, after: string | undefined): Deps => ({
  ...deps,
  later: refuseToRun,
  db: readOnly(deps.db),
  commit: (change) => deps.commit({ ...change, claim: null, quote: { expected: null, after } }),
  tell: () => {},
  outbound: inert(deps.outbound),
  mailer: inert(deps.mailer),
  files: inert(deps.files, {
    read: (...asked) => deps.files.read(...asked),
    readRange: (...asked) => deps.files.readRange(...asked),
  }),
  atEvent: inert(deps.atEvent),
  edgeCache: inert(deps.edgeCache),
  // Verbs end the sandboxes of a calendar before their commit, which a dry run never reaches.
  sandboxes: deps.sandboxes === null ? null : inert(deps.sandboxes, { removeAll: async () => {} }),
  payments: {
    ...deps.payments,
    stripe: deps.payments.stripe === null ? null : inert(deps.payments.stripe),
    accounts: inert(deps.payments.accounts),
    at(access, onRefusedKey) {
      const port = deps.payments.at(access, onRefusedKey)
      return port === null ? null : inert(port)
    },
  },
})

const mayReadGuests = (actor: Actor) =>
  actor.kind === 'session' || (isProgram(actor) && actor.scopes.includes('guests:read'))

const NOTHING: Omit<QuoteDetails, 'summary'> = {
  people: { count: 0, mailed: 0, list: [] },
  money: [],
  changes: {},
  deleted: [],
  webhooks: 0,
  writes: 0,
}

/** Returns the quote of the request, or its refusal. */
const makeQuote = async (
  quoted: QuotedRequest,
  after: string | undefined,
  deps: Deps,
): Promise<QuoteAnswer | Response> => {
  let details: QuoteDetails = { ...NOTHING, summary: NO_EFFECTS }
  try {
    const answer = await quoted.run(inertPorts(deps, after), { claim: null, effectId: null })
    if (!answer.ok) return answer
  } catch (error) {
    if (!(error instanceof Quoted) || error.details === null) throw error
    details = error.details
  }
  const { summary, writes: _writes, people, ...others } = details
  const expiresAt = deps.clock() + TTL_MS
  const page = people.list.slice(0, MAX_QUOTED)
  const isSeen = mayReadGuests(quoted.call.actor)
  return {
    token: await seal(quoted, summary, expiresAt, deps),
    expiresAt: iso(expiresAt),
    people: {
      ...people,
      list: isSeen ? page : null,
      next: isSeen && people.list.length > MAX_QUOTED ? base64url(utf8(page.at(-1) ?? '')) : null,
    },
    ...others,
  }
}

export const dryRun = async (quoted: QuotedRequest, after: string | undefined, deps: Deps): Promise<Response> => {
  await countOne(deps.limiter, 'quotes', actorId(quoted.call.actor))
  const quote = await makeQuote(quoted, after, deps)
  return quote instanceof Response ? quote : Response.json({ data: { quote } }, { headers: { 'Dry-Run': 'true' } })
}

const ASK_AGAIN = 'Ask for a new quote with `Dry-Run: true`'

/** Carries the request out if its effects equal the quote. `once` gets the quote's idempotency key. */
export const carryOut = async (
  quoted: QuotedRequest,
  token: string,
  once: (id: string, work: (claim: Claim, effectId: string | null) => Promise<Response>) => Promise<Response>,
  deps: Deps,
): Promise<Response> => {
  const sealed = await unseal(quoted, token, deps)
  if (sealed === null) throw invalid('Quote', `isn’t a quote for this request. ${ASK_AGAIN}`)
  return once(sealed.id, async (claim, effectId) => {
    if (effectId !== null) return quoted.run(deps, { claim, effectId })
    if (deps.clock() >= sealed.expiresAt) throw invalid('Quote', `has expired. ${ASK_AGAIN}`)
    // Later commits of the same verb follow from the first, such as replacing a checkout page.
    let isCommitted = false
    const commit: Deps['commit'] = async (change) => {
      const rows = await deps.commit(isCommitted ? change : { ...change, quote: { expected: sealed.summary } })
      isCommitted = true
      return rows
    }
    try {
      const answer = await quoted.run({ ...deps, commit }, { claim, effectId })
      if (isCommitted || !answer.ok || sealed.summary === NO_EFFECTS) return answer
    } catch (error) {
      if (!(error instanceof Quoted)) throw error
    }
    const quote = await makeQuote(quoted, undefined, deps)
    return quote instanceof Response
      ? quote
      : errorResponse(refusal('quote_changed', { data: { quote } }), quoted.call.requestId)
  })
}
