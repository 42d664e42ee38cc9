export {
  eventAndCalendar,
  findEvent,
  hasRoomForEvents,
  quotaUse as eventQuotaUse,
  loadEventView,
  replaceEvent,
} from './events.store.ts'
export { isOverQuota, overQuota, quotaOver, roomForEvents } from './event-quota.ts'
export { SeriesInList } from './event-list.schema.ts'
export {
  Event,
  EventChanges,
  type Cancellation,
  NewEvent,
  type EventChangesInput,
  type EventOutput,
  type OpenEventOutput,
} from './events.schema.ts'
export { conditionRefusal, renamed, withTicketsNamed } from './questions.ts'
export { editEvent } from './edit-event.ts'
export { storeUnderOwnSlug } from './create-event.ts'
export type { EventFields } from './event-fields.ts'
export { composeEvent } from './new-event.ts'
export { cancelled, changesBetween, decide, movesDeadlines, movesTheLine, type Edit } from './event-changes.ts'
export { eventListRead, eventsNamed } from './event-list.store.ts'
export type { DaysOutput } from './read-days.ts'
export { eventReply, listRange } from './read-events.ts'
export {
  asKnownTo,
  boundariesOf,
  CHECK_IN_MARGIN_MS,
  checkInWindowOf,
  homeOf,
  openLocationOf,
  timesOf,
  toEvent,
  toGuestEvent,
  toOpenEvent,
} from './events.ts'
