import type { EventInCalendar } from '../../../access/derived.ts'
import type { Deps } from '../../../deps.ts'
import { invalidFields, notFound } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { reply } from '../../../operation/operation.ts'
import type { NewRegistration } from '../guests.schema.ts'
import type { Checked } from './answers.ts'
import { placingOf } from './place-guest.ts'
import { byAsking, isKept, isWaitingNow } from './place-guest.store.ts'
import { causeOfVerification, MAIL_OF_STATUS, mailAtMostHourly, newMove, untilMailed } from '../../seats/index.ts'

/** Excludes `INVITED`, because invited guests register here like anyone else. */
const { INVITED: _invitation, ...MAIL_OF_REGISTERED } = MAIL_OF_STATUS

/**
 * Stores the form in `verifications` until the owner of the address opens the emailed link. An address that is already
 * registered gets the same response at the same cost, which hides the registration from the caller. Only the email
 * differs: that guest gets the usual email for their status again.
 */
export const askToVerify = async (
  at: EventInCalendar,
  visitor: SchemaOutput<typeof NewRegistration>,
  checked: Checked,
  deps: Deps,
) => {
  const { event } = at
  const { answers, faults } = checked
  const answersFit = faults.length === 0
  const newcomer = { ...visitor, answers, answersFit, source: 'PUBLIC' as const }
  const placing = await placingOf(at, newcomer, newMove(deps), deps)
  const { email, now } = placing
  const verificationId = deps.newId('ver')
  const values = {
    ...placing,
    verificationId,
    registration: JSON.stringify(visitor),
    expiresAt: untilMailed(now),
  }
  const {
    why: [judged],
    waits,
  } = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: { why: byAsking.why(placing), waits: byAsking.keep(values) },
    mails: [
      {
        kind: 'verification',
        cause: causeOfVerification(verificationId),
        recipient: email,
        eventId: event.id,
        data: { verificationId, ...(visitor.locale === undefined ? {} : { locale: visitor.locale }) },
        when: isWaitingNow(verificationId, now),
      },
      mailAtMostHourly(MAIL_OF_REGISTERED, { eventId: event.id, email }, `again:${verificationId}`, now, {
        when: isKept(verificationId),
      }),
    ],
  })
  if (judged === undefined) throw notFound()
  const refused = byAsking.rule.refusal(judged)
  if (refused !== null) return refused.code === 'validation_failed' && !answersFit ? invalidFields(faults) : refused
  if (waits.length === 0) throw new Error('a registration is not waiting, and no condition failed')
  return reply(
    { kind: 'GUEST' as const, guest: null, order: null, manageUrl: null },
    { message: 'We’ve sent an email to this address. Open its link within 30 minutes to register.' },
  )
}
