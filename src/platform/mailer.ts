import { EmailMessage } from 'cloudflare:email'
import type { MailAttachment, Mailer, MailMessage } from '../deps.ts'
import type { Env } from './env.ts'
import { rawMail, type Sender } from './raw-mail.ts'

/** `Name <address>`, or the address alone. */
const senderOf = (text: string): Sender => {
  const [, name = '', email = text.trim()] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return { name, email }
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
    timer = setTimeout(() => reject(new Error('the email service did not answer in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

const partsOf = ({ id, messageId, to, subject, html, text, headers, attachments }: MailMessage, env: Env) => {
  const { name, email } = senderOf(env.MAIL_FROM)
  const isPlatform = env.ENVIRONMENT !== 'local'
  return {
    from: name === '' ? email : { name, email },
    to,
    subject,
    html,
    text,
    headers: { ...headers, 'X-Entity-Ref-ID': id, ...(isPlatform ? {} : { 'Message-ID': messageId }) },
    attachments: attachments.map(attachmentOf),
  }
}

/** On one machine a mail is written and not sent: its bytes as they would travel, and its parts for whoever reads it there. */
const written = (message: MailMessage, raw: string, env: Env) => {
  const { attachments, ...parts } = partsOf(message, env)
  const { invite } = message
  const file =
    invite === undefined ? [] : [{ filename: invite.filename, type: 'application/ics', content: invite.text }]
  return { ...parts, attachments: [...attachments, ...file.map(attachmentOf)], raw }
}

const sendRaw = (message: MailMessage, env: Env) => {
  const sender = senderOf(env.MAIL_FROM)
  const raw = rawMail(message, sender)
  return env.TOPOLOGY === 'single'
    ? env.EMAIL.send(written(message, raw, env))
    : env.EMAIL.send(new EmailMessage(sender.email, message.to, raw))
}

/**
 * Cloudflare's e-mail binding. Its builder writes the Message-ID itself and refuses a mail that brings its own, so the
 * stable name of a mail travels in `X-Entity-Ref-ID` there, and in both where nobody minds. The builder cannot carry an
 * invite either: such a mail is sent as its bytes.
 */
export const createMailer = (env: Env): Mailer => ({
  async send(message) {
    await withinPatience(message.invite === undefined ? env.EMAIL.send(partsOf(message, env)) : sendRaw(message, env))
  },
})
