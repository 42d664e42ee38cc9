import { guestsRead } from '../../access/demands.ts'
import type { MailRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { both, listOf, operation } from '../../operation/operation.ts'
import { mailsOf } from './guest-table.store.ts'
import { GuestMail } from './guest-table.schema.ts'
import { viewOfGuest } from '../seats/index.ts'

const COMMUNICATION = /^(?:ann|rem)_[^:]+/

const toMail = (mail: MailRow) => ({
  id: mail.id,
  kind: mail.kind,
  communicationId: COMMUNICATION.exec(mail.cause)?.[0] ?? null,
  recipient: mail.recipient,
  status: mail.status,
  attempts: mail.attempts,
  error: mail.error,
  nextAttemptAt: isoOrNull(mail.nextAttemptAt),
  createdAt: iso(mail.createdAt),
  sentAt: isoOrNull(mail.sentAt),
})

export const listGuestMails = operation({
  id: 'guests.mails',
  summary: 'List a guest’s emails',
  description: 'Emails from the last 30 days with their delivery status, newest first.',
  routes: both('GET /events/:eventId/guests/:guestId/mails'),
  access: guestsRead,
  subject: 'event',
  answer: listOf(GuestMail),
  async run({ event, params: { guestId } }, deps) {
    const { guests, sent } = await inOneBatch(deps.db, {
      guests: viewOfGuest({ guestId, eventId: event.id }),
      sent: mailsOf(guestId),
    })
    if (guests.length === 0) throw notFound()
    return sent.map(toMail)
  },
})
