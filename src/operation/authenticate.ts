import type { Actor } from '../access/actor.ts'
import {
  isPassUsable,
  isUsable,
  isUseWorthNoting,
  keyQuery,
  notePassUse,
  noteUse,
  passQuery,
} from '../access/credentials.store.ts'
import { isPassToken, isWellFormedKey, isWellFormedPassToken } from '../access/key-format.ts'
import { openTicket } from '../access/live-ticket.ts'
import type { Scope } from '../kernel/vocabulary.ts'
import { subjectQuery, subjectQueryOfKey, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { TypedStatement, Statements } from '../db/statement.ts'
import { eventIn, readTogether } from './at-event.ts'
import type { Deps, Session } from '../deps.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { refusal } from '../kernel/failure.ts'
import type { Surface } from './route.ts'

/** What shares the trip to the database that the credential makes. */
interface Along {
  /** What the path says the call is about. */
  subject: SubjectName | null
  /** What the operation reads before it runs; asked for once somebody is known to call, since it may read the body. */
  ahead(): Promise<Statements>
}

export interface Authenticated {
  actor: Actor
  subject: LoadedSubject | null
  /** The rows of what was read ahead, under the names of its statements. */
  ahead: unknown
}

/** What a 401 asks for, as HTTP has it and in a sentence; the same for whatever is wrong with what was given. */
const ASKED_FOR = {
  v1: {
    challenge: 'ApiKey realm="event-calendar", header="x-svc-api-key"',
    says: 'This path requires a valid API key in the header x-svc-api-key. For session tokens, use the paths without /v1.',
  },
  dashboard: {
    challenge: 'Bearer realm="event-calendar"',
    says: 'This path requires a valid session token in the header Authorization: Bearer …. For API keys, use the paths under /v1.',
  },
}

const BEARER = /^Bearer +([\w~+/.-]+=*)$/i

/** One round trip brings the credential, what it is held against and what is read ahead. */
const load = async <Row, About>(
  deps: Deps,
  credential: TypedStatement<Row> | null,
  { subject, ahead }: Along,
  queryOf: (subject: SubjectName) => TypedStatement<About>,
  eventId = eventIn(subject),
) => {
  const found = await readTogether(deps, eventId, {
    credentials: credential === null ? [] : [credential],
    subjects: subject === null ? [] : [queryOf(subject)],
    ahead: await ahead(),
  })
  return { row: found.credentials[0]?.[0] ?? null, subject: found.subjects[0]?.[0] ?? null, ahead: found.ahead }
}

const subjectFor = (userId: string | null) => (subject: SubjectName) => subjectQuery(subject, userId)

type Named = { hash: string } | { id: string }

const MAX_KNOWN_CREDENTIALS = 10_000
/**
 * Credentials that were good here before, and events that were there: these go through the event's object, and the rest
 * past it, since whoever makes up a credential and an id would otherwise make an object of each. Whether they still are
 * good is asked every time.
 */
const known = new Set<string>()
const remember = (name: string) => {
  if (known.size >= MAX_KNOWN_CREDENTIALS) known.clear()
  known.add(name)
}
const nameOf = (named: Named) => ('hash' in named ? named.hash : named.id)
const pathOf = (name: string, { subject }: Along) => (known.has(name) ? eventIn(subject) : null)

type Found = Promise<Authenticated | null>

const byStoredKey = async (named: Named, deps: Deps, along: Along): Found => {
  const path = pathOf(nameOf(named), along)
  const { row, subject: found, ahead } = await load(deps, keyQuery(named), along, subjectQueryOfKey, path)
  const now = deps.clock()
  if (row === null || !isUsable(row.key, now, deps.config.environment)) return null
  remember(nameOf(named))
  const { key, calendar } = row
  if (isUseWorthNoting(key, now)) deps.later(noteUse(deps.db, key.id, now).run())
  const actor = { kind: 'key' as const, keyId: key.id, mode: key.mode, scopes: key.scopes as Scope[], calendar }
  // What is in another calendar is refused as what is nowhere.
  const subject = found?.calendarId === calendar.id ? { calendar, event: found.event, role: null } : null
  return { actor, subject, ahead }
}

const byKey = async (request: Request, deps: Deps, along: Along): Found => {
  const key = request.headers.get('x-svc-api-key')
  return key === null || !isWellFormedKey(key) ? null : byStoredKey({ hash: await sha256Hex(key) }, deps, along)
}

const byStoredPass = async (named: Named, deps: Deps, along: Along): Found => {
  const path = pathOf(nameOf(named), along)
  const { row: pass, subject, ahead } = await load(deps, passQuery(named), along, subjectFor(null), path)
  const now = deps.clock()
  if (pass === null || !isPassUsable(pass, now)) return null
  remember(nameOf(named))
  if (isUseWorthNoting(pass, now)) deps.later(notePassUse(deps.db, pass.id, now).run())
  const { id, label, gate, checkpointId, eventId, expiresAt } = pass
  return { actor: { kind: 'pass', passId: id, label, gate, checkpointId, eventId, expiresAt }, subject, ahead }
}

const forSession = async (session: Session, deps: Deps, along: Along): Promise<Authenticated> => {
  const { subject, ahead } = await load(deps, null, along, subjectFor(session.userId))
  return { actor: { kind: 'session', ...session }, subject, ahead }
}

/** A session token or, for the work at a door, the token of a pass. */
const byBearer = async (request: Request, deps: Deps, along: Along): Found => {
  const token = BEARER.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (token === undefined) return null
  if (isPassToken(token)) {
    return isWellFormedPassToken(token) ? byStoredPass({ hash: await sha256Hex(token) }, deps, along) : null
  }
  const session = await deps.verifySession(token)
  return session === null ? null : forSession(session, deps, along)
}

/** The credential behind a live ticket, which must still be good. The ticket is spent where a socket is to be opened. */
const byTicket = async (request: Request, deps: Deps, along: Along, surface: Surface): Found => {
  const text = new URL(request.url).searchParams.get('ticket')
  const ticket = text === null ? null : await openTicket(deps.vault, text)
  const now = deps.clock()
  const name = along.subject
  if (ticket === null || ticket.expiresAt <= now || name?.by !== 'eventId' || name.id !== ticket.eventId) return null
  const { eventId, nonce, expiresAt, holder } = ticket
  if ((holder.kind === 'key') !== (surface === 'v1')) return null
  if (request.headers.has('Upgrade') && !(await deps.atEvent.spendTicket(eventId, nonce, expiresAt))) return null
  if (holder.kind === 'key') return byStoredKey({ id: holder.keyId }, deps, along)
  if (holder.kind === 'pass') return byStoredPass({ id: holder.passId }, deps, along)
  if (holder.expiresAt <= now) return null
  return forSession({ userId: holder.userId, isOperator: false, expiresAt: holder.expiresAt }, deps, along)
}

/** Who is about to write at an event reads with the others who are, once it is known to be there. */
const anonymously = async ({ method }: Request, deps: Deps, along: Along): Promise<Authenticated> => {
  const event = method === 'POST' ? eventIn(along.subject) : null
  const path = event === null ? null : pathOf(event, along)
  const { subject, ahead } = await load(deps, null, along, subjectFor(null), path)
  if (event !== null && subject !== null) remember(event)
  return { actor: { kind: 'anonymous' }, subject, ahead }
}

interface Presented {
  request: Request
  surface: Surface
  address: string
  takesLiveTicket: boolean
}

/** Who calls, together with what the call is about. */
export const authenticate = async (presented: Presented, along: Along, deps: Deps): Promise<Authenticated> => {
  const { request, surface, address, takesLiveTicket } = presented
  if (surface === 'open') return anonymously(request, deps, along)
  const hasHeader = request.headers.has(surface === 'v1' ? 'x-svc-api-key' : 'Authorization')
  const find = takesLiveTicket && !hasHeader ? byTicket : surface === 'v1' ? byKey : byBearer
  const found = await find(request, deps, along, surface)
  if (found !== null) return found
  const { retryAfterSeconds } = await deps.limiter.take('failed-credentials', address)
  if (retryAfterSeconds === null) {
    const { challenge, says } = ASKED_FOR[surface]
    throw refusal('unauthenticated', { says, headers: { 'WWW-Authenticate': challenge } })
  }
  throw refusal('rate_limited', {
    says: 'Too many failed credentials from this IP address. Try again later.',
    retryAfterSeconds,
    headers: { 'RateLimit-Policy': deps.limiter.policy('failed-credentials') },
  })
}
