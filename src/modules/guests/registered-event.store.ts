import { sql } from 'drizzle-orm'
import type { DomainEvent } from '../../db/commit.ts'
import type { EventRow } from '../../db/rows.ts'

/** `guest.registered` of the guest whom the move made, in the words of the published contract. */
export const guestRegistered = (event: EventRow, moveId: string): DomainEvent => {
  const registered = sql`g.move_id = ${moveId} and g.status in ('CONFIRMED', 'PENDING', 'WAITLISTED')`
  return {
    type: 'guest.registered',
    eventId: event.id,
    data: sql`(select json_object('eventId', ${event.id}, 'eventSlug', ${event.slug}, 'eventTitle', ${event.title},
      'guestId', g.id, 'userId', g.user_id, 'guestEmail', g.email, 'guestName', trim(g.first_name || ' ' || g.last_name),
      'status', g.status, 'ticketId', t.id, 'ticketName', t.name,
      'registrationAnswers', json((select coalesce(json_group_array(json_object('question', a.value ->> 'question',
        'answer', a.value ->> 'answer')), '[]') from json_each(g.answers) a)))
      from guests g join tickets t on t.id = g.ticket_id where ${registered})`,
    when: sql`exists (select 1 from guests g where ${registered})`,
  }
}
