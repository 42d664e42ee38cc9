import type { Deps } from '../../deps.ts'
import { mailAgain } from './guest-mails.store.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { MAIL_OF_STATUS, toGuest } from './guests.ts'
import { viewOfGuest } from './guests.store.ts'
import type { OnGuest } from './read-guest.ts'

/** Mails the guest once more what their status calls for. A retry with its Idempotency-Key sends nothing new. */
export const resendMail = async ({ event, params, idempotencyKey }: OnGuest, deps: Deps) => {
  const cause = `resend:${idempotencyKey ?? deps.newId('mail')}`
  const [views] = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'visitors',
    statements: [viewOfGuest(event.id, params.guestId)],
    mails: [mailAgain(MAIL_OF_STATUS, { guestId: params.guestId, eventId: event.id }, cause)],
  })
  const view = views[0] ?? null
  if (view === null) throw notFound()
  if (view.guest.erasedAt !== null || !(view.guest.status in MAIL_OF_STATUS)) {
    throw refusal('invalid_transition', { says: `There is no mail for a guest who is ${view.guest.status}.` })
  }
  return toGuest(view)
}
