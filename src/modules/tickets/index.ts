export { availableOf, mergeTicket, seatsHeld, ticketStatusOf, toTicket, type SeatsByTicket } from './tickets.ts'
export { MOST_TICKETS, NewTicket, Seats, Ticket, type NewTicketInput, type TicketOutput } from './tickets.schema.ts'
export {
  findTicket,
  insertTicket,
  markContentChanged,
  readTickets,
  seatsByTicket,
  seatsQuery,
  ticketsFromJson,
  ticketsJson,
  ticketsQuery,
} from './tickets.store.ts'
