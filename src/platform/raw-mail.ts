import type { MailAttachment, MailMessage } from '../deps.ts'
import { base64, utf8 } from '../kernel/crypto.ts'

/**
 * A mail as it travels (RFC 5322, 2045, 6047), for what the platform's own builder cannot say: an invite beside text and
 * HTML, where calendar programs look for it, and once more as a file for those that look there. The same mail is the same
 * bytes on every attempt and on every platform.
 */

const CRLF = '\r\n'
const IN_LINE = 76

export interface Sender {
  name: string
  email: string
}

const PLAIN = /^[\u0020-\u007e]*$/
const MAX_ENCODED_WORD_OCTETS = 45

/** Text in a header: in encoded words where it is more than plain letters, none of which tears a letter. */
const words = (text: string) => {
  const line = text.toWellFormed().replaceAll(/\s+/g, ' ')
  if (PLAIN.test(line) && !line.includes('=?') && line.length < IN_LINE) return line
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

/** What people are called is quoted, so that nothing in it ends the name. */
const mailbox = ({ name, email }: Sender) => {
  if (name === '') return email
  const encoded = words(name)
  return `${encoded === name ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encoded} <${email}>`
}

const inLines = (bytes: Uint8Array) => base64(bytes).replaceAll(/.{1,76}/g, `$&${CRLF}`)

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (at: number) => {
  const date = new Date(at)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} +0000`
}

const asBytes = (content: string | Uint8Array) => (typeof content === 'string' ? utf8(content) : content)

const leaf = (type: string, content: string | Uint8Array, headers: string[] = []) =>
  [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers, '', inLines(asBytes(content))].join(CRLF)

const branch = (kind: string, boundary: string, parts: readonly string[]) =>
  [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.map((part) => `--${boundary}${CRLF}${part}`),
    `--${boundary}--`,
    '',
  ].join(CRLF)

const quoted = (text: string) => `"${text.replaceAll(/[^\w .()-]/g, '_')}"`

const attached = ({ type, content, filename, contentId }: MailAttachment) =>
  leaf(`${type}; name=${quoted(filename)}`, content, [
    `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}; filename=${quoted(filename)}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
  ])

/** How many ways there are to show what the mail says, the plainest first. */
const alternatives = ({ id, text, html, attachments, invite }: MailMessage) => {
  const shown = attachments.filter(({ contentId }) => contentId !== undefined)
  const page = leaf('text/html; charset=utf-8', html)
  return branch('alternative', `alternative_${id}`, [
    leaf('text/plain; charset=utf-8', text),
    shown.length === 0 ? page : branch('related', `related_${id}`, [page, ...shown.map(attached)]),
    ...(invite === undefined ? [] : [leaf(`text/calendar; charset=utf-8; method=${invite.method}`, invite.text)]),
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
    `Subject: ${words(subject)}`,
    `Date: ${dateOf(causedAt)}`,
    `Message-ID: ${messageId}`,
    `X-Entity-Ref-ID: ${id}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    branch('mixed', `mixed_${id}`, [alternatives(mail), ...files.map(attached)]),
  ].join(CRLF)
}
