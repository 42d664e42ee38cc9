import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'

/** One row per key that a caller sent: who is at work on it, what came of it, and the answer that was given. */
export const idempotencyClaims = sqliteTable(
  'idempotency_claims',
  {
    /** Hash of credential, method, path and key. */
    id: text('id').primaryKey(),
    requestHash: text('request_hash').notNull(),
    /** The request at work. NOT NULL on purpose: a commit whose claim was taken over writes null here and so fails whole. */
    holder: text('holder').notNull(),
    claimedUntil: instant('claimed_until').notNull(),
    /** The id of what the request made, written in the same batch as the thing itself. */
    effectId: text('effect_id'),
    status: integer('status'),
    /** Empty where the answer told of somebody who was erased since: the request stays answered, its words are gone. */
    answerCipher: text('answer_cipher'),
    /** The event that the request was about, and whom its answer tells of: ids of guests and `usr_` ids. */
    eventId: text('event_id'),
    about: json<string[]>('about'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idempotency_claims_age').on(table.createdAt),
    index('idempotency_claims_event')
      .on(table.eventId)
      .where(sql`about is not null`),
  ],
)
