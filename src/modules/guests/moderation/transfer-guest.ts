import { personIdOf, type EventInCalendar } from '../../../access/derived.ts'
import { guestsWrite } from '../../../access/demands.ts'
import type { Deps } from '../../../deps.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { Guest, Transfer } from '../guests.schema.ts'
import { guestRegistered } from '../registration/place-guest.store.ts'
import {
  leaveForTransfer,
  mayBeTransferred,
  passOrderOn,
  passSeatOn,
  takenOverBy,
  takeOver,
  whyNotTransferred,
} from './people.store.ts'
import {
  findGuest,
  guestOfMove,
  mailOfMove,
  newMove,
  searchTextOf,
  viewOfGuest,
  viewOfMove,
  whyNot,
} from '../../seats/index.ts'
import { splitName } from '../../../kernel/person-name.ts'
import { shortCodesFor } from '../../../kernel/short-code.ts'
import { toGuest } from '../guests.ts'

/** Transfers a guest's place to another person. */
export const passOn = async (
  { event, calendar }: EventInCalendar,
  guestId: string,
  { recipientEmail: email, recipientName }: SchemaOutput<typeof Transfer>,
  deps: Deps,
) => {
  const giver = { guestId, eventId: event.id }
  const name = splitName(recipientName, email)
  const id = deps.newId('gst')
  const receiver = {
    id,
    userId: await personIdOf(calendar, email, deps),
    ...name,
    email,
    searchText: searchTextOf({ ...name, email }),
    qrCode: deps.newId('qr'),
    shortCodes: JSON.stringify(shortCodesFor(id)),
  }
  const [left, taken] = [newMove(deps), newMove(deps)]
  const {
    why,
    made: [made],
    givers,
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      why: whyNotTransferred(giver, receiver),
      left: leaveForTransfer(giver, receiver, left),
      taken: takeOver(giver, receiver, left, taken),
      order: passOrderOn(giver, taken),
      seat: passSeatOn(giver, taken),
      made: viewOfMove(taken.moveId),
      givers: viewOfGuest(giver),
    },
    events: [guestRegistered(event, taken.moveId)],
    mails: [
      mailOfMove({ TRANSFERRED: 'transfer.sent' }, left.moveId, takenOverBy(taken)),
      mailOfMove({ CONFIRMED: 'transfer.received' }, taken.moveId),
    ],
    effectId: guestOfMove(taken.moveId),
  })
  return made === undefined ? whyNot(mayBeTransferred, why, givers, 'TRANSFERRED') : toGuest(made)
}

/** Invalidates the old guest's code and link. A new guest with a new code takes over the ticket, order and seat. */
export const transferGuest = operation({
  id: 'guests.transfer',
  effects: ['mails'],
  summary: 'Transfer a guest’s seat',
  description:
    'Gives the seat to another person. The old QR code and manage link stop working. Fails with 409 if the guest isn’t confirmed or the recipient is already registered.',
  routes: both('POST /rsvps/:rsvpId/transfer'),
  access: guestsWrite,
  subject: 'guest',
  body: Transfer,
  answer: one(Guest),
  refusals: ['invalid_transition', 'already_registered'],
  async recover(effectId, { event }, { db }) {
    const made = await findGuest(db, { guestId: effectId, eventId: event.id })
    return made === null ? null : toGuest(made)
  },
  run: ({ event, calendar, params, body }, deps) => passOn({ event, calendar }, params.rsvpId, body, deps),
})
