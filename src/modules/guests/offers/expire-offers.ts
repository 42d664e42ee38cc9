import type { Deps } from '../../../deps.ts'
import {
  causedByStranger,
  eventsWithExpiredOffers,
  expireOffersStatement,
  mailOfMove,
  mailOfOffersAgain,
  newMove,
  promoteAll,
} from '../../seats/index.ts'

const OFFERS_A_MINUTE = 500

/**
 * Expires offers. Their guests become `WAITLISTED` again, at the end of the waiting list, and the next in line get an
 * offer.
 */
export const expireOffers = async (deps: Deps) => {
  for (const { id, calendarId, isOpen } of await eventsWithExpiredOffers(deps.db, deps.clock(), OFFERS_A_MINUTE)) {
    const [left, promoted] = [newMove(deps), newMove(deps)]
    await deps.commit({
      calendarId,
      atEvent: id,
      seenBy: 'visitors',
      statements: [expireOffersStatement(id, left), ...promoteAll(id, promoted)],
      // Once registration has closed, no more offers follow, so these guests get no `waitlisted` email.
      mails: [
        ...(isOpen === 1 ? [causedByStranger(mailOfMove({ WAITLISTED: 'waitlisted' }, left.moveId))] : []),
        causedByStranger(mailOfOffersAgain(promoted)),
      ],
    })
  }
}
