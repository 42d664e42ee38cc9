import type { Actor } from '../access/actor.ts'
import { isUsable, isUseWorthNoting, keyQuery, noteUse } from '../access/credentials.store.ts'
import { isWellFormedKey } from '../access/key-format.ts'
import type { Scope } from '../access/scopes.ts'
import { subjectQuery, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { Deps } from '../deps.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { Failure, unauthenticated } from '../kernel/failure.ts'
import type { Surface } from './operation.ts'

interface Authenticated {
  actor: Actor
  subject: LoadedSubject | null
}

/** What a 401 asks for, as HTTP has it. */
const CHALLENGE = {
  v1: 'ApiKey realm="event-calendar", header="x-svc-api-key"',
  dashboard: 'Bearer realm="event-calendar"',
}

const BEARER = /^Bearer +([\w~+/.-]+=*)$/i

const byKey = async (request: Request, deps: Deps, name: SubjectName | null): Promise<Authenticated | null> => {
  const key = request.headers.get('x-svc-api-key')
  if (key === null || !isWellFormedKey(key)) return null
  const query = keyQuery(deps.db, await sha256Hex(key))
  // One round trip brings the credential and what it is held against.
  const [keys, subjects] =
    name === null ? [await query, []] : await deps.db.batch([query, subjectQuery(deps.db, name, null)])
  const found = keys[0]
  const now = deps.clock()
  if (found === undefined || !isUsable(found.key, now, deps.config.environment)) return null
  if (isUseWorthNoting(found.key, now)) deps.later(noteUse(deps.db, found.key.id, now).run())
  return {
    actor: {
      kind: 'key',
      keyId: found.key.id,
      mode: found.key.mode,
      scopes: found.key.scopes as Scope[],
      calendar: found.calendar,
    },
    subject: subjects[0] ?? null,
  }
}

const bySession = async (request: Request, deps: Deps, name: SubjectName | null): Promise<Authenticated | null> => {
  const token = BEARER.exec(request.headers.get('Authorization') ?? '')?.[1]
  const session = token === undefined ? null : await deps.verifySession(token)
  if (session === null) return null
  const subjects = name === null ? [] : await subjectQuery(deps.db, name, session.userId)
  return { actor: { kind: 'session', ...session }, subject: subjects[0] ?? null }
}

const anonymously = async (deps: Deps, name: SubjectName | null): Promise<Authenticated> => {
  const subjects = name === null ? [] : await subjectQuery(deps.db, name, null)
  return { actor: { kind: 'anonymous' }, subject: subjects[0] ?? null }
}

/** Who calls, together with what the path says the call is about. */
export const authenticate = async (
  surface: Surface,
  request: Request,
  deps: Deps,
  address: string,
  name: SubjectName | null,
): Promise<Authenticated> => {
  if (surface === 'open') return anonymously(deps, name)
  const found = await (surface === 'v1' ? byKey(request, deps, name) : bySession(request, deps, name))
  if (found !== null) return found
  const { retryAfterSeconds } = await deps.limiter.take('failed-credentials', address)
  if (retryAfterSeconds === null) throw unauthenticated({ 'WWW-Authenticate': CHALLENGE[surface] })
  throw new Failure('limited', 'rate_limited', 'Too many failed credentials from this address.', {
    retryAfterSeconds,
    headers: { 'RateLimit-Policy': deps.limiter.policy('failed-credentials') },
  })
}
