import { dashboard, Deleted, listOf, one, operation, v1 } from '../../operation/operation.ts'
import { createTicket, recoverTicket } from './create-ticket.ts'
import { deleteTicket } from './delete-ticket.ts'
import { listTickets } from './list-tickets.ts'
import { NewTicket, Ticket, TicketChanges, TicketParams } from './tickets.schema.ts'
import { updateTicket } from './update-ticket.ts'

export const ticketOperations = [
  operation({
    id: 'tickets.list',
    summary: 'List the tickets of an event',
    subject: 'event',
    scope: 'events:read',
    role: 'MANAGER',
    routes: [v1('GET /events/:eventId/tickets'), dashboard('GET /events/:eventId/tickets')],
    answer: listOf(Ticket),
    run: listTickets,
  }),
  operation({
    id: 'tickets.create',
    summary: 'Add a ticket to an event',
    subject: 'event',
    scope: 'events:write',
    role: 'MANAGER',
    routes: [v1('POST /events/:eventId/tickets'), dashboard('POST /events/:eventId/tickets')],
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
    scope: 'events:write',
    role: 'MANAGER',
    routes: [v1('PATCH /events/:eventId/tickets/:ticketId'), dashboard('PATCH /events/:eventId/tickets/:ticketId')],
    params: TicketParams,
    body: TicketChanges,
    answer: one(Ticket),
    refusals: ['capacity_exceeded', 'conflicting_edits'],
    run: updateTicket,
  }),
  operation({
    id: 'tickets.delete',
    summary: 'Delete a ticket that nobody holds or held',
    subject: 'event',
    scope: 'events:write',
    role: 'MANAGER',
    routes: [v1('DELETE /events/:eventId/tickets/:ticketId'), dashboard('DELETE /events/:eventId/tickets/:ticketId')],
    params: TicketParams,
    answer: one(Deleted),
    refusals: ['ticket_has_guests'],
    run: deleteTicket,
  }),
]
