import type { MailRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { moneyOf } from '../../kernel/money.ts'
import { findCommunication, isUnsubscribed, unsubscribeUrlOf } from '../communications/index.ts'
import { findRefund } from '../orders/index.ts'
import { whenOf } from './event-facts.ts'
import type { Letter } from './layout.ts'
import { base, hello, pictureOf, type AboutGuest } from './letters.ts'

type Writer = (mail: MailRow, about: AboutGuest | null, deps: Deps) => Promise<Letter | null>

const communication: Writer = async (mail, about, deps) => {
  const { erasedAt, email } = about?.guest.guest ?? {}
  const row = await findCommunication(deps.db, mail.cause.split(':')[0] ?? '')
  if (row === null || about === null || erasedAt !== null || email !== mail.recipient) return null
  // Who has unsubscribed since the letter was begun gets it no more.
  if (await isUnsubscribed(deps.db, mail.calendarId, mail.recipient)) return null
  const isIn = about.guest.guest.status === 'CONFIRMED' || about.guest.guest.status === 'CHECKED_IN'
  const isReminder = row.kind === 'REMINDER'
  const { facts, ...rest } = base(about, isIn)
  return {
    ...rest,
    subject: row.subject,
    preview: isReminder ? (whenOf(about.event, about.calendar.timezone).split('\n')[0] ?? '') : about.event.title,
    heading: isReminder ? about.event.title : row.subject,
    paragraphs: [hello(about), ...(isReminder && row.body === '' ? ['This is a reminder of what is ahead.'] : [])],
    markdown: row.body,
    ...(isReminder ? { facts } : {}),
    ...(isReminder && isIn ? { picture: pictureOf(about) } : {}),
    unsubscribeUrl: await unsubscribeUrlOf(about.guest.guest.id, deps),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const refund: Writer = async (mail, about, deps) => {
  const known = await findRefund(deps.db, textOf(mail.data.refundId))
  if (known === null || known.order.buyerEmail !== mail.recipient) return null
  const { refund: made, order } = known
  const title = about?.event.title ?? order.ticketName
  const amount = moneyOf(made.amount, made.currency)
  return {
    subject: `Your refund of ${amount}: ${title}`,
    preview: `Order ${order.number}`,
    heading: title,
    paragraphs: [
      order.buyerFirstName.trim() === '' ? 'Hello,' : `Hello ${order.buyerFirstName.trim()},`,
      order.provider === 'STRIPE'
        ? `${amount} of your order ${order.number} go back the way you paid. Banks take some days for it.`
        : `${amount} of your order ${order.number} are refunded. The organiser pays them out to you.`,
      ...(made.reason === null ? [] : [`The reason: ${made.reason}`]),
    ],
    footer: `You get this because you ordered “${order.ticketName}”.`,
  }
}

/** Mails that do not follow from where a guest stands alone. */
export const otherLetters: Readonly<Record<string, Writer>> = {
  announcement: communication,
  reminder: communication,
  refund,
}
