export {
  checkInWindowOf,
  isEventFull,
  lifecycleOf,
  openLocationOf,
  registrationStatusOf,
  timesOf,
  toEvent,
  toOpenEvent,
  type EventView,
} from './events.ts'
export { Event, Location, OpenEvent, RegistrationQuestion, type EventOutput } from './events.schema.ts'
export { findEvent, viewOf } from './events.store.ts'
