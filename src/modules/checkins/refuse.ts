import type { Answer, Refusal } from '../../desk.ts'
import { conflict, Failure, forbidden, impossible, notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { firstAdmissionOf } from './checkins.ts'
import { codeOf } from './door.ts'

const REPLAYED = { 'Idempotent-Replayed': 'true' }

export const replayHeaders = (isReplay: boolean) => (isReplay ? { headers: REPLAYED } : {})

const plainFailureOf = (refusal: Refusal): Failure => {
  switch (refusal.outcome) {
    case 'unknown':
      return notFound()
    case 'eventCancelled':
      return conflict(codeOf(refusal.outcome), 'The event is cancelled.')
    case 'notOpen':
      return forbidden(codeOf(refusal.outcome), `Check-in opens at ${iso(refusal.opensAt)}.`)
    case 'closed':
      return forbidden(codeOf(refusal.outcome), `Check-in closed at ${iso(refusal.closedAt)}.`)
    case 'notConfirmed':
      return conflict(codeOf(refusal.outcome), `The guest is ${refusal.status}, not CONFIRMED.`)
    case 'alreadyIn':
    default:
      return conflict('already_checked_in', 'The guest is checked in already.', firstAdmissionOf(refusal.first))
  }
}

export const failureOf = (refusal: Refusal, isReplay: boolean) => {
  const { kind, code, message, extras } = plainFailureOf(refusal)
  return new Failure(kind, code, message, { ...extras, ...replayHeaders(isReplay) })
}

/** What was settled, unless the key stands for another request. */
export const settledIn = <Settled>(answer: Answer<Settled>) => {
  if (answer.outcome === 'settled') return answer
  throw impossible('idempotency_key_reused', 'This Idempotency-Key was used with another request.')
}
