import { replyTokenOf } from '../../access/derived.ts'
import type { CalendarRow, EventRow, GuestRow, InviteRow } from '../../db/rows.ts'
import type { Deps, MailInvite } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { isIn } from '../../kernel/visibility.ts'
import { nameInMail } from '../../presentation/name.ts'
import { asKnownTo } from '../events/index.ts'
import { inviteFile, type Invite } from './invite-file.ts'
import { findInvite } from './invites.store.ts'

/** Before the @ of an address to which calendars answer. */
export const REPLIES = 'rsvp'

/** One for each registration, so that another of the same person inherits nothing of what a calendar remembers. */
const uidOf = (guestId: string, domain: string) => `${guestId}@${domain}`

/** Who is in, and who has been asked to come, has the event in their calendar. */
const isInCalendar = (status: string) => isIn(status) || status === 'INVITED'

/** Rises when the event changes what an entry shows, and when the guest comes or goes. */
const sequenceOf = (event: Pick<EventRow, 'sequence'>, invite: Pick<InviteRow, 'version'> | null) =>
  event.sequence + (invite?.version ?? 0)

/** What the guest's calendar is to hold; null where it has nothing of ours and needs nothing. */
const methodFor = (
  guest: Pick<GuestRow, 'status'>,
  event: Pick<EventRow, 'status'>,
  invite: Pick<InviteRow, 'version'> | null,
): MailInvite['method'] | null => {
  if (isInCalendar(guest.status)) return event.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  // Whoever has come or gone was in at some time.
  return invite === null || invite.version === 0 ? null : 'CANCEL'
}

const partstatOf = ({ status }: GuestRow, invite: InviteRow | null): Invite['partstat'] => {
  if (status === 'INVITED') return invite?.answer === 'TENTATIVE' ? 'TENTATIVE' : 'NEEDS-ACTION'
  return invite?.answer === 'TENTATIVE' ? 'TENTATIVE' : 'ACCEPTED'
}

interface Around {
  guest: GuestRow
  event: EventRow
  calendar: CalendarRow
  url: string | null
  recipient: string
  causedAt: Instant
}

/**
 * The invite that a mail to a guest carries, as guest and event stand now: whatever the mail says, the calendar is told
 * the truth. Whoever is written to through somebody else's address gets none: it would be in the wrong calendar.
 */
export const inviteOf = async (
  { guest, event, calendar, url, recipient, causedAt }: Around,
  deps: Deps,
): Promise<MailInvite | null> => {
  const { invitesHost, icsDomain } = deps.config
  if (invitesHost === null || guest.email !== recipient) return null
  const invite = await findInvite(deps.db, guest.id)
  const method = methodFor(guest, event, invite)
  if (method === null) return null
  const text = inviteFile({
    method,
    uid: uidOf(guest.id, icsDomain),
    sequence: sequenceOf(event, invite),
    stampedAt: causedAt,
    createdAt: guest.createdAt,
    event: asKnownTo(guest.status, event),
    url,
    organizer: { name: calendar.name, email: `${REPLIES}+${await replyTokenOf(guest, deps)}@${invitesHost}` },
    attendee: { name: nameInMail(`${guest.firstName} ${guest.lastName}`), email: guest.email },
    partstat: partstatOf(guest, invite),
  })
  return { method, text, filename: `${event.slug}.ics` }
}
