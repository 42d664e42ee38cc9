import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, refusal } from '../../kernel/failure.ts'
import { standingOf } from './list-tickets.ts'
import { mergeTicket, toTicket } from './tickets.ts'
import type { NewTicketInput } from './tickets.schema.ts'
import { findTicket, insertTicketIfRoom, markContentChanged, readTickets } from './tickets.store.ts'

export const createTicket = async (
  { calendar, event, body }: Call<unknown, unknown, NewTicketInput, 'event'>,
  deps: Deps,
) => {
  const { tickets, seats } = await readTickets(deps.db, event.id)
  const sortOrder = Math.max(-1, ...tickets.map((ticket) => ticket.sortOrder)) + 1
  const { ticket, faults } = mergeTicket(body, null, { zone: event.timezone, sortOrder })
  if (faults.length > 0) throw invalidFields(faults)
  const now = deps.clock()
  const row = { ...ticket, id: deps.newId('tkt'), eventId: event.id, createdAt: now, updatedAt: now }
  const [made] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [insertTicketIfRoom(deps.db, row), markContentChanged(deps.db, calendar.id, now)],
    effectId: row.id,
  })
  if (made[0] === undefined) throw refusal('ticket_limit_reached')
  return toTicket(made[0], standingOf(event, seats, now))
}

export const recoverTicket = async (
  effectId: string,
  { event }: Call<unknown, unknown, unknown, 'event'>,
  deps: Deps,
) => {
  const ticket = await findTicket(deps.db, event.id, effectId)
  if (ticket === null) return null
  const { seats } = await readTickets(deps.db, event.id)
  return toTicket(ticket, standingOf(event, seats, deps.clock()))
}
