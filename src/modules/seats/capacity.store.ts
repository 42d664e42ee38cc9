import { sql } from 'drizzle-orm'
import { MINUTE_MS, type Instant } from '../../kernel/time.ts'
import type { PayBy } from '../../kernel/vocabulary.ts'

/**
 * One change to an event's guests within a commit: a registration, a promotion or a departure. Its id is stored in
 * `guests.move_id` of every guest it touches, so later statements of the batch can find them.
 */
export interface Move {
  moveId: string
  now: Instant
  payBy: PayBy
}

/**
 * When registration for event `e` closes, both for newcomers and for answers to offers: at `registration_closes_at` or
 * `end_at`, whichever comes first.
 */
export const registrationClosesAt = sql.raw(`min(coalesce(e.registration_closes_at, e.end_at), e.end_at)`)

/** An offer made shortly before the start, or after it, can be answered for at least 30 minutes. */
const LEAST_OFFER_MS = 30 * MINUTE_MS

/** The latest time until which an offer at event `e` may last: the start, or the end of registration if earlier. */
export const latestOfferEnd = (now: Instant) =>
  sql`min(${registrationClosesAt}, max(e.start_at, ${now + LEAST_OFFER_MS}))`

/**
 * True while event `e` promotes `WAITLISTED` guests: until `end_at` in mode `AUTOMATIC`, and until registration closes
 * in mode `OFFERS`.
 */
export const awaitsPromotion = (now: Instant) =>
  sql`(e.status = 'PUBLISHED' and e.end_at > ${now} and (e.waitlist_mode = 'AUTOMATIC' or ${registrationClosesAt} > ${now}))`
