import type { Deps } from '../../deps.ts'
import type { EventRow } from '../../db/rows.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { mailOfMove, type MailKinds } from './guest-mails.store.ts'
import type { Placed } from './guests.ts'
import { findGuest, viewOfGuest } from './guests.store.ts'
import { leave } from './moves.store.ts'
import { afterLeaving, promoteAll, type Move } from './seats.store.ts'

export const newMove = (deps: Deps): Move => ({
  moveId: deps.newId('mov'),
  now: deps.clock(),
  payBy: deps.payments.payBy,
})

export const PROMOTED_MAIL = { CONFIRMED: 'promoted', PENDING: 'promoted' } as const

export const invalidTransition = (from: string, to: string) =>
  refusal('invalid_transition', { says: `A guest who is ${from} cannot become ${to}.`, data: { status: from } })

/** The guest as they stand, for whoever has to explain why a move did not take place. */
export const standing = async (event: EventRow, guestId: string, deps: Deps): Promise<Placed> => {
  const found = await findGuest(deps.db, event.id, guestId)
  if (found === null) throw notFound()
  return found
}

interface Departure {
  from: readonly GuestStatus[]
  to: 'CANCELLED' | 'DECLINED'
  mails?: MailKinds
}

/** Takes a guest off the list and lets the first in line move up, in one batch; null when the guest was not to be moved. */
export const depart = async (
  event: EventRow,
  guestId: string,
  { from, to, mails }: Departure,
  deps: Deps,
): Promise<Placed | null> => {
  const whom = { guestId, eventId: event.id }
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const [gone, views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      leave(whom, { from, to }, left),
      viewOfGuest(event.id, guestId),
      ...afterLeaving(event.id, left, promoted),
    ],
    mails: [
      ...(mails === undefined ? [] : [mailOfMove(mails, left.moveId)]),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
  })
  return gone.length === 0 ? null : (views[0] ?? null)
}

/** What a commit that raises a capacity adds to itself: the longest-waiting take the new seats in the same batch. */
export const promotionInto = (eventId: string, deps: Deps) => {
  const move = newMove(deps)
  return { statements: promoteAll(eventId, move), mails: [mailOfMove(PROMOTED_MAIL, move.moveId)] }
}
