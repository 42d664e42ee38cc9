import { changeActorOf } from '../access/actor.ts'
import type { Claim } from '../db/commit.ts'
import type { Deps } from '../deps.ts'
import { Failure } from '../kernel/failure.ts'
import type { Instant } from '../kernel/time.ts'
import { errorResponse, Reply, toResponse, type CalendarState } from './answer.ts'
import type { Call, Operation } from './operation.ts'
import type { Route } from './route.ts'

/** The idempotency claim of a request, and the effect of an earlier, interrupted run. */
export interface Held {
  claim: Claim | null
  effectId: string | null
}

/** The result of a verb (an operation's `run`). `until` and `calendar` are for caching the response. */
interface VerbResult {
  answer: Response
  until?: Instant
  calendar?: CalendarState
}

/**
 * Runs the verb, or recovers the effect of an earlier run that was interrupted. Turns failures into responses, so that
 * `once` can store them.
 */
export const runVerb = async (
  operation: Operation,
  route: Route,
  call: Call,
  { claim, effectId }: Held,
  deps: Deps,
): Promise<VerbResult> => {
  const actor = { ...changeActorOf(call.actor), via: call.via }
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
    // `unavailable` (503) is rethrown, because `createApp` logs it with its cause.
    if (error instanceof Failure && error.code !== 'unavailable')
      return { answer: errorResponse(error as Failure, call.requestId) }
    throw error
  }
}
