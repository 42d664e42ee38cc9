import { replyTokenOf } from '../../access/derived.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps, MailInvite } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { nameInMail } from '../../presentation/name.ts'
import { asKnownTo } from '../events/index.ts'
import { inviteFile, type Invite } from './invite-file.ts'
import type { findEntry } from './invites.store.ts'

/** The local part of the reply address, before `+` and the token. */
export const REPLIES = 'rsvp'

/**
 * Returns the iCalendar `UID`. Each registration has its own, so that calendar apps do not confuse it with an earlier
 * registration by the same person. Guests who share a calendar entry use the id of the first of them, whatever that
 * guest's status.
 */
const uidOf = (guestId: string, domain: string) => `${guestId}@${domain}`

/** Guests with a seat and `INVITED` guests have the event in their calendar. */
const isInCalendar = (status: string) => hasSeat(status) || status === 'INVITED'

export type Entry = Awaited<ReturnType<typeof findEntry>>
type Entered = Entry[number]

/**
 * Returns how often the guests who share the entry came or went. Added to `event.sequence`, this gives the iCalendar
 * `SEQUENCE`.
 */
const versionOf = (entry: readonly Entered[]) => entry.reduce((sum, { version }) => sum + (version ?? 0), 0)

/** Returns the `METHOD` that brings the guest's calendar up to date, or null if it has no entry and needs none. */
const methodFor = (entry: readonly Entered[], event: Pick<EventRow, 'status'>): MailInvite['method'] | null => {
  if (entry.some(({ status }) => isInCalendar(status))) return event.status === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  // A version of 0 means that none of these guests was ever in the calendar.
  return versionOf(entry) === 0 ? null : 'CANCEL'
}

const partstatOf = (status: string, answer: Entered['answer']): Invite['partstat'] => {
  if (answer === 'TENTATIVE') return 'TENTATIVE'
  return status === 'INVITED' ? 'NEEDS-ACTION' : 'ACCEPTED'
}

interface InviteInput {
  entry: Entry
  event: EventRow
  calendar: CalendarRow
  url: string | null
  recipient: string
  causedAt: Instant
}

/**
 * Returns the invite attached to an email to a guest. It shows the guests and the event as read, whatever the email
 * says. A calendar entry belongs to one address: the buyer's calendar never shows guests who have a different address.
 */
export const inviteOf = async (
  { entry, event, calendar, url, recipient, causedAt }: InviteInput,
  deps: Deps,
): Promise<MailInvite | null> => {
  const { invitesHost, icsDomain } = deps.config
  if (invitesHost === null) return null
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
    organizer: { name: calendar.name, email: `${REPLIES}+${await replyTokenOf(first, calendar, deps)}@${invitesHost}` },
    attendee: { name: nameInMail(`${named.firstName} ${named.lastName}`), email: recipient },
    partstat: partstatOf(named.status, first.answer),
  })
  return { method, text, filename: `${event.slug}.ics` }
}
