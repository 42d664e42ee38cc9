import type { MailAttachment, Mailer } from '../deps.ts'
import type { Env } from './env.ts'

/** `Name <address>`, or the address alone. */
const senderOf = (text: string): string | { name: string; email: string } => {
  const [, name, email] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return name === undefined || email === undefined || name === '' ? (email ?? text) : { name, email }
}

const attachmentOf = ({ content, filename, type, contentId }: MailAttachment): EmailAttachment =>
  contentId === undefined
    ? { disposition: 'attachment', filename, type, content }
    : { disposition: 'inline', contentId, filename, type, content }

const PATIENCE_MS = 10_000

/** A mail service that hangs counts as one that failed, before the lease on the mail runs out. */
const withinPatience = async <Result>(work: Promise<Result>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail service did not answer in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Cloudflare's e-mail binding. The platform writes the Message-ID itself and refuses a mail that brings its own,
 * so the stable name of a mail travels in `X-Entity-Ref-ID` there, and in both where nobody minds.
 */
export const createMailer = (env: Env): Mailer => ({
  async send({ id, messageId, to, subject, html, text, headers, attachments }) {
    const isPlatform = env.ENVIRONMENT !== 'local'
    const sent = env.EMAIL.send({
      from: senderOf(env.MAIL_FROM),
      to,
      subject,
      html,
      text,
      headers: { ...headers, 'X-Entity-Ref-ID': id, ...(isPlatform ? {} : { 'Message-ID': messageId }) },
      attachments: attachments.map(attachmentOf),
    })
    await withinPatience(sent)
  },
})
