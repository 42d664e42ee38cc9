import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { promotionInto } from '../guests/index.ts'
import { standingOf } from './list-tickets.ts'
import { mergeTicket, toTicket } from './tickets.ts'
import type { TicketChangesInput, TicketParams } from './tickets.schema.ts'
import { markContentChanged, readTickets, updateTicket as update } from './tickets.store.ts'

type UpdateTicket = Call<Parsed<typeof TicketParams>, unknown, TicketChangesInput, 'event'>

const TRIES = 5

/** Reads, merges and writes only if nobody wrote in between; else it reads again. */
export const updateTicket = async ({ calendar, event, params, body }: UpdateTicket, deps: Deps) => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { tickets, seats } = await readTickets(deps.db, event.id)
    const standing = tickets.find(({ id }) => id === params.ticketId)
    if (standing === undefined) throw notFound()
    const { ticket, faults } = mergeTicket(body, standing, { zone: event.timezone })
    if (faults.length > 0) throw invalidFields(faults)
    if (ticket.capacity !== null && (seats[standing.id] ?? 0) > ticket.capacity) {
      throw refusal('capacity_exceeded', { says: 'More places on this ticket are taken than the capacity asked for.' })
    }
    const now = deps.clock()
    const row = { ...standing, ...ticket, updatedAt: Math.max(now, standing.updatedAt + 1) }
    const hasMoreSeats = (row.capacity ?? Infinity) > (standing.capacity ?? Infinity)
    const promotion = hasMoreSeats ? promotionInto(event.id, deps) : { statements: [], mails: [] }
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: [
        update(deps.db, row, standing.updatedAt),
        markContentChanged(deps.db, calendar.id, now),
        ...promotion.statements,
      ],
      mails: promotion.mails,
    })
    if (rows[0] !== undefined) return toTicket(rows[0], standingOf(event, seats, now))
  }
  throw refusal('conflicting_edits', { says: 'Others are changing this ticket just now; try again.' })
}
