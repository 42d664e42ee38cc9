import { replyTokenOf } from '../../access/derived.ts'
import type { CalendarRow, EventRow, GuestRow } from '../../db/rows.ts'
import type { Deps, MailInvite } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { nameInMail } from '../../presentation/name.ts'
import { asKnownTo } from '../events/index.ts'
import { inviteFile, type Invite } from './invite-file.ts'
import { findEntry } from './invites.store.ts'

/** Before the @ of an address to which calendars answer. */
export const REPLIES = 'rsvp'

/**
 * One for each registration, so that another of the same person inherits nothing of what a calendar remembers: that of the
 * first of them, wherever that one stands meanwhile.
 */
const uidOf = (guestId: string, domain: string) => `${guestId}@${domain}`

/** Who is in, and who has been asked to come, has the event in their calendar. */
const isInCalendar = (status: string) => hasSeat(status) || status === 'INVITED'

type Entered = Awaited<ReturnType<typeof findEntry>>[number]

/** Rises when the event changes what an entry shows, and when one of them comes or goes. */
const versionOf = (entry: readonly Entered[]) => entry.reduce((sum, { version }) => sum + (version ?? 0), 0)

/** What the calendar is to hold; null where it has nothing of ours and needs nothing. */
const methodFor = (entry: readonly Entered[], event: Pick<EventRow, 'status'>): MailInvite['method'] | null => {
  if (entry.some(({ status }) => isInCalendar(status))) return event.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  // Whoever has come or gone was in at some time.
  return versionOf(entry) === 0 ? null : 'CANCEL'
}

const partstatOf = (status: string, answer: Entered['answer']): Invite['partstat'] => {
  if (answer === 'TENTATIVE') return 'TENTATIVE'
  return status === 'INVITED' ? 'NEEDS-ACTION' : 'ACCEPTED'
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
 * the truth. What is in the calendar of who brought others is theirs, and no other's.
 */
export const inviteOf = async (
  { guest, event, calendar, url, recipient, causedAt }: Around,
  deps: Deps,
): Promise<MailInvite | null> => {
  const { invitesHost, icsDomain } = deps.config
  if (invitesHost === null) return null
  const entry = await findEntry(deps.db, guest, recipient)
  const [first] = entry
  const method = methodFor(entry, event)
  if (first === undefined || method === null) return null
  const named = entry.find(({ status }) => isInCalendar(status)) ?? first
  const text = inviteFile({
    method,
    uid: uidOf(first.id, icsDomain),
    sequence: event.sequence + versionOf(entry),
    stampedAt: causedAt,
    createdAt: first.createdAt,
    event: asKnownTo(named.status, event),
    url,
    organizer: { name: calendar.name, email: `${REPLIES}+${await replyTokenOf(first, deps)}@${invitesHost}` },
    attendee: { name: nameInMail(`${named.firstName} ${named.lastName}`), email: recipient },
    partstat: partstatOf(named.status, first.answer),
  })
  return { method, text, filename: `${event.slug}.ics` }
}
