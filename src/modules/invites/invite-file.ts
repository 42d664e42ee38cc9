import type { EventRow } from '../../db/rows.ts'
import type { MailInvite } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { CRLF, icsInstant, icsLine, icsPerson, icsText, icsUri } from '../../presentation/ics.ts'
import { aboutEvent, PRODUCT } from '../feeds/index.ts'

/** An entry in a guest's calendar that the organiser adds and removes by email (RFC 5546). */
export interface Invite {
  method: MailInvite['method']
  uid: string
  /** The iCalendar `SEQUENCE`. It increases with every change that calendar apps must treat as a new version. */
  sequence: number
  stampedAt: Instant
  createdAt: Instant
  /** The event with the details that this guest may see. */
  event: EventRow
  url: string | null
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
  partstat: 'NEEDS-ACTION' | 'ACCEPTED' | 'TENTATIVE'
}

const DESCRIPTION_LETTERS = 2_000

/**
 * Returns the meeting URL as `CONFERENCE`. For an event without a venue, also returns it as `LOCATION`, because some
 * apps show only that property.
 */
const meetingOf = ({ meetingUrl, location }: EventRow) =>
  meetingUrl === null
    ? []
    : [
        ...(location === null ? [icsLine('LOCATION', icsText(meetingUrl))] : []),
        icsLine('CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO', icsUri(meetingUrl)),
      ]

const attendeeOf = ({ method, attendee, partstat }: Invite) => {
  const asked = method === 'REQUEST' ? `;PARTSTAT=${partstat};RSVP=TRUE` : ''
  return icsPerson('ATTENDEE', `;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT${asked}`, attendee)
}

export const inviteFile = (invite: Invite) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    icsLine('PRODID', PRODUCT),
    'CALSCALE:GREGORIAN',
    icsLine('METHOD', invite.method),
    // Instants are in UTC. `X-WR-TIMEZONE` is the time zone in which to show them.
    icsLine('X-WR-TIMEZONE', icsText(invite.event.timezone)),
    'BEGIN:VEVENT',
    icsLine('UID', invite.uid),
    icsLine('DTSTAMP', icsInstant(invite.stampedAt)),
    icsLine('CREATED', icsInstant(invite.createdAt)),
    icsLine('LAST-MODIFIED', icsInstant(invite.stampedAt)),
    icsLine('SEQUENCE', String(invite.sequence)),
    ...aboutEvent(invite.event, invite.url, DESCRIPTION_LETTERS),
    ...meetingOf(invite.event),
    icsPerson('ORGANIZER', '', invite.organizer),
    attendeeOf(invite),
    icsLine('STATUS', invite.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join(CRLF)
