import type { Actor } from '../access/actor.ts'
import {
  appQuery,
  isAppUsable,
  isPassUsable,
  isUsable,
  isUseWorthNoting,
  keyQuery,
  noteAppUse,
  noteFirstUse,
  notePassUse,
  noteUse,
  passQuery,
} from '../access/credentials.store.ts'
import {
  isAccessToken,
  isPassToken,
  isWellFormedAppSecret,
  isWellFormedKey,
  isWellFormedPassToken,
} from '../access/key-format.ts'
import { openTicket } from '../access/live-ticket.ts'
import type { AppResource, Scope } from '../kernel/vocabulary.ts'
import { subjectQuery, subjectQueryOfKey, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { TypedStatement, Statements } from '../db/statement.ts'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import { eventIn, readTogether } from './at-event.ts'
import type { Deps, Session } from '../deps.ts'
import { resourceMetadataUrl } from './resources.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { refusal } from '../kernel/failure.ts'
import type { Surface } from './route.ts'

/** Reads that are sent to D1 together with the read of the credential, in one round trip. */
interface SharedReads {
  /** The subject named in the path, if any. */
  subject: SubjectName | null
  /**
   * Returns the reads of `operation.ahead`. Called only if the credential is well-formed or the session verified,
   * because it may read the body.
   */
  ahead(): Promise<Statements>
}

export interface Authenticated {
  actor: Actor
  subject: LoadedSubject | null
  /** Rows of the `ahead` statements, by statement name. */
  ahead: unknown
}

/**
 * The `WWW-Authenticate` header and message of a 401. They are the same for every reason, so a 401 doesn't reveal which
 * part of a credential is wrong.
 */
const CHALLENGES = {
  v1: {
    challenge: 'ApiKey realm="event-calendar", header="x-svc-api-key"',
    says: 'This path requires a valid API key in the `x-svc-api-key` header. For session tokens, use the paths without `/v1`.',
  },
  dashboard: {
    challenge: 'Bearer realm="event-calendar"',
    says: 'This path requires a valid session token in the `Authorization: Bearer …` header. For API keys, use the paths under `/v1`.',
  },
}

/** The challenge for an access token of an app. */
const ofApp = ({ config }: Deps) => ({
  challenge: `Bearer realm="event-calendar", error="invalid_token", resource_metadata="${resourceMetadataUrl(config, 'api')}"`,
  says: 'This access token is invalid, has expired or is for another resource. For session tokens, use the paths without `/v1`.',
})

const BEARER = /^Bearer +([\w~+/.-]+=*)$/i

/** Loads the credential, the subject and the `ahead` reads in one round trip. */
const load = async <Row, About>(
  deps: Deps,
  credential: TypedStatement<Row> | null,
  { subject, ahead }: SharedReads,
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

type CredentialLookup = { hash: string } | { id: string }

const MAX_KNOWN_CREDENTIALS = 10_000
/**
 * Hashes and ids of credentials that were valid in this isolate, and ids of events that exist. Only requests with a
 * known credential or event go through the `EventObject`; all others read D1 directly. Otherwise a caller could create
 * a Durable Object for every made-up credential and event id. The set only decides the route: each request still checks
 * the credential in D1.
 */
const known = new Set<string>()
const remember = (name: string) => {
  if (known.size >= MAX_KNOWN_CREDENTIALS) known.clear()
  known.add(name)
}
const lookupKey = (lookup: CredentialLookup) => ('hash' in lookup ? lookup.hash : lookup.id)
const routedEventId = (name: string, { subject }: SharedReads) => (known.has(name) ? eventIn(subject) : null)

interface Presented {
  request: Request
  surface: Surface
  address: string
  takesLiveTicket: boolean
  /** The resource that an app's access token must be for. */
  resource: AppResource
}

type Found = Promise<Authenticated | null>

/** A subject in another calendar becomes null, so the caller gets the same 404 as for an unknown id. */
const within = (calendar: CalendarRow, found: { calendarId: string; event: EventRow | null } | null) =>
  found?.calendarId === calendar.id ? { calendar, event: found.event, role: null } : null

const byStoredKey = async (lookup: CredentialLookup, deps: Deps, shared: SharedReads): Found => {
  const path = routedEventId(lookupKey(lookup), shared)
  const { row, subject: found, ahead } = await load(deps, keyQuery(lookup), shared, subjectQueryOfKey, path)
  const now = deps.clock()
  if (row === null || !isUsable(row.key, now, deps.config.opensTestKeys)) return null
  remember(lookupKey(lookup))
  const { key, calendar } = row
  if (isUseWorthNoting(key, now)) deps.later(noteUse(deps.db, key.id, now).run())
  const actor = {
    kind: 'key' as const,
    keyId: key.id,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes as Scope[],
    agentsMay: key.agentsMay,
    calendar,
  }
  return { actor, subject: within(calendar, found), ahead }
}

const byStoredApp = async (
  lookup: CredentialLookup,
  resource: AppResource | null,
  deps: Deps,
  shared: SharedReads,
): Found => {
  const path = routedEventId(lookupKey(lookup), shared)
  const { row, subject: found, ahead } = await load(deps, appQuery(lookup), shared, subjectQueryOfKey, path)
  const now = deps.clock()
  if (row === null || !isAppUsable(row, now)) return null
  const { grant, calendar, role } = row
  if (resource !== null && grant.resource !== resource) return null
  remember(lookupKey(lookup))
  if (isUseWorthNoting(grant, now)) deps.later(noteAppUse(deps.db, grant.id, now).run())
  const { id: grantId, clientId, clientName: name, agentsMay, userId } = grant
  if (row.unusedSince !== null && 'hash' in lookup)
    deps.later(noteFirstUse(deps.db, { hash: lookup.hash, grantId, createdAt: row.unusedSince }, now).run())
  const scopes = grant.scopes as Scope[]
  const actor = { kind: 'app' as const, grantId, clientId, name, scopes, agentsMay, calendar, userId, role }
  return { actor, subject: within(calendar, found), ahead }
}

const bearerIn = ({ headers }: Request) => BEARER.exec(headers.get('Authorization') ?? '')?.[1]

/** Accepts an API key or, without one, the access token of an app for this `resource`. */
const byKeyOrApp = async ({ request, resource }: Presented, deps: Deps, shared: SharedReads): Found => {
  const key = request.headers.get('x-svc-api-key')
  if (key !== null) return isWellFormedKey(key) ? byStoredKey({ hash: await sha256Hex(key) }, deps, shared) : null
  const token = bearerIn(request)
  if (token === undefined || !isAccessToken(token) || !isWellFormedAppSecret(token)) return null
  return byStoredApp({ hash: await sha256Hex(token) }, resource, deps, shared)
}

const byStoredPass = async (lookup: CredentialLookup, deps: Deps, shared: SharedReads): Found => {
  const path = routedEventId(lookupKey(lookup), shared)
  const { row: pass, subject, ahead } = await load(deps, passQuery(lookup), shared, subjectFor(null), path)
  const now = deps.clock()
  if (pass === null || !isPassUsable(pass, now)) return null
  remember(lookupKey(lookup))
  if (isUseWorthNoting(pass, now)) deps.later(notePassUse(deps.db, pass.id, now).run())
  const { id, label, gate, checkpointId, eventId, expiresAt } = pass
  return { actor: { kind: 'pass', passId: id, label, gate, checkpointId, eventId, expiresAt }, subject, ahead }
}

const forSession = async (session: Session, deps: Deps, shared: SharedReads): Promise<Authenticated> => {
  const { subject, ahead } = await load(deps, null, shared, subjectFor(session.userId))
  return { actor: { kind: 'session', ...session }, subject, ahead }
}

/** Accepts a session token or, for door work, a door pass token. */
const byBearer = async ({ request }: Presented, deps: Deps, shared: SharedReads): Found => {
  const token = bearerIn(request)
  if (token === undefined) return null
  if (isPassToken(token)) {
    return isWellFormedPassToken(token) ? byStoredPass({ hash: await sha256Hex(token) }, deps, shared) : null
  }
  const session = await deps.verifySession(token)
  return session === null ? null : forSession(session, deps, shared)
}

/**
 * Checks the credential behind the ticket too, because it may have been revoked since. The ticket is spent only by an
 * `Upgrade` request.
 */
const byTicket = async ({ request, surface }: Presented, deps: Deps, shared: SharedReads): Found => {
  const text = new URL(request.url).searchParams.get('ticket')
  const ticket = text === null ? null : await openTicket(deps.vault, text)
  const now = deps.machine()
  const name = shared.subject
  if (ticket === null || ticket.expiresAt <= now || name?.by !== 'eventId' || name.id !== ticket.eventId) return null
  const { eventId, nonce, expiresAt, holder } = ticket
  if ((holder.kind === 'key' || holder.kind === 'app') !== (surface === 'v1')) return null
  if (request.headers.has('Upgrade') && !(await deps.atEvent.spendTicket(eventId, nonce, expiresAt))) return null
  if (holder.kind === 'key') return byStoredKey({ id: holder.keyId }, deps, shared)
  if (holder.kind === 'app') return byStoredApp({ id: holder.grantId }, null, deps, shared)
  if (holder.kind === 'pass') return byStoredPass({ id: holder.passId }, deps, shared)
  if (holder.expiresAt <= now) return null
  return forSession({ userId: holder.userId, isOperator: false, expiresAt: holder.expiresAt }, deps, shared)
}

/**
 * Sends the reads of a POST to a known event through its `EventObject`, batched with other registrations. The first
 * request for an event goes to D1 directly, to check that the event exists.
 */
const asAnonymous = async ({ method }: Request, deps: Deps, shared: SharedReads): Promise<Authenticated> => {
  const event = method === 'POST' ? eventIn(shared.subject) : null
  const path = event === null ? null : routedEventId(event, shared)
  const { subject, ahead } = await load(deps, null, shared, subjectFor(null), path)
  if (event !== null && subject !== null) remember(event)
  return { actor: { kind: 'anonymous' }, subject, ahead }
}

export const authenticate = async (presented: Presented, shared: SharedReads, deps: Deps): Promise<Authenticated> => {
  const { request, surface, address, takesLiveTicket } = presented
  if (surface === 'open') return asAnonymous(request, deps, shared)
  const hasHeader = request.headers.has('Authorization') || (surface === 'v1' && request.headers.has('x-svc-api-key'))
  const find = takesLiveTicket && !hasHeader ? byTicket : surface === 'v1' ? byKeyOrApp : byBearer
  const found = await find(presented, deps, shared)
  if (found !== null) return found
  const { retryAfterSeconds } = await deps.limiter.take('failed-credentials', address)
  if (retryAfterSeconds === null) {
    const { challenge, says } =
      surface === 'v1' && isAccessToken(bearerIn(request) ?? '') ? ofApp(deps) : CHALLENGES[surface]
    throw refusal('unauthenticated', { says, headers: { 'WWW-Authenticate': challenge } })
  }
  throw refusal('rate_limited', {
    says: 'Too many failed authentication attempts from this IP address. Try again later.',
    retryAfterSeconds,
    headers: { 'RateLimit-Policy': deps.limiter.policy('failed-credentials') },
  })
}
