import type { MailMessage } from '../deps.ts'
import { base64, utf8 } from '../kernel/crypto.ts'
import type { Books } from './books.ts'

interface PictureRow extends Record<string, SqlStorageValue> {
  content_id: string
  type: string
  bytes: ArrayBuffer
}

/** All emails of an event show the same poster, so it is stored once. QR codes are stored per email. */
const POSTER = 'poster'
const ownerOf = (contentId: string, mailId: string, eventId: string | null) =>
  contentId === POSTER ? (eventId ?? mailId) : mailId

export const keepPictures = (books: Books, { id, attachments }: MailMessage, eventId: string | null) => {
  for (const { contentId, type, content } of attachments) {
    if (contentId === undefined) continue
    const bytes = typeof content === 'string' ? utf8(content) : content
    books.run(
      'insert or replace into sandbox_pictures values (?, ?, ?, ?)',
      ownerOf(contentId, id, eventId),
      contentId,
      type,
      bytes.slice().buffer,
    )
  }
}

/** Replaces `cid:` images with data URLs, because a page has no attachments. */
export const withPictures = (books: Books, html: string, of: { id: string; eventId: string | null }) =>
  books
    .rows<PictureRow>(
      'select content_id, type, bytes from sandbox_pictures where owner = ? or (owner = ? and content_id = ?)',
      of.id,
      of.eventId,
      POSTER,
    )
    .reduce(
      (page, { content_id: contentId, type, bytes }) =>
        page.replaceAll(`"cid:${contentId}"`, `"data:${type};base64,${base64(new Uint8Array(bytes))}"`),
      html,
    )

/** Replaces guests' QR codes with one picture, because the codes don't come from the seed. */
export const withSampleCode = (html: string, png: Uint8Array<ArrayBuffer>) =>
  html.replaceAll(/"cid:(?:qr-)?code(?:-\d+)?"/g, () => `"data:image/png;base64,${base64(png)}"`)
