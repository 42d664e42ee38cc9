import type { Deps } from '../../../deps.ts'
import {
  causedByStranger,
  eventsWithLapsed,
  lapse,
  mailOfMove,
  mailOfOffersAgain,
  newMove,
  promoteAll,
} from '../../seats/index.ts'

const OFFERS_A_MINUTE = 500

/** Offers whose time is over: whoever was asked waits again, behind all others, and the next in line is asked. */
export const lapseOffers = async (deps: Deps) => {
  for (const { id, calendarId, isOpen } of await eventsWithLapsed(deps.db, deps.clock(), OFFERS_A_MINUTE)) {
    const [left, promoted] = [newMove(deps), newMove(deps)]
    await deps.commit({
      calendarId,
      atEvent: id,
      seenBy: 'visitors',
      statements: [lapse(id, left), ...promoteAll(id, promoted)],
      // Once registration is over nobody is asked any more, so nobody is told to go on waiting.
      mails: [
        ...(isOpen === 1 ? [causedByStranger(mailOfMove({ WAITLISTED: 'waitlisted' }, left.moveId))] : []),
        causedByStranger(mailOfOffersAgain(promoted)),
      ],
    })
  }
}
