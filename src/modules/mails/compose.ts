import type { Deps, MailAttachment, MailMessage } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { findManaged, manageUrlOf } from '../guests/index.ts'
import { calendarFile, fileSettingsOf } from '../feeds/index.ts'
import { exportLetters } from './export-letters.ts'
import { renderQrPng } from '../checkins/index.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { guestLetters, QR_CONTENT_ID, type AboutGuest } from './letters.ts'
import { otherLetters } from './other-letters.ts'
import { htmlOf, textOf, type Letter } from './layout.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** RFC 8058: the reader's program unsubscribes by one POST. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const messageOf = (mail: MailRow, letter: Letter, attachments: MailAttachment[], { config }: Deps): MailMessage => ({
  id: mail.id,
  messageId: `<${mail.id}@${config.icsDomain}>`,
  to: mail.recipient,
  subject: oneLine(letter.subject).slice(0, 200),
  html: htmlOf(letter),
  text: textOf(letter),
  headers: unsubscribeHeaders(letter),
  attachments,
})

const aboutGuest = async (mail: MailRow, guestId: string, deps: Deps): Promise<AboutGuest | null> => {
  const found = await findManaged(deps.db, guestId)
  if (found === null) return null
  const { event, calendar, ...guest } = found
  const isOpen = calendar.visibility === 'PUBLIC' && event.visibility !== 'PRIVATE'
  return {
    mail,
    guest,
    event,
    calendar,
    manageUrl: await manageUrlOf(guestId, deps),
    eventUrl: isOpen ? siteUrlOf(deps.config, 'e', event.slug) : null,
  }
}

const QR_PIXELS = 444

const codeOf = async ({ guest: { guest } }: AboutGuest): Promise<MailAttachment> => ({
  filename: 'code.png',
  type: 'image/png',
  content: await renderQrPng(guest.qrCode, { size: QR_PIXELS }),
  contentId: QR_CONTENT_ID,
})

/** The event for agendas, under the UID and in the version of the feed; guests get the address that is for them. */
const entryOf = ({ event, calendar }: AboutGuest, isGuest: boolean, deps: Deps): MailAttachment => ({
  filename: `${event.slug}.ics`,
  type: 'text/calendar; charset=utf-8',
  content: calendarFile(
    { ...calendar, url: siteUrlOf(deps.config, 'c', calendar.slug) },
    [isGuest ? { ...event, locationVisibility: 'PUBLIC' } : event],
    fileSettingsOf(deps.config),
  ),
})

const toGuest = async (mail: MailRow, guestId: string, deps: Deps): Promise<MailMessage | null> => {
  const letter = guestLetters[mail.kind]
  const about = await aboutGuest(mail, guestId, deps)
  if (letter === undefined || about === null || about.guest.guest.erasedAt !== null) return null
  const { status, email } = about.guest.guest
  const isTrue = letter.statuses === 'any' || letter.statuses.includes(status)
  // A corrected address has mail of its own; the wrong one must not get the code.
  if (!isTrue || email !== mail.recipient) return null
  const written = letter.write(about)
  const isGuest = status === 'CONFIRMED' || status === 'CHECKED_IN'
  const attachments = [
    ...(written.picture === undefined ? [] : [await codeOf(about)]),
    ...(letter.carriesEntry === 'always' || (letter.carriesEntry === 'toGuests' && isGuest)
      ? [entryOf(about, isGuest, deps)]
      : []),
  ]
  return messageOf(mail, written, attachments, deps)
}

/** Makes the mail from the rows as they are now; null when there is nothing true left to say. */
export const compose = async (mail: MailRow, deps: Deps): Promise<MailMessage | null> => {
  if (mail.kind in guestLetters) return mail.guestId === null ? null : toGuest(mail, mail.guestId, deps)
  const writeOther = otherLetters[mail.kind]
  if (writeOther !== undefined) {
    const about = mail.guestId === null ? null : await aboutGuest(mail, mail.guestId, deps)
    const written = await writeOther(mail, about, deps)
    const code = about === null || written?.picture === undefined ? [] : [await codeOf(about)]
    return written === null ? null : messageOf(mail, written, code, deps)
  }
  const write = exportLetters[mail.kind]
  if (write === undefined) throw new Error(`nobody knows how to write a mail of the kind '${mail.kind}'`)
  const written = await write(mail, deps)
  return written === null ? null : messageOf(mail, written, [], deps)
}
