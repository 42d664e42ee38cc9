import { Failure, notFound } from '../../../kernel/failure.ts'
import { isOpenToAll } from '../../../kernel/visibility.ts'
import { one, open, operation, reply } from '../../../operation/operation.ts'
import { toOrderOfGuest, withSeats } from '../../orders/index.ts'
import { NewRegistration } from '../guests.schema.ts'
import { Registration } from '../registration.schema.ts'
import { ENROLLING } from './refusals.ts'
import { enrol } from './register.ts'
import { verificationIdOf } from './verification-link.ts'
import { toGuest } from '../guests.ts'
import { findLiveGuest, findManaged, findVerification, manageUrlOf } from '../../seats/index.ts'

export const verifyRegistration = operation({
  id: 'registrations.verify',
  summary: 'Complete a registration by email link',
  description: 'For events with `verifyEmail`. The link works for 30 minutes. Using it again returns the first result.',
  routes: [open('POST /public/verifications/:token', { secret: true })],
  subject: 'none',
  answer: one(Registration),
  // The stored form may be out of date: the organiser may have added a required question since.
  refusals: ['validation_failed', ...ENROLLING],
  async run({ params, address }, deps) {
    const id = await verificationIdOf(params.token, deps)
    const found = id === null ? null : await findVerification(deps.db, id, deps.clock())
    if (found === null || !isOpenToAll(found.calendar, found.event)) throw notFound()
    const { verification, event, calendar } = found
    const known = verification.guestId === null ? null : await findManaged(deps.db, verification.guestId)
    const asked = NewRegistration().parse(verification.registration)
    const enrolled =
      known ?? (await enrol({ event, calendar }, asked, { address, verificationId: verification.id }, deps))
    // The guest registered in the meantime, through this link or some other way. The response may show that
    // registration, because the caller owns the address.
    const placed =
      enrolled instanceof Failure && enrolled.code === 'already_registered'
        ? await findLiveGuest(deps.db, event.id, verification.email)
        : enrolled
    if (placed === null) throw notFound()
    if (placed instanceof Failure) return placed
    return reply(
      {
        kind: 'GUEST' as const,
        guest: toGuest(placed),
        order:
          placed.order === null
            ? null
            : toOrderOfGuest(placed.order, calendar.slug, await withSeats(deps.db, placed.order)),
        manageUrl: await manageUrlOf(placed.guest, calendar, deps),
      },
      { headers: { 'Cache-Control': 'private, no-store' } },
    )
  },
})
