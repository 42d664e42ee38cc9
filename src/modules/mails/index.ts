export type { Draft } from './draft.schema.ts'
export { mailOutbox } from './mails.store.ts'
export { sendLetter, sweepLetters } from './send-letters.ts'
export { sendDue } from './send-mails.ts'
