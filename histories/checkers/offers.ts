import type { Checker } from '../history.ts'
import { at, done } from '../history.ts'

/**
 * Checks that no party both accepted and declined an offer, and that in the end no places are free that the first party
 * on the waiting list could have had.
 */
export const offers: Checker = (history) => {
  const answers = done(history, 'answerOffer')
  const lines = done(history, 'sawLine')

  const both = [...Map.groupBy(answers, ({ act }) => act.party)].flatMap(([party, given]) => {
    const accepted = given.find(({ act }) => act.word === 'accepted')
    const declined = given.find(({ act }) => act.word === 'declined')
    return accepted === undefined || declined === undefined
      ? []
      : [`${party} accepted its places (${at(accepted)}) and declined them (${at(declined)})`]
  })
  const idle = lines.flatMap(({ act: { party, needs } }) =>
    party !== null && needs.every(({ many, left }) => many <= left)
      ? [`${party} is first on the waiting list for ${JSON.stringify(needs)}, and there is room`]
      : [],
  )
  return { facts: answers.length + lines.length, violations: [...both, ...idle] }
}
