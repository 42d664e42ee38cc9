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
