import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { changes, documents, idempotencyClaims, mails, postings, takenSlugs } from '../schema.ts'

/**
 * Data that the service keeps after it has erased an event, a calendar or an account. Add tables here that the law requires
 * to be kept: the service shows this list before an erasure.
 */
export const RETAINED: readonly {
  table: SQLiteTable
  kind: string
  what: string
  reason: string
  days: number | null
}[] = [
  {
    table: takenSlugs,
    kind: 'SLUGS',
    what: 'the slugs of calendars and events',
    reason: 'to keep saved links from leading to something else',
    days: null,
  },
  {
    table: documents,
    kind: 'DOCUMENTS',
    what: 'invoices and credit notes of an erased event',
    reason: 'because tax law requires the organiser to keep them until the date on each',
    days: null,
  },
  {
    table: postings,
    kind: 'POSTINGS',
    what: 'the movements of money of an erased event, without names',
    reason: 'to keep the books complete',
    days: null,
  },
  {
    table: changes,
    kind: 'CHANGE_FEED',
    what: 'change feed entries, with ids and no content',
    reason: 'to inform programs about the deletion',
    days: 30,
  },
  {
    table: idempotencyClaims,
    kind: 'RESPONSES',
    what: 'responses to requests with an Idempotency-Key, encrypted',
    reason: 'to execute a repeated request only once',
    days: 1,
  },
  {
    table: mails,
    kind: 'EMAIL_RECORDS',
    what: 'the record of emails to guests who were erased one by one, without address or content',
    reason: 'to send each email only once',
    days: 30,
  },
]
