import { sql, type SQLWrapper } from 'drizzle-orm'

/** Guests and orders that wait for the organiser. Every screen and `GET /me/attention` read these counts. */
export const waitingCounts = (eventId: SQLWrapper) => ({
  /** Guests who registered and need approval. They have no order and no seat yet. */
  approvals: sql`(select coalesce(sum(n.guests - n.seats), 0) from guest_counts n where n.event_id = ${eventId} and n.status = 'PENDING')`,
  /** Orders to pay. A party is one order. */
  unpaidOrders: sql`(select count(distinct w.order_id) from guests w where w.event_id = ${eventId} and w.shown_status = 'PENDING')`,
  /** Guests whose seats those orders hold. */
  unpaidGuests: sql`(select coalesce(sum(n.seats), 0) from guest_counts n where n.event_id = ${eventId} and n.status = 'PENDING')`,
})

export interface WaitingCounts {
  approvals: number
  unpaidOrders: number
  unpaidGuests: number
}
