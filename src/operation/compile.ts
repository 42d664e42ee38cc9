import { actorId, type Actor } from '../access/actor.ts'
import { demandsOn, refusePlan, refuseRole, refuseScope, refuseSubject, type Demands } from '../access/gate.ts'
import type { Bucket } from '../access/rate-limit.ts'
import type { Claim } from '../db/commit.ts'
import type { Deps } from '../deps.ts'
import { Failure } from '../kernel/failure.ts'
import { lazily } from '../kernel/lazily.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { authenticate } from './authenticate.ts'
import { parseJson, readBody } from './body.ts'
import { envelopeOf } from './envelopes.ts'
import { errorBodyOf, errorHeadersOf, statusOf } from './errors.ts'
import { deprecationHeaders, withBytesEtag } from './finish.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import { Reply, type Call, type Operation, type Route } from './operation.ts'
import { loadSubject, nameElsewhere, nameInPath, readAhead } from './subject.ts'
import { validate } from './validate.ts'

export interface Arrival {
  request: Request
  requestId: string
  address: string
  params: Record<string, string>
  /** Filled in as the request is understood: for the log, and for the head of the answer, a refusal too. */
  noted: { actor?: string; headers: Record<string, string> }
}

export const demandsOf = (operation: Operation, route: Route): Demands => ({
  scope: operation.scope ?? null,
  role: operation.role ?? null,
  plan: route.surface === 'v1' ? 'PRO' : (route.plan ?? null),
  isDoorWork: operation.isDoorWork === true,
})

export const bucketOf = (operation: Operation, route: Route, actor?: Actor): Bucket | null => {
  if (operation.limit === 'none') return null
  if (actor?.kind === 'pass') return 'door'
  if (operation.limit === 'door') return route.surface === 'v1' ? 'door' : 'bearer'
  return operation.limit ?? (route.surface === 'v1' ? 'v1' : route.surface === 'dashboard' ? 'bearer' : 'open')
}

const limit = async (deps: Deps, bucket: Bucket | null, actor: Actor, { address, params, noted }: Arrival) => {
  if (bucket === null) return
  const caller = actor.kind === 'anonymous' ? address : actorId(actor)
  const { retryAfterSeconds } = await deps.limiter.take(
    bucket,
    bucket === 'registration' ? `${caller} ${params.eventId}` : caller,
  )
  noted.headers['RateLimit-Policy'] = deps.limiter.policy(bucket)
  if (retryAfterSeconds === null) return
  throw new Failure('limited', 'rate_limited', 'Too many requests; try again a little later.', { retryAfterSeconds })
}

const refuse = (refusal: Failure | null) => {
  if (refusal !== null) throw refusal
}

