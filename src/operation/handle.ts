import { actorId, isProgram, type Actor } from '../access/actor.ts'
import type { Demands } from '../access/demands.ts'
import {
  demandsOn,
  refusePlan,
  refuseRole,
  refuseScope,
  refuseSubject,
  refuseSuspended,
  refuseErasing,
} from '../access/gate.ts'
import { countOne, type Bucket } from '../access/rate-limit.ts'
import { subjectQuery, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { Claim } from '../db/commit.ts'
import { rowsFrom, type Read } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { Failure, invalid } from '../kernel/failure.ts'
import { acceptsGzip } from '../kernel/etags.ts'
import { lazy } from '../kernel/lazy.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { eventIn } from './at-event.ts'
import { authenticate } from './authenticate.ts'
import { deprecationHeaders, unchanged } from './finish.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import type { Call, Operation } from './operation.ts'
import { carryOut, dryRun, quoteRequestOf } from './quotes.ts'
import { readRequest, type ReadRequest } from './request.ts'
import type { Route } from './route.ts'
import { runVerb, type Held } from './run-verb.ts'
import { tagAndKeep, cacheKeyOf, isOpenAnswer, currentEtagOf } from './open-answer.ts'
import { nameElsewhere, nameInPath } from './subject.ts'

export interface Arrival {
  request: Request
  requestId: string
  address: string
  params: Record<string, string>
  /** Assistant that makes the request for the caller. */
  via: string | null
  /**
   * Filled in while the request is processed. `actor` is for the log and for assistants. `headers` are sent with every response, including
   * refusals. A response from the cache has the headers of its route already.
   */
  noted: { actor?: Actor; headers: Record<string, string>; isFromCache?: boolean }
}

export const demandsOf = ({ access, isDoorWork }: Operation, route: Route): Demands => ({
  scope: access?.scope ?? null,
  role: access?.role ?? null,
  plan: route.plan ?? (route.surface === 'v1' ? 'PRO' : null),
  isDoorWork: isDoorWork === true,
})

export const bucketOf = (operation: Operation, route: Route, actor?: Actor): Bucket | null => {
  if (operation.limit === 'none') return null
  if (actor?.kind === 'pass') return 'door'
  if (operation.limit === 'door') return route.surface === 'v1' ? 'door' : 'bearer'
  return operation.limit ?? (route.surface === 'v1' ? 'v1' : route.surface === 'dashboard' ? 'bearer' : 'open')
}

/**
 * Returns whether the call is allowed while the calendar is suspended: GET, door work, or an operation with `goesOn`.
 */
export const isGoingOn = ({ isDoorWork, goesOn }: Operation, { method }: Route) =>
  method === 'GET' || isDoorWork === true || goesOn === true

/** Returns whether the call is allowed while an erasure is pending: GET, or an operation with `goesOn`. */
export const isAllowedBeforeErasure = ({ goesOn }: Operation, { method }: Route) => method === 'GET' || goesOn === true

/**
 * Returns whether `Idempotency-Key` applies: to every POST, and to other methods of operations that implement
 * `recover`.
 */
export const isKeyed = ({ recover }: Operation, { method, surface }: Route) =>
  surface !== 'open' && (method === 'POST' || recover !== undefined)

const refuse = (failure: Failure | null) => {
  if (failure !== null) throw failure
}

/**
 * Returns the reads of `operation.ahead`, or null for an invalid request. `handle` validates the request again later,
 * and reports the errors there.
 */
const readAhead = async (
  operation: Operation,
  route: Route,
  name: SubjectName | null,
  incoming: ReadRequest,
  deps: Deps,
): Promise<Read<unknown> | null> => {
  if (operation.ahead === undefined) return null
  try {
    return await operation.ahead({ ...(await incoming.valid()), name, surface: route.surface }, deps)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

const countCall = async (deps: Deps, bucket: Bucket | null, actor: Actor, { address, params, noted }: Arrival) => {
  if (bucket === null) return
  const caller = actor.kind === 'anonymous' ? address : actorId(actor)
  const take = (from: Bucket, by: string) => {
    noted.headers['RateLimit-Policy'] = deps.limiter.policy(from)
    return countOne(deps.limiter, from, by)
  }
  if (bucket === 'registration') {
    await take('registrations', caller)
    await take(bucket, `${caller} ${params.eventId ?? params.seriesId}`)
  } else await take(bucket, caller)
}

/**
 * Returns the subject in the path, which was loaded with the credential. Without one, loads the calendar named in the
 * query or body, or returns the key's own.
 */
const loadSubject = async (
  operation: Operation,
  inPath: { name: SubjectName | null; subject: LoadedSubject | null },
  actor: Actor,
  incoming: ReadRequest,
  deps: Deps,
): Promise<LoadedSubject | null> => {
  if (inPath.name !== null) return inPath.subject
  if (incoming.twice.includes('calendarSlug')) throw invalid('calendarSlug', 'must be given only once')
  const body = operation.subjectIn === 'body' ? await incoming.body() : undefined
  const name = nameElsewhere(operation, actor, { query: incoming.query, body })
  if (name.by === 'calendarId' && isProgram(actor)) return { calendar: actor.calendar, event: null, role: null }
  const [subject] = await rowsFrom(deps.db, subjectQuery(name, actor.kind === 'session' ? actor.userId : null))
  return subject ?? null
}

/** Returns the tags of `If-Match` without quotes, separated by commas. Null for `*`, which every revision matches. */
const ifMatchOf = (request: Request) => {
  const given = request.headers.get('If-Match')
  return given === null || given.trim() === '*' ? null : given.replaceAll(/W\/|["\s]/g, '')
}

/**
 * If door staff press a button twice, the second request waits this long for the response to the first before it gets a
 * 409.
 */
const DOOR_PATIENCE_MS = SECOND_MS / 2

/** Loads the subject. Checks scope, access to the subject (404), role, plan and suspension, in that order. */
const admit = async (
  operation: Operation,
  route: Route,
  inPath: { name: SubjectName | null; subject: LoadedSubject | null },
  actor: Actor,
  incoming: ReadRequest,
  deps: Deps,
): Promise<LoadedSubject | null> => {
  const demands = demandsOn(actor, demandsOf(operation, route))
  refuse(refuseScope(actor, demands))
  let subject: LoadedSubject | null = null
  if (operation.subject !== 'none') {
    subject = await loadSubject(operation, inPath, actor, incoming, deps)
    refuse(refuseSubject(actor, subject, demands))
  }
  // Without a subject, `role` is OPERATOR or null.
  refuse(refuseRole(actor, subject?.role ?? null, demands))
  const calendar = subject?.calendar ?? (isProgram(actor) ? actor.calendar : null)
  refuse(refusePlan(calendar, demands))
  refuse(refuseSuspended(calendar, isGoingOn(operation, route)))
  refuse(refuseErasing(calendar, subject?.event ?? null, isAllowedBeforeErasure(operation, route)))
  return subject
}

/** Runs the checks in the order that the contract fixes, then the verb. */
export const handle = async (operation: Operation, route: Route, arrival: Arrival, deps: Deps): Promise<Response> => {
  const { request, requestId, address, params, via, noted } = arrival
  const incoming = readRequest(operation, request, params)
  const named = { slug: incoming.query['calendarSlug'] ?? '', ...params }
  Object.assign(noted.headers, deprecationHeaders(route, deps.config, named))

  const cacheKey = cacheKeyOf(operation, route, incoming)
  const fromCache = cacheKey === null ? null : await deps.edgeCache.read(cacheKey, acceptsGzip(request))
  if (fromCache !== null) {
    noted.isFromCache = true
    return fromCache
  }
  const begunAt = deps.edgeCache.begin()

  // Counts anonymous calls before reading anything from D1.
  if (route.surface === 'open') await countCall(deps, bucketOf(operation, route), { kind: 'anonymous' }, arrival)

  const currentEtag = cacheKey === null ? null : await currentEtagOf(request, cacheKey, deps)
  if (currentEtag !== null) return unchanged(currentEtag)

  // One round trip loads the credential, the subject and the `ahead` reads.
  const name = nameInPath(operation, params)
  const readingAhead = lazy(() => readAhead(operation, route, name, incoming, deps))
  const takesLiveTicket = operation.takesLiveTicket === true
  const { actor, ...found } = await authenticate(
    { request, surface: route.surface, address, takesLiveTicket, resource: via === null ? 'api' : 'mcp' },
    {
      subject: name,
      ahead: async () => (await readingAhead())?.statements ?? {},
    },
    deps,
  )
  noted.actor = actor
  if (route.surface !== 'open') await countCall(deps, bucketOf(operation, route, actor), actor, arrival)
  const bytes = await incoming.bytes()

  const subject = await admit(operation, route, { name, subject: found.subject }, actor, incoming, deps)
  const isByQuote = operation.effects !== undefined && request.headers.has('Quote')
  const idempotencyKey = isKeyed(operation, route) && !isByQuote ? idempotencyKeyOf(request) : null
  const valid = await incoming.valid()
  const quoteRequest = quoteRequestOf(operation, request)
  const call = {
    ...valid,
    isQuoted: quoteRequest !== null,
    actor,
    via,
    role: subject?.role ?? null,
    surface: route.surface,
    request,
    bytes,
    requestId,
    address,
    calendar: subject?.calendar ?? null,
    event: subject?.event ?? null,
    ifMatch: ifMatchOf(request),
    ahead: (await readingAhead())?.found(found.ahead as never) ?? null,
  } as Call

  const quoted = {
    operation,
    call,
    run: async (ports: Deps, held: Held) => (await runVerb(operation, route, call, held, ports)).answer,
  }
  if (quoteRequest?.kind === 'dry') return dryRun(quoted, quoteRequest.after, deps)

  const onceBy = (key: string, work: (claim: Claim, effectId: string | null) => Promise<Response>) => {
    const keyed = {
      request,
      key,
      bytes,
      actor,
      eventId: eventIn(name),
      subject: { calendar: subject?.calendar ?? null, eventId: subject?.event?.id ?? null },
      patienceMs: operation.isDoorWork === true ? DOOR_PATIENCE_MS : 0,
    }
    return once(deps, keyed, work)
  }
  if (quoteRequest !== null) {
    const { token } = quoteRequest
    // A space, so that no `Idempotency-Key` is the same.
    return carryOut(quoted, token, (id, work) => onceBy(`quote ${id}`, work), deps)
  }
  if (idempotencyKey !== null) return onceBy(idempotencyKey, (claim, effectId) => quoted.run(deps, { claim, effectId }))

  const keptUntil = deps.clock() + (operation.cached?.seconds ?? 0) * SECOND_MS
  const { answer, until, calendar } = await runVerb(operation, route, call, { claim: null, effectId: null }, deps)
  if (!isOpenAnswer(route)) return answer
  return tagAndKeep(
    answer,
    {
      route,
      cacheKey,
      calendar: calendar ?? subject?.calendar ?? null,
      until: until !== undefined && Number.isFinite(until) ? until : null,
      keptUntil,
      begunAt,
    },
    deps,
  )
}
