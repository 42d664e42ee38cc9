import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { MailRow } from '../../db/rows.ts'
import { mails } from '../../db/schema.ts'
import type { Instant } from '../../kernel/time.ts'

const isWaiting = inArray(mails.status, ['pending', 'retrying'])
const isFree = (now: Instant) => or(isNull(mails.leaseUntil), lte(mails.leaseUntil, now))

/** Takes what is due and not at work anywhere else: however many bells ring for a row, one of them gets it. */
export const claimMails = (db: Database, ids: string[], now: Instant, leaseUntil: Instant) =>
  db
    .update(mails)
    .set({ leaseUntil, attempts: sql`${mails.attempts} + 1` })
    .where(
      and(
        sql`${mails.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        isWaiting,
        isFree(now),
        lte(mails.nextAttemptAt, now),
      ),
    )
    .returning()

export interface Settled {
  status: MailRow['status']
  error: string | null
  sentAt: Instant | null
  nextAttemptAt: Instant | null
}

/** Holds only for who still has the lease. */
export const settleMail = (db: Database, mail: MailRow, settled: Settled) =>
  db
    .update(mails)
    .set({ ...settled, leaseUntil: null })
    .where(and(eq(mails.id, mail.id), isWaiting, sql`${mails.leaseUntil} = ${mail.leaseUntil}`))

export const listDueMails = (db: Database, until: Instant, most: number) =>
  db
    .select({ id: mails.id, nextAttemptAt: mails.nextAttemptAt, leaseUntil: mails.leaseUntil })
    .from(mails)
    .where(and(isWaiting, lte(mails.nextAttemptAt, until)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(most)
