import { guestsExport } from '../../access/demands.ts'
import { both, operation, raw } from '../../operation/operation.ts'
import { exportGuests } from './export-guests.ts'
import { ExportQuery, GuestFile } from './guests.schema.ts'
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
  operation({
    id: 'guests.export',
    summary: 'Export the guests of an event as CSV or JSON',
    description:
      'A transfer that breaks off is not the whole list. CSV has one column for every question ever answered.',
    routes: both('GET /events/:eventId/export'),
    access: guestsExport,
    subject: 'event',
    limit: 'export',
    query: ExportQuery,
    answer: raw({ 'text/csv': null, 'application/json': GuestFile }),
    run: exportGuests,
  }),
  register,
  readRegistration,
  acceptInvitation,
  readOwnEntry,
  cancelRegistration,
]
