import type { Answer, Refusal } from '../../desk.ts'
import { Failure, notFound, refusal } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { firstAdmissionOf } from './checkins.ts'
import { codeOf } from './door.ts'

const REPLAYED = { 'Idempotent-Replayed': 'true' }

export const replayHeaders = (isReplay: boolean) => (isReplay ? { headers: REPLAYED } : {})

const plainFailureOf = (refused: Refusal): Failure => {
  switch (refused.outcome) {
    case 'unknown':
      return notFound()
    case 'eventCancelled':
      return refusal(codeOf(refused.outcome), { says: 'The event is cancelled.' })
    case 'notOpen':
      return refusal(codeOf(refused.outcome), { says: `Check-in opens at ${iso(refused.opensAt)}.` })
    case 'closed':
      return refusal(codeOf(refused.outcome), { says: `Check-in closed at ${iso(refused.closedAt)}.` })
    case 'notConfirmed':
      return refusal(codeOf(refused.outcome), { says: `The guest is ${refused.status}, not CONFIRMED.` })
    case 'alreadyIn':
    default:
      return refusal('already_checked_in', { data: firstAdmissionOf(refused.first) })
  }
}

export const failureOf = (refused: Refusal, isReplay: boolean) => {
  const { code, message, extras } = plainFailureOf(refused)
  return new Failure(code, { ...extras, says: message, ...replayHeaders(isReplay) } as never)
}

/** What was settled, unless the key stands for another request. */
export const settledIn = <Settled>(answer: Answer<Settled>) => {
  if (answer.outcome === 'settled') return answer
  throw refusal('idempotency_key_reused')
}
