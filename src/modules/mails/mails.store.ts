import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { outboxOf } from '../../db/outbox.ts'
import type { MailRow } from '../../db/rows.ts'
import { mails } from '../../db/schema.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

export const mailOutbox = outboxOf({
  queue: 'mails',
  table: mails,
  waiting: ['pending', 'retrying'],
  dueAt: mails.nextAttemptAt,
})

export const claimMails = (db: Database, ids: string[], now: Instant) =>
  rowsFrom(db, mailOutbox.claim(db, ids, now, { attempts: sql`${mails.attempts} + 1` }))

export type Settled = Pick<MailRow, 'status' | 'error' | 'sentAt' | 'nextAttemptAt'>

/** A mail that was cancelled while it was under way, because its guest was erased, is not tried again. */
export const settleMail = (db: Database, mail: MailRow, settled: Settled) =>
  rowsFrom(db, mailOutbox.settle(db, mail, settled, mailOutbox.isWaiting))
