export { eventAndCalendar, hasRoomForEvents, quotaUse as eventQuotaUse, viewOf } from './events.store.ts'
export { isOverQuota, overQuota, quotaOver, roomForEvents } from './event-quota.ts'
export { SeriesInList } from './event-list.schema.ts'
export { Event, NewEvent, type EventChangesInput, type EventOutput, type OpenEventOutput } from './events.schema.ts'
export { conditionRefusal, renamed } from './questions.ts'
export { composeEvent } from './new-event.ts'
export { cancelled, changesBetween, decide, movesTheLine, type Edit } from './event-changes.ts'
export { eventListRead, eventsNamed } from './event-list.store.ts'
export type { DaysOutput } from './read-days.ts'
export { rangeOf } from './read-events.ts'
export {
  asKnownTo,
  boundariesOf,
  CHECK_IN_MARGIN_MS,
  checkInWindowOf,
  openLocationOf,
  timesOf,
  toEvent,
  toGuestEvent,
  toOpenEvent,
} from './events.ts'
