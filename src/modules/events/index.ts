export { listEvents, type EventSelection } from './event-list.store.ts'
export { rangeOf } from './event-range.ts'
export {
  boundariesOf,
  checkInWindowOf,
  isEventFull,
  lifecycleOf,
  openLocationOf,
  registrationStatusOf,
  spotsRemainingOf,
  timesOf,
  toEvent,
  toOpenEvent,
  type EventView,
} from './events.ts'
export { Event, Location, OpenEvent, RegistrationQuestion, type EventOutput } from './events.schema.ts'
export { findEvent, viewOf } from './events.store.ts'
