import { actorId } from '../../../access/actor.ts'
import { erasedAddressOf } from '../../../access/derived.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { erasure, keepErasedAddress } from '../../../db/personal/erase.ts'
import { exportFileKeys } from '../../../db/personal/registry.ts'
import { notFound } from '../../../kernel/failure.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { endCheckin } from '../../checkins/index.ts'
import { documentsKept, toKeptDocument } from '../../documents/index.ts'
import { endPagesOf } from '../../payments/index.ts'
import { ErasedGuest } from '../guests.schema.ts'
import { afterLeaving, getGuestOrThrow, mailOfMove, newMove, PROMOTED_MAIL, viewOfGuest } from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

/**
 * Irreversible: afterwards no stored data identifies the person. A seat they held goes to the first guest on the
 * waiting list.
 */
export const eraseGuest = operation({
  id: 'guests.erase',
  effects: ['mails', 'cancels', 'deletes'],
  goesOn: true,
  summary: 'Erase a guest’s personal data',
  description:
    'Permanently anonymises the guest. Removes names, email address, answers and QR code, including from the guest’s orders, emails and deliveries. Closes those deliveries and deletes exported files that contain the guest. The guest disappears from all lists except those filtered by `updatedSince`. A seat they held goes to the waiting list. Invoices of the guest’s orders are kept as long as tax law requires; `kept` lists them.',
  routes: both('POST /events/:eventId/guests/:guestId/erase'),
  access: guestsWrite,
  subject: 'event',
  answer: one(ErasedGuest),
  async run({ event, calendar, params, actor }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const { guest } = await getGuestOrThrow(whom, deps)
    const address = await erasedAddressOf(calendar, guest.email, deps)
    const [left, promoted] = [newMove(deps), newMove(deps)]
    // A moderator's decision overrides a scan: the batch first undoes any check-in.
    const out = endCheckin({
      eventId: event.id,
      id: whom.guestId,
      by: actorId(actor),
      moveId: deps.newId('mov'),
      now: left.now,
    })
    const erased = erasure({ ...whom, ...left, userId: deps.newId('usr'), qrCode: deps.newId('qr') })
    const {
      kept,
      erased: { files },
      views: [view],
    } = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'visitors',
      statements: {
        kept: documentsKept(whom.guestId, event.id),
        address: guest.emailIsBuyers ? [] : [keepErasedAddress(whom, address)],
        out,
        erased,
        after: afterLeaving(event.id, left, promoted),
        views: viewOfGuest(whom),
      },
      watched: [out.seen],
      mails: [mailOfMove(PROMOTED_MAIL, promoted.moveId)],
    })
    if (view === undefined) throw notFound()
    // These files can no longer be downloaded. If a crash prevents their deletion here, the schedule deletes them
    // later.
    await deps.files.delete(files.flatMap(exportFileKeys))
    await endPagesOf([whom.guestId], deps)
    return { ...toGuest(view), kept: kept.map(toKeptDocument) }
  },
})
