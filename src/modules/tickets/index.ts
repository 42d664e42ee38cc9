export {
  availableOf,
  mergeTicket,
  seatsHeld,
  ticketContext,
  ticketStatusOf,
  toTicket,
  type SeatsByTicket,
} from './tickets.ts'
export { MAX_PRICE, MAX_TICKETS, NewTicket, Seats, Ticket, type NewTicketInput } from './tickets.schema.ts'
export {
  insertTicket,
  markContentChanged,
  readTickets,
  seatsByTicket,
  seatsOf,
  ticketsFromJson,
  ticketsJson,
  ticketsOf,
} from './tickets.store.ts'
