import { reply, type Call } from '../../operation/operation.ts'
import type { EventRow, GuestRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { toOrder } from '../orders/index.ts'
import { checkAnswers } from './answers.ts'
import { MAIL_OF_STATUS, toGuest } from './guests.ts'
import type { NewRegistration } from './guests.schema.ts'
import { viewOfGuest } from './guests.store.ts'
import { manageUrlOf } from './manage-token.ts'
import { place, Taken } from './place-guest.ts'
import { mailAtMostHourly } from './guest-mails.store.ts'
import { refuseEvent } from './registration.ts'
import { withCheckout } from './with-checkout.ts'

const ALREADY = 'This address is registered already. Its confirmation is mailed again, at most once an hour.'

/** What a visitor goes through to become a guest, whether they came by themselves or were invited. */
export const enrol = async (event: EventRow, visitor: Parsed<typeof NewRegistration>, deps: Deps) => {
  const refusal = refuseEvent(event, deps.clock())
  if (refusal !== null) throw refusal
  const { answers, faults } = checkAnswers(event.registrationQuestions, visitor.answers ?? [], { requireAll: true })
  if (faults.length > 0) throw invalidFields(faults)
  return withCheckout(await place(event, { ...visitor, answers, source: 'PUBLIC', isPublic: true }, deps), deps)
}

export const register = async (
  { event, calendar, body }: Call<unknown, unknown, Parsed<typeof NewRegistration>, 'event'>,
  deps: Deps,
) => {
  const placed = await enrol(event, body, deps)
  if (placed instanceof Taken) {
    await remind(placed.by.guest, deps)
    return reply({ guest: null, order: null, manageUrl: null }, { message: ALREADY })
  }
  return {
    guest: toGuest(placed),
    order: placed.order === null ? null : toOrder(placed.order, calendar.slug),
    manageUrl: await manageUrlOf(placed.guest.id, deps),
  }
}

/** Whoever owns the address gets their link again; whoever only tries it out learns nothing more. */
const remind = async ({ id, eventId, calendarId }: GuestRow, deps: Deps) => {
  await deps.commit({
    calendarId,
    seenBy: 'visitors',
    statements: [viewOfGuest(eventId, id)],
    mails: [mailAtMostHourly(MAIL_OF_STATUS, { guestId: id }, `again:${deps.newId('mail')}`, deps.clock())],
  })
}
