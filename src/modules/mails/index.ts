export { sendDue, sweepMails } from './send-mails.ts'
