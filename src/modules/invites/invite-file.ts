import type { EventRow } from '../../db/rows.ts'
import type { MailInvite } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { CRLF, icsInstant, icsLine, icsPerson, icsText, icsUri } from '../../presentation/ics.ts'
import { aboutEvent, PRODUCT } from '../feeds/index.ts'

/** A place in somebody's calendar, kept and taken back by its organiser: RFC 5546. */
export interface Invite {
  method: MailInvite['method']
  uid: string
  /** Rises with every change that a calendar must take as a new version. */
  sequence: number
  stampedAt: Instant
  createdAt: Instant
  /** As the guest may know it. */
  event: EventRow
  url: string | null
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
  partstat: 'NEEDS-ACTION' | 'ACCEPTED' | 'TENTATIVE'
}

const DESCRIPTION_LETTERS = 2_000

/** Where to join from afar, for programs that know the word and for those that show a place. */
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
    // Instants say when; this, on whose wall it is told.
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
