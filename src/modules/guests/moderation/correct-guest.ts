import { actorId } from '../../../access/actor.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { edit } from '../../../db/edit.ts'
import { Failure, notFound, refusal } from '../../../kernel/failure.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { endCheckin } from '../../checkins/index.ts'
import { mailOfMove } from '../guest-mails.store.ts'
import { MAIL_OF_STATUS, searchTextOf, toGuest } from '../guests.ts'
import { Guest, GuestChanges } from '../guests.schema.ts'
import { viewOfGuest } from '../guests.store.ts'
import { userIdOf } from '../own/manage-token.ts'
import { newMove, PROMOTED_MAIL, standing } from '../moves.ts'
import { afterLeaving } from '../registration/seats.store.ts'
import { correct, erase, eraseTraces, mayBeCorrected, whyNotCorrected } from './people.store.ts'

/** A corrected address is mailed what the wrong one was: the code must reach its owner. */
export const correctGuest = operation({
  id: 'guests.correct',
  summary: 'Correct the names or the address of a guest',
  routes: both('PATCH /events/:eventId/guests/:guestId'),
  access: guestsWrite,
  subject: 'event',
  body: GuestChanges,
  answer: one(Guest),
  refusals: ['already_registered', 'conflicting_edits'],
  async run({ event, params, body }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const corrected = await edit(
      () => standing(whom, deps),
      async (before) => {
        const { firstName, lastName, email, userId, erasedAt } = before.guest
        if (erasedAt !== null) throw notFound()
        const names = { firstName, lastName, email, ...body }
        const isSame = names.firstName === firstName && names.lastName === lastName && names.email === email
        if (isSame) return before
        const { moveId, now } = newMove(deps)
        const correction = {
          ...whom,
          ...names,
          userId: names.email === email ? userId : await userIdOf(event.calendarId, names.email, deps),
          searchText: searchTextOf(names),
          seenFirstName: firstName,
          seenLastName: lastName,
          seenEmail: email,
          moveId,
          now,
        }
        const results = await deps.commit({
          calendarId: event.calendarId,
          atEvent: event.id,
          seenBy: 'team',
          statements: {
            why: whyNotCorrected(correction),
            written: correct(correction),
            views: viewOfGuest(whom),
          },
          mails: names.email === email ? [] : [mailOfMove(MAIL_OF_STATUS, moveId)],
        })
        const refused = mayBeCorrected.refusal(results.why[0])
        if (refused !== null && refused.code !== 'conflicting_edits') return refused
        return results.written.length > 0 ? (results.views[0] ?? null) : null
      },
    )
    if (corrected === null)
      return refusal('conflicting_edits', { says: 'Others are changing this guest just now; try again.' })
    return corrected instanceof Failure ? corrected : toGuest(corrected)
  },
})

/** For good: nothing in the list tells any more who this was. A seat that was held goes to the first in line. */
export const eraseGuest = operation({
  id: 'guests.erase',
  summary: 'Anonymise a guest for good',
  description: 'Names, address, answers and code are gone; a seat that was held goes to the first in line.',
  routes: both('POST /events/:eventId/guests/:guestId/erase'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  async run({ event, params, actor }, deps) {
    const whom = { guestId: params.guestId, eventId: event.id }
    const [left, promoted] = [newMove(deps), newMove(deps)]
    // A moderator's word wins over a scan: whoever is in is out first, in the same batch.
    const out = endCheckin({
      eventId: event.id,
      id: whom.guestId,
      by: actorId(actor),
      moveId: deps.newId('mov'),
      now: left.now,
    })
    const {
      views: [erased],
    } = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'visitors',
      statements: {
        out,
        erased: erase(whom, { userId: deps.newId('usr'), qrCode: deps.newId('qr') }, left),
        traces: eraseTraces(whom, left),
        after: afterLeaving(event.id, left, promoted),
        views: viewOfGuest(whom),
      },
      watched: [out.seen],
      mails: [mailOfMove(PROMOTED_MAIL, promoted.moveId)],
    })
    if (erased === undefined) throw notFound()
    return toGuest(erased)
  },
})
