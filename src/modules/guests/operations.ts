import { approveGuest, changeStatus, rejectGuest } from './moderation/change-status.ts'
import { correctGuest, eraseGuest } from './moderation/correct-guest.ts'
import { inviteGuests, resendMail } from './moderation/invite-guests.ts'
import { transferGuest } from './moderation/transfer-guest.ts'
import { acceptInvitation, cancelRegistration, readOwnEntry, readRegistration } from './own/manage-registration.ts'
import { listGuests, readGuest } from './read-guests.ts'
import { addGuest, register } from './registration/register.ts'

export const guestOperations = [
  listGuests,
  readGuest,
  addGuest,
  correctGuest,
  eraseGuest,
  resendMail,
  inviteGuests,
  approveGuest,
  rejectGuest,
  changeStatus,
  transferGuest,
  register,
  readRegistration,
  acceptInvitation,
  readOwnEntry,
  cancelRegistration,
]
