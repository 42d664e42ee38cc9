import type { INVITE_ANSWERS } from '../kernel/vocabulary.ts'
import type { IncomingMail } from '../modules/invites/index.ts'
import type { Books } from './books.ts'

interface InviteRow extends Record<string, SqlStorageValue> {
  recipient: string
  text: string
}

/** Returns the newest invite sent to the guest, or null. */
const inviteTo = (books: Books, guestId: string) =>
  books.rows<InviteRow>(
    `select recipient, json_extract(message, '$.invite.text') as text from sandbox_mails
      where json_extract(message, '$.guestId') = ? and json_extract(message, '$.invite.text') is not null
      order by at desc, rowid desc limit 1`,
    guestId,
  )[0] ?? null

const SECOND_MS = 1_000
const stampOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/**
 * Each reply is dated a second after the last, even while the clock is frozen, because the service ignores a reply that
 * isn't newer.
 */
const nextStamp = (books: Books, now: number) => {
  const at = Math.max(now, (books.read<number>('replyAt') ?? 0) + SECOND_MS)
  books.keep('replyAt', at)
  return at
}

const propertyIn = (text: string, name: string) =>
  new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''

/**
 * Writes the email that a guest's calendar app sends when they answer the invite (RFC 5546), as it arrives from the
 * platform, which has authenticated the sender. Null if the guest got no invite.
 */
export const writeReply = (
  books: Books,
  guestId: string,
  answer: (typeof INVITE_ANSWERS)[number],
  now: number,
): IncomingMail | null => {
  const invite = inviteTo(books, guestId)
  if (invite === null) return null
  const text = invite.text.replaceAll(/\r?\n[ \t]/g, '')
  const to = propertyIn(text, 'ORGANIZER').replace(/^mailto:/i, '')
  const domain = invite.recipient.split('@').at(-1) ?? ''
  const raw = [
    `Authentication-Results: mx.cloudflare.net; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
    `From: <${invite.recipient}>`,
    `To: ${to}`,
    'Subject: Reply',
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=utf-8; method=REPLY',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${propertyIn(text, 'UID')}`,
    `DTSTAMP:${stampOf(nextStamp(books, now))}`,
    `SEQUENCE:${propertyIn(text, 'SEQUENCE') || '0'}`,
    `ATTENDEE;PARTSTAT=${answer}:mailto:${invite.recipient}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  return { to, raw }
}
