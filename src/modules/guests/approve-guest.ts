import type { Deps } from '../../deps.ts'
import { handOverRedemptions, orderLifetimeMs, openOrders } from '../orders/index.ts'
import { mailOfPlacing } from './guest-mails.store.ts'
import { toGuest } from './guests.ts'
import { viewOfGuest } from './guests.store.ts'
import { invalidTransition, newMove, standing } from './move-guest.ts'
import { approve } from './moves.store.ts'
import { capacityExceeded } from './place-guest.ts'
import type { OnGuest } from './read-guest.ts'
import { refuseCancelled } from './registration.ts'

/** To CONFIRMED, or on a priced ticket to the order that must be paid first. */
export const approveGuest = async ({ event, params }: OnGuest, deps: Deps) => {
  const move = newMove(deps)
  const [approved, , , views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      approve({ guestId: params.guestId, eventId: event.id }, move),
      openOrders(move, move.now + orderLifetimeMs(move.payBy, false)),
      handOverRedemptions(move.moveId),
      viewOfGuest(event.id, params.guestId),
    ],
    mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending' }, move)],
  })
  const made = views[0] ?? null
  if (approved.length > 0 && made !== null) return toGuest(made)

  const found = await standing(event, params.guestId, deps)
  const { status } = found.guest
  if (status === 'CONFIRMED') return toGuest(found)
  const isUnpaid = status === 'PENDING' && found.order?.status === 'PENDING'
  if (isUnpaid || (status !== 'PENDING' && status !== 'WAITLISTED')) throw invalidTransition(status, 'CONFIRMED')
  throw refuseCancelled(event) ?? capacityExceeded()
}
