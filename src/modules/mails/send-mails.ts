import type { Deps } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { describeError } from '../../kernel/log.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import { compose } from './compose.ts'
import { claimMails, listDueMails, settleMail, type Settled } from './mails.store.ts'

/** Outlasts an attempt; what a crash leaves behind is free again soon after. */
const LEASE_MS = 18 * SECOND_MS
const WRITE_TRIES = 3

const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]

/** When the next attempt is due after so many; null when there is none left. */
export const retryAfter = (attempts: number, now: Instant): Instant | null => {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : now + delay
}

const attempt = async (mail: MailRow, deps: Deps): Promise<Settled> => {
  try {
    const message = await compose(mail, deps)
    if (message === null) return { status: 'cancelled', error: null, sentAt: null, nextAttemptAt: null }
    await deps.mailer.send(message)
    return { status: 'sent', error: null, sentAt: deps.clock(), nextAttemptAt: null }
  } catch (error) {
    const nextAttemptAt = retryAfter(mail.attempts, deps.clock())
    deps.log[nextAttemptAt === null ? 'error' : 'warn']('a mail could not be sent', {
      id: mail.id,
      kind: mail.kind,
      attempts: mail.attempts,
      ...describeError(error),
    })
    const said = error instanceof Error ? error.message : String(error)
    return {
      status: nextAttemptAt === null ? 'failed' : 'retrying',
      error: said.slice(0, 500),
      sentAt: null,
      nextAttemptAt,
    }
  }
}

const settle = async (mail: MailRow, settled: Settled, deps: Deps) => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await settleMail(deps.db, mail, settled)
    } catch (error) {
      // Once more: a mail that was sent and is not known to be would be sent again.
      if (tried === WRITE_TRIES) throw error
    }
  }
}

const sendOne = async (mail: MailRow, deps: Deps) => {
  const settled = await attempt(mail, deps)
  await settle(mail, settled, deps)
  if (settled.nextAttemptAt !== null) {
    const inSeconds = Math.max(1, Math.ceil((settled.nextAttemptAt - deps.clock()) / SECOND_MS))
    deps.tell({ mails: [{ id: mail.id, inSeconds }] })
  }
}

/** What the queue `mails` wakes. */
export const sendDue = async (ids: string[], deps: Deps) => {
  const now = deps.clock()
  const claimed = await claimMails(deps.db, ids, now, now + LEASE_MS)
  await Promise.all(claimed.map((mail) => sendOne(mail, deps)))
}

/** A little further than the next sweep, so that nothing falls between two. */
const AHEAD_MS = MINUTE_MS + 5 * SECOND_MS
const MOST_RUNG = 2_000

/** Rings again for all that is due before the next sweep, or left behind by a crash. */
export const sweepMails = async (deps: Deps) => {
  const now = deps.clock()
  const due = await listDueMails(deps.db, now + AHEAD_MS, MOST_RUNG)
  const waitOf = (at: Instant | null) => Math.max(0, Math.ceil(((at ?? now) - now) / SECOND_MS))
  deps.tell({
    mails: due.map(({ id, nextAttemptAt, leaseUntil }) => ({
      id,
      inSeconds: Math.max(waitOf(nextAttemptAt), waitOf(leaseUntil)),
    })),
  })
}
