import { actorId, changeActorOf, type Actor } from '../access/actor.ts'
import type { Demands } from '../access/demands.ts'
import { demandsOn, refusePlan, refuseRole, refuseScope, refuseSubject, refuseSuspended } from '../access/gate.ts'
import { countOne, type Bucket } from '../access/rate-limit.ts'
import { subjectQuery, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { Claim } from '../db/commit.ts'
import { rowsFrom, type Read } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { Failure, invalid } from '../kernel/failure.ts'
import { lazy } from '../kernel/lazy.ts'
import { SECOND_MS, type Instant } from '../kernel/time.ts'
import { toResponse, errorResponse, Reply, type CalendarState } from './answer.ts'
import { eventIn } from './at-event.ts'
import { authenticate } from './authenticate.ts'
import { deprecationHeaders, unchanged } from './finish.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import type { Call, Operation } from './operation.ts'
import { readRequest, type ReadRequest } from './request.ts'
import type { Route } from './route.ts'
import { asKept, cacheKeyOf, isOpenAnswer, stillTrueOf } from './open-answer.ts'
import { nameElsewhere, nameInPath } from './subject.ts'

export interface Arrival {
  request: Request
  requestId: string
  address: string
  params: Record<string, string>
  /** Filled in as the request is understood: for the log, and for the head of the answer, a refusal too. */
  noted: { actor?: string; headers: Record<string, string> }
}

export const demandsOf = ({ access, isDoorWork }: Operation, route: Route): Demands => ({
  scope: access?.scope ?? null,
  role: access?.role ?? null,
  plan: route.surface === 'v1' ? 'PRO' : (route.plan ?? null),
  isDoorWork: isDoorWork === true,
})

export const bucketOf = (operation: Operation, route: Route, actor?: Actor): Bucket | null => {
  if (operation.limit === 'none') return null
  if (actor?.kind === 'pass') return 'door'
  if (operation.limit === 'door') return route.surface === 'v1' ? 'door' : 'bearer'
  return operation.limit ?? (route.surface === 'v1' ? 'v1' : route.surface === 'dashboard' ? 'bearer' : 'open')
}

/** Whether it goes on while the operator has the calendar suspended: reading, the door, and what says so of itself. */
export const isGoingOn = ({ isDoorWork, goesOn }: Operation, { method }: Route) =>
  method === 'GET' || isDoorWork === true || goesOn === true

/** Whether it is done once for an `Idempotency-Key`: a POST, and what else says how it finds what it has done. */
export const isKeyed = ({ recover }: Operation, { method, surface }: Route) =>
  surface !== 'open' && (method === 'POST' || recover !== undefined)

const refuse = (failure: Failure | null) => {
  if (failure !== null) throw failure
}

/** A request that makes no sense is not read for; the gate tells its faults in their turn. */
const readAhead = async (
  operation: Operation,
  route: Route,
  name: SubjectName | null,
  asked: ReadRequest,
  deps: Deps,
): Promise<Read<unknown> | null> => {
  if (operation.ahead === undefined) return null
  try {
    return await operation.ahead({ ...(await asked.valid()), name, surface: route.surface }, deps)
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

/** The subject that the path named and that came with the credential, or the one that is named elsewhere. */
const loadSubject = async (
  operation: Operation,
  inPath: { name: SubjectName | null; subject: LoadedSubject | null },
  actor: Actor,
  asked: ReadRequest,
  deps: Deps,
): Promise<LoadedSubject | null> => {
  if (inPath.name !== null) return inPath.subject
  if (asked.twice.includes('calendarSlug')) throw invalid('calendarSlug', 'must be given only once')
  const body = operation.subjectIn === 'body' ? await asked.body() : undefined
  const name = nameElsewhere(operation, actor, { query: asked.query, body })
  if (name.by === 'calendarId' && actor.kind === 'key') return { calendar: actor.calendar, event: null, role: null }
  const [subject] = await rowsFrom(deps.db, subjectQuery(name, actor.kind === 'session' ? actor.userId : null))
  return subject ?? null
}

const ifMatchOf = (request: Request) => {
  const given = request.headers.get('If-Match')
  return given === null || given.trim() === '*' ? null : given.trim().replace(/^W\//, '').replaceAll('"', '')
}

/** Door staff who press twice get the answer to their first, not a word that it is on its way. */
const DOOR_PATIENCE_MS = SECOND_MS / 2

/** What came of a verb; of an answer that may be kept also what it shows, and when the clock alone changes that. */
interface Ran {
  answer: Response
  until?: Instant
  calendar?: CalendarState
}

/** Runs the verb, or finds what an interrupted run of it has made; what it refuses is an answer too. */
const runVerb = async (
  operation: Operation,
  route: Route,
  call: Call,
  { claim, effectId }: { claim: Claim | null; effectId: string | null },
  deps: Deps,
): Promise<Ran> => {
  const actor = changeActorOf(call.actor)
  const verbDeps: Deps = { ...deps, commit: (change) => deps.commit({ actor, ...change, claim }) }
  try {
    const recovered = effectId === null ? null : await operation.recover?.(effectId, call, verbDeps)
    const result = recovered ?? (await operation.run(call, verbDeps))
    if (result instanceof Failure) return { answer: errorResponse(result as Failure, call.requestId) }
    const reply = result instanceof Reply ? (result as Reply<unknown>) : new Reply(result, {})
    const { until, calendar } = reply.extras
    return {
      answer: toResponse(route.answer ?? operation.answer, route.path, reply, operation.status ?? 200),
      until,
      calendar,
    }
  } catch (error) {
    // An outage is told to whoever runs the service as well, with its cause: where every answer leaves.
    if (error instanceof Failure && error.code !== 'unavailable')
      return { answer: errorResponse(error as Failure, call.requestId) }
    throw error
  }
}

/** What the call is about, once it is sure that this caller may do this there. */
const admit = async (
  operation: Operation,
  route: Route,
  inPath: { name: SubjectName | null; subject: LoadedSubject | null },
  actor: Actor,
  asked: ReadRequest,
  deps: Deps,
): Promise<LoadedSubject | null> => {
  const demands = demandsOn(actor, demandsOf(operation, route))
  refuse(refuseScope(actor, demands))
  let subject: LoadedSubject | null = null
  if (operation.subject !== 'none') {
    subject = await loadSubject(operation, inPath, actor, asked, deps)
    refuse(refuseSubject(actor, subject, demands))
    refuse(refuseRole(actor, subject?.role ?? null, demands))
  }
  const calendar = subject?.calendar ?? (actor.kind === 'key' ? actor.calendar : null)
  refuse(refusePlan(calendar, demands))
  refuse(refuseSuspended(calendar, isGoingOn(operation, route)))
  return subject
}

/** Runs one request through the checks in the order that the contract fixes, then the verb. */
export const handle = async (operation: Operation, route: Route, arrival: Arrival, deps: Deps): Promise<Response> => {
  const { request, requestId, address, params, noted } = arrival
  const asked = readRequest(operation, request, params)
  const named = { slug: asked.query['calendarSlug'] ?? '', ...params }
  Object.assign(noted.headers, deprecationHeaders(route, deps.config, named))

  const cacheKey = cacheKeyOf(operation, route, asked)
  const fromCache = cacheKey === null ? null : await deps.edgeCache.read(cacheKey)
  if (fromCache !== null) return fromCache
  const begunAt = deps.edgeCache.begin()

  // Nothing is read for a caller without a name before the call is counted.
  if (route.surface === 'open') await countCall(deps, bucketOf(operation, route), { kind: 'anonymous' }, arrival)

  const stillTrue = cacheKey === null ? null : await stillTrueOf(request, cacheKey, deps)
  if (stillTrue !== null) return unchanged(stillTrue)

  // Who calls and what about: one trip to the database, with what the verb can read before it runs.
  const name = nameInPath(operation, params)
  const readingAhead = lazy(() => readAhead(operation, route, name, asked, deps))
  const takesLiveTicket = operation.takesLiveTicket === true
  const { actor, ...found } = await authenticate(
    { request, surface: route.surface, address, takesLiveTicket },
    {
      subject: name,
      ahead: async () => (await readingAhead())?.statements ?? {},
    },
    deps,
  )
  noted.actor = actorId(actor)
  if (route.surface !== 'open') await countCall(deps, bucketOf(operation, route, actor), actor, arrival)
  const bytes = await asked.bytes()

  const subject = await admit(operation, route, { name, subject: found.subject }, actor, asked, deps)
  const idempotencyKey = isKeyed(operation, route) ? idempotencyKeyOf(request) : null
  const call = {
    ...(await asked.valid()),
    actor,
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

  if (idempotencyKey !== null) {
    const keyed = {
      request,
      key: idempotencyKey,
      bytes,
      actor,
      eventId: eventIn(name),
      subject: { calendarId: subject?.calendar.id ?? null, eventId: subject?.event?.id ?? null },
      patienceMs: operation.isDoorWork === true ? DOOR_PATIENCE_MS : 0,
    }
    return once(
      deps,
      keyed,
      async (claim, effectId) => (await runVerb(operation, route, call, { claim, effectId }, deps)).answer,
    )
  }

  const keptUntil = deps.clock() + (operation.cached?.seconds ?? 0) * SECOND_MS
  const { answer, until, calendar } = await runVerb(operation, route, call, { claim: null, effectId: null }, deps)
  if (!isOpenAnswer(route)) return answer
  return asKept(
    answer,
    {
      cacheKey,
      calendar: calendar ?? subject?.calendar ?? null,
      until: until !== undefined && Number.isFinite(until) ? until : null,
      keptUntil,
      begunAt,
    },
    deps,
  )
}
