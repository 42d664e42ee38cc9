export { DEFAULT_AUDIENCE, reminderSubject, toCommunication } from './communications.ts'
export {
  Announcement,
  AudienceInput,
  Reminder,
  type NewAnnouncement,
  type NewReminder,
  type UnsubscribingOutput,
} from './communications.schema.ts'
export { communicationsNamed, findCommunication, reachOf } from './communications.store.ts'
export { isUnsubscribed } from './readers.store.ts'
export { concludeAfter, sendCommunication, sweepCommunications } from './send-communication.ts'
export { unsubscribeUrlOf } from './unsubscribe.ts'
