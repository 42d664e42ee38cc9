import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { mailOfMove } from './guest-mails.store.ts'
import { searchTextOf, splitName, toGuest } from './guests.ts'
import type { RsvpParams, Transfer } from './guests.schema.ts'
import { findGuest, findLiveGuest, viewOfMove } from './guests.store.ts'
import { userIdOf } from './manage-token.ts'
import { invalidTransition, newMove, standing } from './move-guest.ts'
import { alreadyRegistered } from './place-guest.ts'
import { leaveForTransfer, passOrderOn, takeOver, type TransferInput } from './place-guest.store.ts'
import { guestRegistered } from './registered-event.store.ts'

type Transferring = Call<Parsed<typeof RsvpParams>, unknown, Parsed<typeof Transfer>, 'guest'>

/** The old guest's code and link die, a new guest with a new code takes ticket, order and seat. */
export const transferGuest = async ({ event, params, body }: Transferring, deps: Deps) => {
  const name = splitName(body.recipientName, body.recipientEmail)
  const guest: TransferInput = {
    id: deps.newId('gst'),
    oldGuestId: params.rsvpId,
    eventId: event.id,
    userId: await userIdOf(event.calendarId, body.recipientEmail, deps),
    ...name,
    email: body.recipientEmail,
    searchText: searchTextOf({ ...name, email: body.recipientEmail }),
    source: 'TRANSFER',
    qrCode: deps.newId('qr'),
  }
  const [left, taken] = [newMove(deps), newMove(deps)]
  const [, , views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [
      leaveForTransfer(guest, left),
      takeOver(guest, left, taken),
      viewOfMove(taken.moveId),
      passOrderOn(taken),
    ],
    events: [guestRegistered(event, taken.moveId)],
    mails: [
      mailOfMove({ TRANSFERRED: 'transfer.sent' }, left.moveId, { recipientEmail: body.recipientEmail }),
      mailOfMove({ CONFIRMED: 'transfer.received' }, taken.moveId),
    ],
    effectId: guest.id,
  })
  const made = views[0] ?? null
  if (made !== null) return toGuest(made)

  const { guest: giver } = await standing(event, params.rsvpId, deps)
  if (giver.status !== 'CONFIRMED') throw invalidTransition(giver.status, 'TRANSFERRED')
  const receiver = await findLiveGuest(deps.db, event.id, body.recipientEmail)
  if (receiver !== null) throw alreadyRegistered(receiver)
  throw notFound()
}

export const recoverTransfer = async (effectId: string, { event, body }: Transferring, deps: Deps) => {
  const made =
    (await findGuest(deps.db, event.id, effectId)) ?? (await findLiveGuest(deps.db, event.id, body.recipientEmail))
  return made === null || made.guest.status === 'INVITED' ? null : toGuest(made)
}
