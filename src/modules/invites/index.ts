export type { Accept } from './accept-for.ts'
export { hearReply, whyRefused, type IncomingMail } from './hear-reply.ts'
export { inviteOf } from './invite-of.ts'
