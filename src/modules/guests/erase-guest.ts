import type { Deps } from '../../deps.ts'
import { mailOfMove } from './guest-mails.store.ts'
import { toGuest } from './guests.ts'
import { newMove, PROMOTED_MAIL, standing } from './move-guest.ts'
import { erase, eraseTraces } from './moves.store.ts'
import type { OnGuest } from './read-guest.ts'
import { afterLeaving } from './seats.store.ts'

/** For good: nothing in the list tells any more who this was. A seat that was held goes to the first in line. */
export const eraseGuest = async ({ event, params }: OnGuest, deps: Deps) => {
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const whom = { guestId: params.guestId, eventId: event.id }
  await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      erase(whom, { userId: deps.newId('usr'), qrCode: deps.newId('qr') }, left),
      ...eraseTraces(whom, left),
      ...afterLeaving(event.id, left, promoted),
    ],
    mails: [mailOfMove(PROMOTED_MAIL, promoted.moveId)],
  })
  return toGuest(await standing(event, params.guestId, deps))
}
