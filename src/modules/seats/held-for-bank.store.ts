import { sql } from 'drizzle-orm'
import { unless } from '../../db/guard.ts'
import { statement } from '../../db/statement.ts'

/**
 * Guest `guest` of a party whose payment the bank is confirming, together with other members who keep their seats. The
 * amount on its way can't change, so such a guest can't leave alone.
 */
const isHeldAs = (guest: string) =>
  sql.raw(`exists (
  select 1 from order_seats s join orders o on o.id = s.order_id and o.status = 'PENDING'
    join order_terms t on t.order_id = o.id and t.payment_state = 'PROCESSING'
    join order_seats r on r.order_id = o.id and r.guest_id <> s.guest_id
    join guests m on m.id = r.guest_id and m.order_id = o.id and m.holds_seat = 1
  where s.guest_id = ${guest}.id and ${guest}.order_id = o.id and ${guest}.holds_seat = 1)`)

export const isNotHeldForBank = sql`not ${isHeldAs('guests')}`

export const mayLeaveParty = unless('payment_processing', sql`not ${isHeldAs('g')}`)

/** Selects the guest if their payment holds them in the party. */
export const heldForBank = (guestId: string) =>
  statement<{ id: string }>(sql`select id from guests where id = ${guestId} and ${isHeldAs('guests')}`)
