import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { TicketParams } from './tickets.schema.ts'
import { deleteUnusedTicket, findTicket, markContentChanged } from './tickets.store.ts'

type DeleteTicket = Call<Parsed<typeof TicketParams>, unknown, unknown, 'event'>

export const deleteTicket = async ({ calendar, event, params }: DeleteTicket, deps: Deps) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [
      deleteUnusedTicket(deps.db, event.id, params.ticketId),
      markContentChanged(deps.db, calendar.id, deps.clock()),
    ],
  })
  if (rows.length > 0) return deleted(params.ticketId)
  if ((await findTicket(deps.db, event.id, params.ticketId)) === null) throw notFound()
  throw refusal('ticket_has_guests')
}
