import type { MailMessage } from '../deps.ts'
import { iso } from '../kernel/time.ts'
import type { Books } from './books.ts'
import { withPictures } from './pictures.ts'

interface MailRow extends Record<string, SqlStorageValue> {
  id: string
  at: number
  kind: string
  recipient: string
  message: string
}

type Captured = Omit<MailMessage, 'attachments'> & {
  guestId: string | null
  eventId: string | null
  attachments: { filename: string; type: string; contentId?: string }[]
}

const captured = (row: MailRow) => {
  const message = JSON.parse(row.message) as Captured
  const { id, kind, recipient: to } = row
  return { message, summary: { id, at: iso(row.at), kind, to, subject: message.subject, guestId: message.guestId } }
}

export const listMails = (books: Books, { to = '', kind = '', limit }: { to?: string; kind?: string; limit: number }) =>
  books
    .rows<MailRow>(
      `select * from sandbox_mails where (? = '' or recipient = ?) and (? = '' or kind = ?) order by at desc, rowid desc limit ?`,
      to,
      to,
      kind,
      kind,
      limit,
    )
    .map((row) => captured(row).summary)

const LINK = /<a\b[^>]*\bhref="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The links that a guest can click, in order. */
export const linksIn = (html: string) =>
  [...html.matchAll(LINK)].map(([, url = '', text = '']) => ({ url: url.replaceAll('&amp;', '&'), text: plain(text) }))

export const readCapturedMail = (books: Books, id: string) => {
  const [row] = books.rows<MailRow>('select * from sandbox_mails where id = ?', id)
  if (row === undefined) return null
  const { message, summary } = captured(row)
  const { text, headers, attachments, invite, eventId } = message
  const html = withPictures(books, message.html, { id, eventId })
  return { ...summary, html, text, headers, attachments, invite: invite?.text ?? null, links: linksIn(html) }
}
