import type { Deps } from '../../deps.ts'
import { toGuest } from './guests.ts'
import { depart, invalidTransition, standing } from './move-guest.ts'
import type { OnGuest } from './read-guest.ts'

export const rejectGuest = async ({ event, params }: OnGuest, deps: Deps) => {
  const gone = await depart(
    event,
    params.guestId,
    { from: ['PENDING', 'WAITLISTED'], to: 'DECLINED', mails: { DECLINED: 'refusal' } },
    deps,
  )
  if (gone !== null) return toGuest(gone)
  const found = await standing(event, params.guestId, deps)
  if (found.guest.status === 'DECLINED') return toGuest(found)
  throw invalidTransition(found.guest.status, 'DECLINED')
}
