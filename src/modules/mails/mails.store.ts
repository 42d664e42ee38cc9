import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { outboxOf } from '../../db/outbox.ts'
import type { MailRow } from '../../db/rows.ts'
import { mails } from '../../db/schema.ts'
import { inOneBatch, rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'

export const mailOutbox = outboxOf({
  queue: 'mails',
  table: mails,
  waiting: ['pending', 'retrying'],
  dueAt: mails.nextAttemptAt,
  calendarId: mails.calendarId,
})

export const claimMails = (db: Database, ids: string[], now: Instant) =>
  rowsFrom(db, mailOutbox.claim(db, ids, now, { attempts: sql`${mails.attempts} + 1` }))

export type Settled = Pick<MailRow, 'status' | 'error' | 'sentAt' | 'nextAttemptAt'> &
  Partial<Pick<MailRow, 'attempts'>>

/** If a guest was erased while their email was being sent, the email has been cancelled and is not retried. */
export const settleMail = (db: Database, mail: MailRow, settled: Settled) =>
  rowsFrom(db, mailOutbox.settle(db, mail, settled, mailOutbox.isWaiting))

/** How many emails per day anonymous callers may cause to one mailbox: of one kind from one calendar, and in total. */
const MAX_PER_KIND = 5
const MAX_IN_TOTAL = 20

/** Selects the counted emails to the same mailbox as `own`, from the 24 hours before `now`. */
const counted = (own: string, now: Instant) =>
  sql`mails c where c.inbox = ${sql.raw(own)}.inbox and c.counted_at > ${now - DAY_MS}`
const ofItsKind = (own: string) => sql.raw(`c.calendar_id = ${own}.calendar_id and c.kind = ${own}.kind`)

/**
 * Counts the email. If its mailbox has reached a limit, returns when the oldest email that counts is a day old. Several
 * concurrent senders could exceed the limit together, so the `update` itself checks it.
 */
export const countMail = async (
  db: Database,
  { id, leaseUntil }: MailRow,
  now: Instant,
): Promise<{ keptUntil: Instant | null }> => {
  const { taken, until } = await inOneBatch(db, {
    taken: statement(sql`
      update mails set counted_at = ${now} where id = ${id} and lease_until = ${leaseUntil}
        and (select count(*) from ${counted('mails', now)} and ${ofItsKind('mails')}) < ${MAX_PER_KIND}
        and (select count(*) from ${counted('mails', now)}) < ${MAX_IN_TOTAL}
      returning id`),
    until: statement<{ at: Instant }>(sql`
      select ${DAY_MS} + max(
        coalesce((select c.counted_at from ${counted('m', now)} and ${ofItsKind('m')}
          order by c.counted_at desc limit 1 offset ${MAX_PER_KIND - 1}), 0),
        coalesce((select c.counted_at from ${counted('m', now)} order by c.counted_at desc limit 1 offset ${MAX_IN_TOTAL - 1}), 0)) as at
      from mails m where m.id = ${id}`),
  })
  return { keptUntil: taken.length > 0 ? null : Math.max(until[0]?.at ?? 0, now + MINUTE_MS) }
}
