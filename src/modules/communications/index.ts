import { announce, listAnnouncements, listReminders, remind } from './communications.ts'
import { askToUnsubscribe, unsubscribe } from './unsubscribe.ts'

export { toCommunication } from './communications.ts'
export { Announcement, Reminder } from './communications.schema.ts'
export { communicationsNamed, findCommunication, isUnsubscribed } from './communications.store.ts'
export { concludeAfter, sendCommunication, sweepCommunications } from './send-communication.ts'
export { unsubscribeUrlOf } from './unsubscribe.ts'

export const communicationOperations = [
  listAnnouncements,
  announce,
  listReminders,
  remind,
  askToUnsubscribe,
  unsubscribe,
]
