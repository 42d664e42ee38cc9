import type { Checker } from '../history.ts'
import { at, done } from '../history.ts'

/** 503 means that a dependency is down. Any other 5xx is a violation, and so is any refusal not listed below. */
const ALWAYS = [200, 503]
const REFUSALS: Readonly<Record<string, readonly number[]>> = {
  add: [409],
  approve: [409],
  cancel: [409],
  confirm: [409],
  admit: [409],
  undo: [409],
  enter: [409],
  scan: [404, 409],
  // The killed service may have claimed the Idempotency-Key before a retry arrives.
  upload: [409],
  takeBack: [409],
  leave: [404, 409],
  enterRoom: [409],
  leaveRoom: [409],
  passOn: [409],
  decide: [409],
  refundAndCancel: [409, 422],
  readStanding: [404],
  gather: [409],
  answerOffer: [409],
  disband: [409],
  thinOut: [409],
  sendAway: [409],
  closeBooking: [409],
  bookTogether: [409],
  refundSeat: [409, 422],
  leaveBooking: [409],
  buy: [409],
  giveUp: [409],
  createKey: [409],
  toggleKey: [404, 409],
  revokeKey: [404],
  useKey: [401],
  refund: [409, 422],
  retitle: [409],
  rename: [409],
  // 202 if an advance takes longer, 401 for the key of a deleted sandbox.
  sandbox: [202, 401, 404, 409],
  import: [409],
}

export const knownAnswers: Checker = (history) => {
  const answers = done(history, 'answer')
  const violations = answers.flatMap((entry) => {
    const { operation, status } = entry.act
    const isKnown = ALWAYS.includes(status) || (REFUSALS[operation] ?? []).includes(status)
    return isKnown ? [] : [`${operation} answered ${status}: ${at(entry)}`]
  })
  return { facts: answers.length, violations }
}
