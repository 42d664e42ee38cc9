import { guestsWrite } from '../../../access/demands.ts'
import { Failure } from '../../../kernel/failure.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { handOverRedemptions, openOrders, orderLifetimeMs } from '../../orders/index.ts'
import { mailOfPlacing } from '../guest-mails.store.ts'
import { toGuest } from '../guests.ts'
import { Guest } from '../guests.schema.ts'
import { viewOfGuest } from '../guests.store.ts'
import { depart, newMove, outcomeOf } from '../moves.ts'
import { approve, mayBeApproved, whyNotTo } from './moves.store.ts'

export const approveGuest = operation({
  id: 'guests.approve',
  summary: 'Approve a guest who is pending or waitlisted',
  description: 'On a priced ticket an approved guest stays PENDING until the order is paid.',
  routes: both('POST /events/:eventId/guests/:guestId/approve'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition', 'capacity_exceeded', 'event_cancelled'],
  async run({ event, params }, deps) {
    const move = newMove(deps)
    const whom = { guestId: params.guestId, eventId: event.id }
    const results = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'visitors',
      statements: {
        why: whyNotTo(mayBeApproved, whom),
        moved: approve(whom, move),
        orders: openOrders(move, move.now + orderLifetimeMs(move.payBy, false)),
        redemptions: handOverRedemptions(move.moveId),
        views: viewOfGuest(whom),
      },
      mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending' }, move)],
    })
    const approved = outcomeOf(mayBeApproved, results, 'CONFIRMED')
    return approved instanceof Failure ? approved : toGuest(approved)
  },
})

export const rejectGuest = operation({
  id: 'guests.reject',
  summary: 'Reject a guest who is pending or waitlisted',
  routes: both('POST /events/:eventId/guests/:guestId/reject'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition'],
  async run({ event, params }, deps) {
    const departure = { from: ['PENDING', 'WAITLISTED'], to: 'DECLINED', mails: { DECLINED: 'refusal' } } as const
    const gone = await depart(event, params.guestId, departure, deps)
    return gone instanceof Failure ? gone : toGuest(gone)
  },
})
