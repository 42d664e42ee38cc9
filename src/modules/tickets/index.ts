export {
  availableOf,
  mergeTicket,
  seatsHeld,
  standingOf,
  ticketStatusOf,
  toTicket,
  type SeatsByTicket,
} from './tickets.ts'
export { MOST_TICKETS, NewTicket, Seats, Ticket, type NewTicketInput } from './tickets.schema.ts'
export { insertTicket, markContentChanged, readTickets, ticketsFromJson, ticketsJson } from './tickets.store.ts'
