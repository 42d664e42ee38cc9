export { findAsked } from './invitations.store.ts'
export { invitationUrlOf } from './invite-member.ts'
export { addressesOfOwners, setProfile } from './members.store.ts'
export { leaveCalendar } from './members.ts'
