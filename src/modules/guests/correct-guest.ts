import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { mailOfMove } from './guest-mails.store.ts'
import { MAIL_OF_STATUS, searchTextOf, toGuest } from './guests.ts'
import type { GuestChanges } from './guests.schema.ts'
import { viewOfGuest } from './guests.store.ts'
import { userIdOf } from './manage-token.ts'
import { newMove, standing } from './move-guest.ts'
import { correct } from './moves.store.ts'
import type { OnGuest } from './read-guest.ts'

const TRIES = 5

/** A corrected address is mailed what the wrong one was: the code must reach its owner. */
export const correctGuest = async ({ event, params, body }: OnGuest<Parsed<typeof GuestChanges>>, deps: Deps) => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await standing(event, params.guestId, deps)
    const { guest } = before
    if (guest.erasedAt !== null) throw notFound()
    const names = {
      firstName: body.firstName ?? guest.firstName,
      lastName: body.lastName ?? guest.lastName,
      email: body.email ?? guest.email,
    }
    const isSame =
      names.firstName === guest.firstName && names.lastName === guest.lastName && names.email === guest.email
    if (isSame) return toGuest(before)
    const userId = names.email === guest.email ? guest.userId : await userIdOf(event.calendarId, names.email, deps)
    const move = newMove(deps)
    try {
      const whom = { guestId: guest.id, eventId: event.id }
      const [written, views] = await deps.commit({
        calendarId: event.calendarId,
        seenBy: 'visitors',
        statements: [
          correct(whom, guest, { ...names, userId, searchText: searchTextOf(names) }, move),
          viewOfGuest(event.id, guest.id),
        ],
        mails: names.email === guest.email ? [] : [mailOfMove(MAIL_OF_STATUS, move.moveId)],
      })
      const view = views[0] ?? null
      if (written.length > 0 && view !== null) return toGuest(view)
    } catch (error) {
      if (!isUniqueViolation(error, 'guests')) throw error
      throw refusal('already_registered', { says: 'Another guest of the event has this address.' })
    }
  }
  throw refusal('conflicting_edits', { says: 'Others are changing this guest just now; try again.' })
}
