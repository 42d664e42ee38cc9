export { mailOutbox } from './mails.store.ts'
export { sendDue } from './send-mails.ts'
