import type { CommunicationRow } from '../../db/rows.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { languageOf } from '../../words/words.ts'
import { reminderSubject } from '../communications/index.ts'
import { base, hello, codeImage, whenFor, type AboutGuest } from './about-guest.ts'
import type { Letter } from './letter.ts'

type Written = Pick<CommunicationRow, 'kind' | 'trigger' | 'subject' | 'body'>

/** A subject that nobody wrote is kept as the calendar speaks, and told as the reader does. */
const subjectOf = ({ kind, trigger, subject }: Written, { calendar, event, ownTitle, language }: AboutGuest) => {
  const isOfItsKind =
    kind === 'REMINDER' &&
    (trigger === 'AUTOMATIC' || subject === reminderSubject(ownTitle, languageOf(calendar.locale)))
  return isOfItsKind ? reminderSubject(event.title, language) : subject
}

/** The organiser's own words to a guest; a reminder says when and where besides, and shows the code to who is in. */
export const communicationLetter = (written: Written, about: AboutGuest, unsubscribeUrl: string): Letter => {
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
