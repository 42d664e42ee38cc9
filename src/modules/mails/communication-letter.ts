import type { CommunicationRow } from '../../db/rows.ts'
import { isIn } from '../../kernel/visibility.ts'
import { base, hello, pictureOf, whenOf, type AboutGuest } from './about-guest.ts'
import type { Letter } from './letter.ts'

/** The organiser's own words to a guest; a reminder says when and where besides, and shows the code to who is in. */
export const communicationLetter = (
  { kind, subject, body }: Pick<CommunicationRow, 'kind' | 'subject' | 'body'>,
  about: AboutGuest,
  unsubscribeUrl: string,
): Letter => {
  const isReminder = kind === 'REMINDER'
  const { facts, ...rest } = base(about)
  return {
    ...rest,
    subject,
    preview: isReminder ? whenOf(about)[0] : about.event.title,
    heading: isReminder ? about.event.title : subject,
    paragraphs: [hello(about), ...(isReminder && body === '' ? [about.language.words.mail.reminder] : [])],
    markdown: body,
    ...(isReminder ? { facts } : {}),
    ...(isReminder && isIn(about.guest.guest.status) ? { picture: pictureOf(about) } : {}),
    unsubscribeUrl,
  }
}
