import { personIdOf, type PersonCalendar } from '../../../access/derived.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { requestNamed } from '../../../db/commit.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, notFound, refusal } from '../../../kernel/failure.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { Email } from '../../../kernel/wire.ts'
import { shortCodesFor } from '../../../kernel/short-code.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { Guest, Invited } from '../guests.schema.ts'
import { NewInvitations } from './invitations.schema.ts'
import { inviteAll, leftOut, mayInvite, whyNotInvite, type GuestInvitation } from './invitations.store.ts'
import {
  countRecipients,
  MAIL_OF_STATUS,
  mailAgain,
  mailAtMostHourly,
  movedUnmailed,
  newMove,
  quotaValuesOf,
  searchTextOf,
  viewOfGuest,
  type GuestRef,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

/** Splits the input into valid addresses without duplicates, and invalid entries. */
export const sortAddresses = (given: readonly string[]) => {
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const text of given) {
    const parsed = Email().safeParse(text)
    if (parsed.success) emails.add(parsed.data)
    else invalid.push(text)
  }
  return { emails: [...emails], invalid }
}

const invitationOf = async (calendar: PersonCalendar, email: string, deps: Deps): Promise<GuestInvitation> => {
  const id = deps.newId('gst')
  return {
    id,
    userId: await personIdOf(calendar, email, deps),
    email,
    searchText: searchTextOf({ firstName: '', lastName: '', email }),
    qrCode: deps.newId('qr'),
    shortCodes: shortCodesFor(id),
  }
}

/** Emails `INVITED` guests their invitation again, but at most once per hour. Registered guests don't change. */
export const inviteGuests = operation({
  id: 'guests.invite',
  effects: ['mails'],
  summary: 'Invite guests',
  description:
    'Emails an invitation to at most 500 email addresses. The response groups the addresses by result. The service skips people who unsubscribed from the calendar or declined an invitation to this event.',
  routes: both('POST /events/:eventId/guests/invite'),
  access: guestsWrite,
  subject: 'event',
  body: NewInvitations,
  bodyLimitBytes: 256 * 1024,
  answer: one(Invited),
  refusals: ['event_cancelled', 'registration_closed', 'quota_exceeded'],
  async run({ event, calendar, body }, deps) {
    const { emails, invalid } = sortAddresses(body.emails)
    const invitations = await Promise.all(emails.map((email) => invitationOf(calendar, email, deps)))
    const move = newMove(deps)
    const inviting = {
      eventId: event.id,
      invitations: JSON.stringify(invitations),
      moveId: move.moveId,
      now: move.now,
      mailedAfter: move.now - HOUR_MS,
      ...quotaValuesOf(deps.config.quotas, move.now),
    }
    const message = { message: body.message ?? null }
    const { why, left, invited } = await deps.commit({
      calendarId: event.calendarId,
      atEvent: event.id,
      seenBy: 'team',
      statements: {
        why: whyNotInvite(inviting),
        left: leftOut(inviting),
        invited: inviteAll(inviting),
        counted: countRecipients(event.calendarId, move.now, movedUnmailed({ INVITED: 'invitation' }, move)),
      },
      mails: [mailAtMostHourly({ INVITED: 'invitation' }, move, move.moveId, move.now, { data: message })],
    })
    if (why[0] === undefined) throw notFound()
    const refused = mayInvite.refusal(why[0])
    if (refused !== null) return refused
    const reached = new Set(invited.map(({ email }) => email))
    const unwilling = new Map(left.map(({ email, hasUnsubscribed }) => [email, hasUnsubscribed === 1]))
    return {
      invited: emails.filter((email) => reached.has(email)),
      alreadyRegistered: emails.filter((email) => !reached.has(email) && !unwilling.has(email)),
      invalid,
      unsubscribed: emails.filter((email) => unwilling.get(email) === true),
      declined: emails.filter((email) => unwilling.get(email) === false),
    }
  },
})

/**
 * The guest's status determines which email is sent. `resendId` stays the same when the request runs again after a
 * crash, so no second email is sent.
 */
export const resendOne = async (whom: GuestRef, calendarId: string, resendId: string, deps: Deps) => {
  const {
    views: [view],
  } = await deps.commit({
    calendarId,
    seenBy: 'team',
    statements: { views: viewOfGuest(whom) },
    mails: [mailAgain(MAIL_OF_STATUS, whom, `resend:${resendId}`)],
    effectId: requestNamed(resendId),
  })
  if (view === undefined) throw notFound()
  if (view.guest.erasedAt !== null || !(view.guest.status in MAIL_OF_STATUS))
    return refusal('invalid_transition', { says: `There is no email for a guest with status ${view.guest.status}.` })
  return view
}

const resend = async (
  { event, params: { guestId } }: { event: EventRow; params: { guestId: string } },
  resendId: string,
  deps: Deps,
) => {
  const mailed = await resendOne({ guestId, eventId: event.id }, event.calendarId, resendId, deps)
  return mailed instanceof Failure ? mailed : toGuest(mailed)
}

/** A retry with the same `Idempotency-Key` sends no second email. */
export const resendMail = operation({
  id: 'guests.resend',
  effects: ['mails'],
  summary: 'Resend a guest’s email',
  description: 'Emails the confirmation, or the email for the guest’s current status.',
  routes: both('POST /events/:eventId/guests/:guestId/resend'),
  access: guestsWrite,
  subject: 'event',
  answer: one(Guest),
  refusals: ['invalid_transition'],
  recover: (effectId, call, deps) => resend(call, effectId, deps),
  run: (call, deps) => resend(call, deps.newId('mail'), deps),
})
