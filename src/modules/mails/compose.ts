import type { Deps, MailAttachment, MailMessage } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { isIn, isOpenToAll } from '../../kernel/visibility.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { renderQrPng } from '../checkins/index.ts'
import { asKnownTo } from '../events/index.ts'
import { calendarFile, fileHeadOf, fileSettingsOf } from '../feeds/index.ts'
import { findManaged, manageUrlOf } from '../guests/index.ts'
import { guestLetters, type AboutGuest } from './guest-letters.ts'
import { findLetter } from './letters.store.ts'
import { htmlOf, textOf, type Letter } from './layout.tsx'
import { eventLetters, otherLetters } from './other-letters.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** RFC 8058: the reader's program unsubscribes by one POST. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const messageOf = async (
  mail: MailRow,
  letter: Letter,
  attachments: MailAttachment[],
  { config }: Deps,
): Promise<MailMessage> => ({
  id: mail.id,
  messageId: `<${mail.id}@${config.icsDomain}>`,
  to: mail.recipient,
  subject: oneLine(letter.subject).slice(0, 200),
  html: await htmlOf(letter),
  text: textOf(letter),
  headers: unsubscribeHeaders(letter),
  attachments,
})

const aboutGuest = async (mail: MailRow, guestId: string, deps: Deps): Promise<AboutGuest | null> => {
  const found = await findManaged(deps.db, guestId)
  if (found === null) return null
  const { event, calendar, ...guest } = found
  return {
    mail,
    guest,
    event,
    calendar,
    manageUrl: await manageUrlOf(guest.guest, deps),
    eventUrl: isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'e', event.slug) : null,
  }
}

const QR_PIXELS = 444

/** The code, where the letter shows it. */
const codeIn = async ({ picture }: Letter, about: AboutGuest | null): Promise<MailAttachment[]> =>
  picture === undefined || about === null
    ? []
    : [
        {
          filename: 'code.png',
          type: 'image/png',
          content: await renderQrPng(about.guest.guest.qrCode, { size: QR_PIXELS }),
          contentId: picture.contentId,
        },
      ]

/** The event for agendas, under the UID and in the version of the feed; guests get the address that is for them. */
const entryOf = ({ event, calendar, guest: { guest } }: AboutGuest, deps: Deps): MailAttachment => ({
  filename: `${event.slug}.ics`,
  type: 'text/calendar; charset=utf-8',
  content: calendarFile(
    fileHeadOf(calendar, deps.config),
    [asKnownTo(guest.status, event)],
    fileSettingsOf(deps.config, calendar),
  ),
})

const letters = { ...guestLetters, ...eventLetters }

const toGuest = async (mail: MailRow, about: AboutGuest, deps: Deps): Promise<MailMessage | null> => {
  const letter = letters[mail.kind]
  const { status, email, erasedAt } = about.guest.guest
  if (letter === undefined || erasedAt !== null) return null
  const isTrue = letter.statuses === 'any' || letter.statuses.includes(status)
  // A corrected address has mail of its own; the wrong one must not get the code.
  if (!isTrue || email !== mail.recipient) return null
  const written = letter.write(about)
  const isCarried = letter.carriesEntry === 'always' || (letter.carriesEntry === 'toGuests' && isIn(status))
  return messageOf(
    mail,
    written,
    [...(await codeIn(written, about)), ...(isCarried ? [entryOf(about, deps)] : [])],
    deps,
  )
}

/** What is common to many mails is kept once, and is each one's. */
const withCommon = async (mail: MailRow, { db }: Deps): Promise<MailRow> => {
  const [cause = ''] = mail.cause.split(':')
  const letter = cause.startsWith('ltr_') ? await findLetter(db, cause) : null
  return letter === null ? mail : { ...mail, data: { ...letter.data, ...mail.data } }
}

/** Makes the mail from the rows as they are now; null when there is nothing true left to say. */
export const compose = async (row: MailRow, deps: Deps): Promise<MailMessage | null> => {
  const mail = await withCommon(row, deps)
  const about = mail.guestId === null ? null : await aboutGuest(mail, mail.guestId, deps)
  if (mail.kind in letters) return about === null ? null : toGuest(mail, about, deps)
  const write = otherLetters[mail.kind]
  if (write === undefined) throw new Error(`nobody knows how to write a mail of the kind '${mail.kind}'`)
  const written = await write(mail, about, deps)
  return written === null ? null : messageOf(mail, written, await codeIn(written, about), deps)
}
