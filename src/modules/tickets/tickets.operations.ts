import { eventsWrite, ticketsRead } from '../../access/demands.ts'
import { both, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { createTicket, recoverTicket } from './create-ticket.ts'
import { deleteTicket } from './delete-ticket.ts'
import { listTickets } from './list-tickets.ts'
import { NewTicket, Ticket, TicketChanges } from './tickets.schema.ts'
import { updateTicket } from './update-ticket.ts'

export const ticketOperations = [
  operation({
    id: 'tickets.list',
    summary: 'List the tickets of an event',
    subject: 'event',
    access: ticketsRead,
    routes: both('GET /events/:eventId/tickets'),
    answer: listOf(Ticket),
    run: listTickets,
  }),
  operation({
    id: 'tickets.create',
    summary: 'Add a ticket to an event',
    subject: 'event',
    access: eventsWrite,
    routes: both('POST /events/:eventId/tickets'),
    body: NewTicket,
    answer: one(Ticket),
    refusals: ['ticket_limit_reached'],
    recover: recoverTicket,
    run: createTicket,
  }),
  operation({
    id: 'tickets.update',
    summary: 'Change a ticket',
    subject: 'event',
    access: eventsWrite,
    routes: both('PATCH /events/:eventId/tickets/:ticketId'),
    body: TicketChanges,
    answer: one(Ticket),
    refusals: ['capacity_exceeded', 'conflicting_edits'],
    run: updateTicket,
  }),
  operation({
    id: 'tickets.delete',
    summary: 'Delete a ticket that nobody holds or held',
    subject: 'event',
    access: eventsWrite,
    routes: both('DELETE /events/:eventId/tickets/:ticketId'),
    answer: one(Deleted),
    refusals: ['ticket_has_guests'],
    run: deleteTicket,
  }),
]
