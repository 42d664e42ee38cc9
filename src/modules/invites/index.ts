export type { Accept } from './accept-for.ts'
export { receiveReply, whyRefused, type IncomingMail } from './hear-reply.ts'
export { inviteOf } from './invite-of.ts'
