import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

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
    answerCipher: text('answer_cipher'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('idempotency_claims_age').on(table.createdAt)],
)
