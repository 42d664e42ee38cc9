export { inviteOf } from './invite-of.ts'
