import type { CalendarRow, EventRow, GuestRow, MailRow } from '../../db/rows.ts'
import type { Deps, MailMessage } from '../../deps.ts'
import { isOpenToAll } from '../../kernel/visibility.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { translated } from '../../presentation/event.ts'
import { languageOf } from '../../words/words.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { reminderSubject } from '../communications/index.ts'
import { eventAndCalendar } from '../events/index.ts'
import { communicationLetter } from './communication-letter.ts'
import type { AboutGuest } from './about-guest.ts'
import { guestLetters } from './guest-letters.ts'
import { codeAttachment, composeMail } from './message.ts'
import { Draft } from './draft.schema.ts'
import type { Placed } from '../seats/index.ts'

/** A QR code that no guest has. */
const SAMPLE_CODE = `qr_${'0'.repeat(22)}`
const SAMPLE_SHORT_CODE = 'K7M2QF'

const guestOf = (event: EventRow, mail: MailRow, status: GuestStatus): GuestRow => ({
  id: 'gst_sample',
  calendarId: event.calendarId,
  eventId: event.id,
  ticketId: null,
  orderId: null,
  couponId: null,
  userId: 'usr_sample',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: mail.recipient,
  locale: null,
  searchText: '',
  status,
  storedStatus: status === 'OFFERED' ? 'PENDING' : status,
  offerExpiresAt: status === 'OFFERED' ? event.startAt : null,
  source: 'DASHBOARD',
  qrCode: SAMPLE_CODE,
  shortCode: SAMPLE_SHORT_CODE,
  linkVersion: 0,
  answers: [],
  waitlistSeq: null,
  partyId: null,
  emailIsBuyers: false,
  moveId: '',
  holdsSeat: 1,
  takesSeat: 1,
  overtakes: 0,
  approvedAt: null,
  cancelledAt: null,
  checkedInAt: null,
  erasedAt: null,
  createdAt: mail.createdAt,
  updatedAt: mail.createdAt,
})

/** Composes an email to a made-up guest. Its links open the event's page, or `pagesUrl` if the event is not public. */
export const composeSample = async (
  draft: Draft,
  mail: MailRow,
  { event: own, calendar }: { event: EventRow; calendar: CalendarRow },
  deps: Deps,
): Promise<MailMessage> => {
  const locale = draft.locale ?? calendar.locale
  const event = translated(own, locale)
  const eventUrl = isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'e', event.slug) : null
  const manageUrl = eventUrl ?? deps.config.pagesUrl
  const guest: Placed = {
    guest: guestOf(event, mail, draft.kind === 'INVITATION' ? 'INVITED' : 'CONFIRMED'),
    ticketName: null,
    ticketWords: null,
    position: null,
    order: null,
  }
  const about: AboutGuest = {
    transfer: null,
    addons: { bought: [], leftOut: [] },
    refundRule: null,
    paidBefore: null,
    mail: { ...mail, data: draft.kind === 'INVITATION' ? { message: draft.body ?? null } : {} },
    guest,
    event,
    calendar,
    party: null,
    manageUrl,
    eventUrl,
    wallet: { appleUrl: null, appleAllUrl: null, googleUrl: null },
    ownTitle: own.title,
    language: languageOf(locale),
  }
  const invitation = guestLetters['invitation']
  const written =
    draft.kind === 'INVITATION' && invitation !== undefined
      ? { ...invitation.write(about), unsubscribeUrl: manageUrl }
      : communicationLetter(
          {
            kind: draft.kind === 'REMINDER' ? 'REMINDER' : 'ANNOUNCEMENT',
            trigger: 'MANUAL',
            subject: draft.subject ?? reminderSubject(own.title, languageOf(calendar.locale)),
            body: draft.body ?? '',
          },
          about,
          manageUrl,
        )
  return composeMail(mail, written, about, { files: await codeAttachment(written, about) }, deps)
}

/** Composes a test email that members send to themselves. */
export const sampleFor = async (mail: MailRow, deps: Deps): Promise<MailMessage | null> => {
  const found = mail.eventId === null ? null : await eventAndCalendar(deps.db, mail.eventId)
  return found === null ? null : composeSample(Draft().parse(mail.data), mail, found, deps)
}
