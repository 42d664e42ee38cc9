import type { CommunicationRow } from '../../db/rows.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { languageOf } from '../../words/words.ts'
import { reminderSubject } from '../communications/index.ts'
import { base, hello, codeImage, whenFor, type AboutGuest } from './about-guest.ts'
import type { Letter } from './letter.ts'

type MessageContent = Pick<CommunicationRow, 'kind' | 'trigger' | 'subject' | 'body'>

/** A default subject is stored in the calendar's language but sent in the reader's. */
const subjectOf = ({ kind, trigger, subject }: MessageContent, { calendar, event, ownTitle, language }: AboutGuest) => {
  const isOfItsKind =
    kind === 'REMINDER' &&
    (trigger === 'AUTOMATIC' || subject === reminderSubject(ownTitle, languageOf(calendar.locale)))
  return isOfItsKind ? reminderSubject(event.title, language) : subject
}

/**
 * Writes an announcement or reminder. Reminders also show the time and venue. Guests with a seat also get their QR
 * code.
 */
export const communicationLetter = (written: MessageContent, about: AboutGuest, unsubscribeUrl: string): Letter => {
  const { kind, body } = written
  const subject = subjectOf(written, about)
  const isReminder = kind === 'REMINDER'
  const { facts, ...rest } = base(about)
  return {
    ...rest,
    subject,
    preview: isReminder ? whenFor(about)[0] : about.event.title,
    heading: isReminder ? about.event.title : subject,
    paragraphs: [hello(about), ...(isReminder && body === '' ? [about.language.words.mail.reminder] : [])],
    markdown: body,
    ...(isReminder ? { facts } : {}),
    ...(isReminder && hasSeat(about.guest.guest.status) ? { picture: codeImage(about) } : {}),
    unsubscribeUrl,
  }
}
