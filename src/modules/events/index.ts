export { viewOf } from './events.store.ts'
export { Event, type EventOutput } from './events.schema.ts'
export { eventListRead, eventsNamed } from './event-list.store.ts'
export { rangeOf } from './read-events.ts'
export {
  asKnownTo,
  boundariesOf,
  checkInWindowOf,
  openLocationOf,
  timesOf,
  toEvent,
  toGuestEvent,
  toOpenEvent,
} from './events.ts'
