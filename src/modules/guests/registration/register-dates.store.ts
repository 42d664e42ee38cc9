import { sql } from 'drizzle-orm'
import type { OutgoingMail } from '../../../db/outgoing.ts'
import { inList, statement } from '../../../db/statement.ts'
import { mailOfMove } from '../../seats/index.ts'

/**
 * Joins the guests of several dates into one party. If a guest is missing or has an order to pay, sets `move_id` to
 * null. This violates NOT NULL and makes the whole batch fail.
 */
export const joinAsParty = (partyId: string, moveIds: readonly string[]) => {
  const made = inList(moveIds)
  return statement(sql`
    update guests set party_id = ${partyId}, move_id = case
      when (select count(*) from guests g where g.move_id in ${made}) = ${moveIds.length} and not exists (
        select 1 from guests g join orders o on o.id = g.order_id where g.move_id in ${made} and o.total > 0) then move_id end
    where move_id in ${made}`)
}

/** One email that lists all dates in order, for guests that the moves inserted or, if they were `INVITED`, updated. */
export const mailOfParty = (partyId: string, moveIds: readonly string[]): OutgoingMail => {
  const moves = JSON.stringify(moveIds)
  return {
    kind: 'registrations',
    cause: `registrations:${partyId}`,
    where: sql`g.move_id = (${moves} ->> 0)`,
    data: sql`(select json_object('guestIds', json_group_array(id)) from (
      select m.id from json_each(${moves}) j join guests m on m.move_id = j.value order by j.key))`,
  }
}

/** Emails each confirmed date separately as well, because a calendar app accepts only one entry per email. */
export const mailsOfDates = (moveIds: readonly string[]): OutgoingMail[] =>
  moveIds.map((moveId) => mailOfMove({ CONFIRMED: 'confirmation' }, moveId))
