import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns.ts'

/** One row per `Idempotency-Key`: the request that holds it, the effect of that request and the response. */
export const idempotencyClaims = sqliteTable(
  'idempotency_claims',
  {
    /** Hash of the credential, method, path and key. */
    id: text('id').primaryKey(),
    requestHash: text('request_hash').notNull(),
    /**
     * The request in progress. Deliberately NOT NULL: a commit whose claim was taken over writes null here, so its
     * whole batch fails.
     */
    holder: text('holder').notNull(),
    claimedUntil: instant('claimed_until').notNull(),
    /** Id of the object that the request created, written in the same batch as the object. */
    effectId: text('effect_id'),
    status: integer('status'),
    /** Empty if someone named in the response was erased later: the key remains used, but the text is deleted. */
    answerCipher: text('answer_cipher'),
    /** Event of the request, and the people in its response: guest ids and `usr_` ids. */
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
