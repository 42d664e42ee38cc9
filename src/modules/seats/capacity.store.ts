import { sql } from 'drizzle-orm'
import type { Instant } from '../../kernel/time.ts'

export interface Move {
  moveId: string
  now: Instant
  /** Payment method of orders that the move opens. */
  payBy: 'OFFLINE' | 'STRIPE'
}

/**
 * When registration for event `e` closes, for newcomers and for offers: at `registration_closes_at` or `end_at`,
 * whichever comes first.
 */
export const registrationClosesAt = sql.raw(`min(coalesce(e.registration_closes_at, e.end_at), e.end_at)`)

/**
 * True while event `e` promotes `WAITLISTED` guests. In mode `AUTOMATIC` it does so until `end_at`, in mode `OFFERS`
 * until registration closes.
 */
export const awaitsPromotion = (now: Instant) =>
  sql`(e.status = 'PUBLISHED' and e.end_at > ${now} and (e.waitlist_mode = 'AUTOMATIC' or ${registrationClosesAt} > ${now}))`
