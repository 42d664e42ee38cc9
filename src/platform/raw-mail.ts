import type { MailAttachment, MailMessage } from '../deps.ts'
import { base64, utf8 } from '../kernel/crypto.ts'

/**
 * Builds raw MIME messages (RFC 5322, 2045, 6047) for invites, which Cloudflare's builder doesn't support. The invite
 * appears twice: as an alternative to text and HTML, and as an .ics attachment, because some calendar apps look in one
 * place and some in the other. The same email yields the same bytes on every attempt and platform.
 */

const CRLF = '\r\n'
const MAX_LINE_LENGTH = 76

export interface Sender {
  name: string
  email: string
}

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/
const MAX_ENCODED_WORD_OCTETS = 45

/**
 * Encodes a header value. Non-ASCII text becomes RFC 2047 encoded words, split between characters, never within one.
 */
const encodedHeader = (text: string) => {
  const line = text.toWellFormed().replaceAll(/\s+/g, ' ')
  if (PRINTABLE_ASCII.test(line) && !line.includes('=?') && line.length < MAX_LINE_LENGTH) return line
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    if (utf8(piece + letter).length > MAX_ENCODED_WORD_OCTETS) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece].map((each) => `=?utf-8?B?${base64(utf8(each))}?=`).join(`${CRLF} `)
}

/** Quotes the name, so that no character in it can end the name and inject an address. */
const mailbox = ({ name, email }: Sender) => {
  if (name === '') return email
  const encoded = encodedHeader(name)
  return `${encoded === name ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encoded} <${email}>`
}

const wrappedBase64 = (bytes: Uint8Array) => base64(bytes).replaceAll(/.{1,76}/g, `$&${CRLF}`)

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (at: number) => {
  const date = new Date(at)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} +0000`
}

const asBytes = (content: string | Uint8Array) => (typeof content === 'string' ? utf8(content) : content)

const mimePart = (type: string, content: string | Uint8Array, headers: string[] = []) =>
  [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers, '', wrappedBase64(asBytes(content))].join(
    CRLF,
  )

const multipart = (kind: string, boundary: string, parts: readonly string[]) =>
  [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.map((part) => `--${boundary}${CRLF}${part}`),
    `--${boundary}--`,
    '',
  ].join(CRLF)

const quoted = (text: string) => `"${text.replaceAll(/[^\w .()-]/g, '_')}"`

const attached = ({ type, content, filename, contentId }: MailAttachment) =>
  mimePart(`${type}; name=${quoted(filename)}`, content, [
    `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}; filename=${quoted(filename)}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
  ])

/** Builds the multipart/alternative body, plainest part first, as RFC 2046 requires. */
const alternatives = ({ id, text, html, attachments, invite }: MailMessage) => {
  const shown = attachments.filter(({ contentId }) => contentId !== undefined)
  const page = mimePart('text/html; charset=utf-8', html)
  return multipart('alternative', `alternative_${id}`, [
    mimePart('text/plain; charset=utf-8', text),
    shown.length === 0 ? page : multipart('related', `related_${id}`, [page, ...shown.map(attached)]),
    ...(invite === undefined ? [] : [mimePart(`text/calendar; charset=utf-8; method=${invite.method}`, invite.text)]),
  ])
}

export const rawMail = (mail: MailMessage, from: Sender) => {
  const { id, messageId, to, subject, headers, attachments, causedAt, invite } = mail
  const files = [
    ...attachments.filter(({ contentId }) => contentId === undefined),
    ...(invite === undefined ? [] : [{ filename: invite.filename, type: 'application/ics', content: invite.text }]),
  ]
  return [
    `From: ${mailbox(from)}`,
    `To: ${to}`,
    `Subject: ${encodedHeader(subject)}`,
    `Date: ${dateOf(causedAt)}`,
    `Message-ID: ${messageId}`,
    `X-Entity-Ref-ID: ${id}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    multipart('mixed', `mixed_${id}`, [alternatives(mail), ...files.map(attached)]),
  ].join(CRLF)
}
