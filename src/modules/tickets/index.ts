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
  hasTaxRate,
  insertTicket,
  markContentChanged,
  readTickets,
  seatsByTicket,
  seatsOf,
  ticketsFromJson,
  ticketsJson,
  ticketsOf,
  WAS_WRITTEN,
} from './tickets.store.ts'
