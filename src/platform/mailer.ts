import { EmailMessage } from 'cloudflare:email'
import type { MailAttachment, Mailer, MailMessage } from '../deps.ts'
import { MailRefusal } from '../kernel/mail-refusal.ts'
import type { Env } from './env.ts'
import { rawMail, type Sender } from './raw-mail.ts'

/** Parses `Name <address>` or a bare address. */
const senderOf = (text: string): Sender => {
  const [, name = '', email = text.trim()] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return { name, email }
}

const attachmentOf = ({ content, filename, type, contentId }: MailAttachment): EmailAttachment =>
  contentId === undefined
    ? { disposition: 'attachment', filename, type, content }
    : { disposition: 'inline', contentId, filename, type, content }

const TIMEOUT_MS = 10_000

/**
 * Times out before the lease on the email (`LEASE_MS`, 18 s) expires. Otherwise the sweep could send the email again
 * while this attempt is still hanging.
 */
const withTimeout = async <Result>(work: Promise<Result>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the email service did not answer in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, timeout])
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

/** Adds the raw message to its parts, because on a single machine emails are not sent but stored for reading. */
const storedMessage = (message: MailMessage, raw: string, env: Env) => {
  const { attachments, ...parts } = partsOf(message, env)
  const { invite } = message
  const file =
    invite === undefined ? [] : [{ filename: invite.filename, type: 'application/ics', content: invite.text }]
  return { ...parts, attachments: [...attachments, ...file.map(attachmentOf)], raw }
}

/** What the host process on a single machine returns from `send` when `SMTP_URL` is set. */
type SmtpAnswer = { sent: string } | { later: string; afterMs: number } | { refused: string } | { failed: string }

const sendBySmtp = async (message: MailMessage, env: Env) => {
  const sender = senderOf(env.MAIL_FROM)
  const email = { from: sender.email, to: message.to, raw: rawMail(message, sender) }
  const answer = (await env.EMAIL.send(email as never)) as unknown as SmtpAnswer
  if ('later' in answer) throw new MailRefusal(answer.later, answer.afterMs)
  if ('refused' in answer) throw new MailRefusal(answer.refused, null)
  if ('failed' in answer) throw new Error(answer.failed)
}

const sendRaw = (message: MailMessage, env: Env) => {
  const sender = senderOf(env.MAIL_FROM)
  const raw = rawMail(message, sender)
  return env.TOPOLOGY === 'single'
    ? env.EMAIL.send(storedMessage(message, raw, env))
    : env.EMAIL.send(new EmailMessage(sender.email, message.to, raw))
}

/**
 * Sends through Cloudflare's email binding. Its builder sets the Message-ID itself and rejects messages that already
 * have one, so `X-Entity-Ref-ID` carries the stable id. Local development sets both. The builder can't add an invite
 * either, so messages with an `invite` are sent as raw MIME.
 */
export const createMailer = (env: Env): Mailer => ({
  async send(message) {
    if (env.MAIL_BY_SMTP === 'true') return withTimeout(sendBySmtp(message, env))
    await withTimeout(message.invite === undefined ? env.EMAIL.send(partsOf(message, env)) : sendRaw(message, env))
  },
})
