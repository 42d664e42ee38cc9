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
  type EventView,
} from './events.ts'