const ifMatchOf = (request: Request) => {
  const given = request.headers.get('If-Match')
  return given === null || given.trim() === '*' ? null : given.trim().replace(/^W\//, '').replaceAll('"', '')
}

const render = (operation: Operation, route: Route, result: unknown): Response => {
  const { data, extras } = result instanceof Reply ? (result as Reply<unknown>) : new Reply(result, {})
  const answer = route.answer ?? operation.answer
  if (answer.kind === 'raw') return data as Response
  const headers = new Headers({ 'Content-Type': 'application/json', ...extras.headers })
  if (extras.revision !== undefined) headers.set('ETag', `"${extras.revision}"`)
  const body = JSON.stringify(envelopeOf(answer, route, data, extras.message))
  return new Response(body, { status: extras.status ?? operation.status ?? 200, headers })
}

export const failureResponse = (failure: Failure, requestId: string) =>
  new Response(JSON.stringify(errorBodyOf(failure, requestId)), {
    status: statusOf(failure),
    headers: { 'Content-Type': 'application/json', ...errorHeadersOf(failure) },
  })

/** The address in one spelling: what the operation does not read cannot make another entry. */
const cacheKeyOf = (operation: Operation, pathname: string, query: Record<string, string>) => {
  const known = Object.keys(operation.query?.().shape ?? {}).toSorted()
  const parts = known.flatMap((name) =>
    query[name] === undefined ? [] : [`${name}=${encodeURIComponent(query[name])}`],
  )
  return `${pathname}?${parts.join('&')}`
}

/** Owns the answers that are about no calendar; nothing makes them stale but a new version. */
const SERVICE = 'service'

const isPrivate = (answer: Response) => (answer.headers.get('Cache-Control') ?? '').startsWith('private')

/** Runs one request through the checks in the order that the contract fixes, then the verb. */
export const handle = async (operation: Operation, route: Route, arrival: Arrival, deps: Deps): Promise<Response> => {
  const { request, requestId, address, params, noted } = arrival
  const url = new URL(request.url)
  Object.assign(
    noted.headers,
    deprecationHeaders(route, deps.config, { slug: url.searchParams.get('calendarSlug') ?? '', ...params }),
  )
  const query = Object.fromEntries(url.searchParams)
  const isOpenGet = route.surface === 'open' && route.method === 'GET'
  const cacheKey = operation.cached !== undefined && isOpenGet ? cacheKeyOf(operation, url.pathname, query) : null
  const kept = cacheKey === null ? null : await deps.edgeCache.read(cacheKey)
  if (kept !== null) return kept
  const begunAt = deps.edgeCache.begin()

  const bytes = lazily(() => readBody(request, operation))
  const body = lazily(async () => parseJson(operation, await bytes()))
  const valid = lazily(async () => validate(operation, { params, query, body: await body() }))

  const pathName = nameInPath(operation, params)
  const ahead = await readAhead(operation, route, pathName, valid, deps)
  const {
    actor,
    subject: subjectInPath,
    ahead: foundAhead,
  } = await authenticate(
    route.surface,
    request,
    deps,
    address,
    { subject: pathName, ahead: ahead?.statements ?? [] },
    operation.takesLiveTicket === true,
  )
  const demands = demandsOn(actor, demandsOf(operation, route))
  noted.actor = actorId(actor)
  await limit(deps, bucketOf(operation, route, actor), actor, arrival)
  await bytes()
  refuse(refuseScope(actor, demands))

  let subject = subjectInPath
  if (operation.subject !== 'none') {
    if (pathName === null) {
      const given = operation.subjectIn === 'body' ? await body() : undefined
      subject = await loadSubject(deps, nameElsewhere(operation, actor, query, given), actor)
    }
    refuse(refuseSubject(actor, subject, demands))
    refuse(refuseRole(actor, subject?.role ?? null, demands))
  }
  refuse(refusePlan(subject?.calendar ?? (actor.kind === 'key' ? actor.calendar : null), demands))
  const asked = await valid()

  const key = route.method === 'POST' && route.surface !== 'open' ? idempotencyKeyOf(request) : null
  const call = {
    ...asked,
    actor,
    surface: route.surface,
    request,
    requestId,
    address,
    calendar: subject?.calendar ?? null,
    event: subject?.event ?? null,
    ifMatch: ifMatchOf(request),
    idempotencyKey: key,
    ahead: ahead?.found(foundAhead) ?? null,
  } as Call
  let until = deps.clock() + (operation.cached?.seconds ?? 0) * SECOND_MS
  let owner = subject?.calendar.id ?? SERVICE
  const work = async (claim: Claim | null, effectId: string | null) => {
    const verbDeps: Deps = claim === null ? deps : { ...deps, commit: (change) => deps.commit({ ...change, claim }) }
    try {
      const recovered = effectId === null ? null : await operation.recover?.(effectId, call, verbDeps)
      const result = recovered ?? (await operation.run(call, verbDeps))
      if (result instanceof Reply) {
        until = Math.min(until, result.extras.until ?? until)
        owner = result.extras.owner ?? owner
      }
      return render(operation, route, result)
    } catch (error) {
      if (error instanceof Failure) return failureResponse(error, requestId)
      throw error
    }
  }
  let answer =
    key === null || operation.ownIdempotency === true
      ? await work(null, null)
      : await once(deps, request, actor, key, await bytes(), work)

  if (isOpenGet && route.secret !== true) {
    answer = await withBytesEtag(answer)
    if (cacheKey !== null && answer.status === 200 && !isPrivate(answer)) {
      answer = await deps.edgeCache.keep(cacheKey, answer, { owner, until, begunAt })
    }
  }
  return answer
}
