export type { Accept } from './accept-for.ts'
export { receiveReply, whyRefused, type IncomingMail } from './receive-reply.ts'
export { inviteOf, type Entry } from './invite-of.ts'
export { findEntry } from './invites.store.ts'
