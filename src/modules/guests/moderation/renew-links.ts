import { guestsWrite } from '../../../access/demands.ts'
import { notFound, refusal } from '../../../kernel/failure.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { Guest } from '../guests.schema.ts'
import { closeWays, renewLinksStatement as renew, renewLinksOfBuyer } from './people.store.ts'
import {
  guestOfMove,
  linkToMoved,
  MAIL_OF_STATUS,
  mailOfMove,
  newMove,
  getGuestOrThrow,
  viewOfGuest,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

/**
 * For a link that has fallen into the wrong hands. The old link stops working, and the guest gets a new one by email.
 */
export const renewLinks = operation({
  id: 'guests.renewLinks',
  effects: ['mails'],
  summary: 'Renew a guest’s links',
  description:
    'Earlier links and wallet passes stop working immediately. So does the buyer’s link if the guest’s emails go to the buyer. The QR code stays valid. The guest receives the email for their current status with the new link.',
  routes: both('POST /events/:eventId/guests/:guestId/renew-links'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition'],
  async recover(guestId, { event }, deps) {
    return toGuest(await getGuestOrThrow({ guestId, eventId: event.id }, deps))
  },
  async run({ event, params }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const move = newMove(deps)
    const {
      renewed,
      views: [view],
    } = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'team',
      statements: {
        renewed: renew(whom, move),
        closed: closeWays(event.id, move),
        all: renewLinksOfBuyer(whom, move),
        views: viewOfGuest(whom),
      },
      mails: [mailOfMove(MAIL_OF_STATUS, move.moveId), linkToMoved(event.id, move)],
      effectId: guestOfMove(move.moveId),
    })
    if (view === undefined) throw notFound()
    return renewed.length > 0
      ? toGuest(view)
      : refusal('invalid_transition', { says: 'Erased and transferred guests have no links.' })
  },
})
