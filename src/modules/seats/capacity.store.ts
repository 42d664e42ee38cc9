import { sql } from 'drizzle-orm'
import type { Instant } from '../../kernel/time.ts'

export interface Move {
  moveId: string
  now: Instant
  /** How orders that the move opens are to be paid. */
  payBy: 'OFFLINE' | 'STRIPE'
}

/** When nobody can register for event `e` any more, nor take what is offered. */
export const registrationClosesAt = sql.raw(`min(coalesce(e.registration_closes_at, e.end_at), e.end_at)`)

/** Whether whoever waits may be given a place, or offered one. */
export const awaitsPromotion = (now: Instant) =>
  sql`(e.status = 'PUBLISHED' and e.end_at > ${now} and (e.waitlist_mode = 'AUTOMATIC' or ${registrationClosesAt} > ${now}))`
