export { findCommunication, isUnsubscribed } from './communications.store.ts'
export { concludeAfter, sendCommunication } from './send-communication.ts'
export { sweepCommunications } from './sweep-communications.ts'
export { unsubscribeUrlOf } from './unsubscribe.ts'
