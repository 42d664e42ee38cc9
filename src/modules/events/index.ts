export { viewOf } from './events.store.ts'
export { Event, type EventOutput } from './events.schema.ts'
export { listEvents } from './event-list.store.ts'
export { rangeOf } from './event-range.ts'
export {
  boundariesOf,
  checkInWindowOf,
  lifecycleOf,
  openLocationOf,
  registrationStatusOf,
  spotsRemainingOf,
  timesOf,
  toGuestEvent,
  toOpenEvent,
  type EventView,
} from './events.ts'
