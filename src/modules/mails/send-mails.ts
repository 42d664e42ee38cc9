import type { Deps } from '../../deps.ts'
import { untilWritten } from '../../db/outbox.ts'
import type { MailRow } from '../../db/rows.ts'
import { describeError } from '../../kernel/log.ts'
import { MailRefusal } from '../../kernel/mail-refusal.ts'
import { HOUR_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { compose } from './compose.ts'
import { claimMails, countMail, mailOutbox, settleMail, type Settled } from './mails.store.ts'
import { openVerification } from '../seats/index.ts'

const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]

/** Returns when to try again after this many `attempts`, or null if no attempts are left. */
export const retryAfter = (attempts: number, now: Instant): Instant | null => {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : now + delay
}

/** The answer of the recipient's mail server, for the organiser. */
const MAX_SAID = 200

const afterFailure = (mail: MailRow, error: unknown, now: Instant): Settled => {
  const said = error instanceof Error ? error.message : String(error)
  if (!(error instanceof MailRefusal)) {
    const nextAttemptAt = retryAfter(mail.attempts, now)
    return {
      status: nextAttemptAt === null ? 'failed' : 'retrying',
      error: said.slice(0, 500),
      sentAt: null,
      nextAttemptAt,
    }
  }
  if (error.retryAfterMs === null)
    return { status: 'failed', error: said.slice(0, MAX_SAID), sentAt: null, nextAttemptAt: null }
  return {
    status: mail.status,
    error: said.slice(0, MAX_SAID),
    sentAt: null,
    nextAttemptAt: now + error.retryAfterMs,
    attempts: mail.attempts - 1,
  }
}

const attempt = async (mail: MailRow, deps: Deps): Promise<Settled> => {
  try {
    const message = await compose(mail, deps)
    if (message === null) return { status: 'cancelled', error: null, sentAt: null, nextAttemptAt: null }
    const { keptUntil } =
      mail.isLimited && mail.countedAt === null ? await countMail(deps.db, mail, deps.clock()) : { keptUntil: null }
    // `countMail` held the email back, so this does not count as an attempt. The email is sent when the limit allows.
    if (keptUntil !== null)
      return { status: mail.status, error: null, sentAt: null, nextAttemptAt: keptUntil, attempts: mail.attempts - 1 }
    if (mail.kind === 'verification') await openVerification(deps.db, String(mail.data.verificationId), deps.clock())
    await deps.mailer.send(message)
    return { status: 'sent', error: null, sentAt: deps.clock(), nextAttemptAt: null }
  } catch (error) {
    const settled = afterFailure(mail, error, deps.clock())
    deps.log[settled.nextAttemptAt === null ? 'error' : 'warn']('a mail could not be sent', {
      id: mail.id,
      kind: mail.kind,
      attempts: mail.attempts,
      ...describeError(error),
    })
    return settled
  }
}

/** A queue can delay a message by at most 12 hours. Emails that are due later than that are found by the sweep. */
const MAX_QUEUE_DELAY_MS = 12 * HOUR_MS

const sendOne = async (mail: MailRow, deps: Deps) => {
  const settled = await attempt(mail, deps)
  // Repeats the write until it succeeds: an email sent without a record would be sent again.
  const [kept] = await untilWritten(() => settleMail(deps.db, mail, settled))
  const at = kept?.nextAttemptAt ?? null
  if (at !== null && at - deps.clock() <= MAX_QUEUE_DELAY_MS) mailOutbox.tellOf([{ id: mail.id, at }], deps)
}

/** Sends the due emails in a batch from the queue `mails`. */
export const sendDue = async (ids: string[], deps: Deps) => {
  const claimed = await claimMails(deps.db, ids, deps.clock())
  await Promise.all(claimed.map((mail) => sendOne(mail, deps)))
}
