import type { Deps, MailAttachment, MailInvite, MailMessage } from '../../deps.ts'
import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import { hueOf } from '../../presentation/accent.ts'
import { posterOf } from '../../presentation/poster.ts'
import { smallPosterPng } from '../../presentation/poster-png.ts'
import type { Language } from '../../words/words.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { timesOf } from '../events/index.ts'
import { codeFile } from './code-file.ts'
import type { AboutGuest } from './about-guest.ts'
import { htmlOf } from './layout.tsx'
import { plainText, type Letter } from './letter.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** RFC 8058: email clients unsubscribe with a single POST request. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const POSTER_ID = 'poster'

/**
 * Attaches the generated poster if the email shows one. If the event has its own cover, email clients load it from its
 * URL.
 */
const posterIn = async (
  { pass }: Letter,
  { event, ownTitle: title }: MailFrame,
  hue: number,
): Promise<MailAttachment[]> =>
  pass === undefined || pass.coverUrl !== null || event === null || title === undefined
    ? []
    : [
        {
          filename: 'poster.png',
          type: 'image/png',
          content: await smallPosterPng(posterOf({ ...event, title, ...timesOf(event) }, hue)),
          contentId: POSTER_ID,
        },
      ]

export interface MailFrame {
  calendar: CalendarRow
  event: EventRow | null
  ownTitle?: string
  language: Language
}

export const composeMail = async (
  mail: MailRow,
  letter: Letter,
  frame: MailFrame,
  { files, invite = null }: { files: MailAttachment[]; invite?: MailInvite | null },
  { config }: Deps,
): Promise<MailMessage> => {
  const { calendar, event, language } = frame
  const hue = event?.accent ?? calendar.accent ?? hueOf(calendar.slug)
  const isOpen = calendar.visibility === 'PUBLIC'
  const url = isOpen ? siteUrlOf(config, 'c', calendar.slug) : null
  const theme = { calendar: { ...calendar, url }, hue, language, posterId: POSTER_ID }
  return {
    id: mail.id,
    messageId: `<${mail.id}@${config.icsDomain}>`,
    to: mail.recipient,
    subject: oneLine(letter.subject).slice(0, 200),
    html: await htmlOf(letter, theme),
    text: plainText(letter, theme),
    headers: unsubscribeHeaders(letter),
    attachments: [...files, ...(await posterIn(letter, frame, hue))],
    causedAt: mail.createdAt,
    ...(invite === null ? {} : { invite }),
  }
}

export const codeAttachment = async ({ picture }: Letter, about: AboutGuest | null): Promise<MailAttachment[]> =>
  picture === undefined || about === null
    ? []
    : [await codeFile(picture.contentId, picture.encodes ?? about.guest.guest.qrCode)]
