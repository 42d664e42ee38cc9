import { guestsExport, guestsRead, guestsWrite } from '../../access/demands.ts'
import { both, dashboard, one, operation, pageOf, raw, v1 } from '../../operation/operation.ts'
import { addGuest, recoverAdded } from './add-guest.ts'
import { approveGuest } from './approve-guest.ts'
import { changeStatus } from './change-status.ts'
import { correctGuest } from './correct-guest.ts'
import { eraseGuest } from './erase-guest.ts'
import { exportGuests } from './export-guests.ts'
import {
  ExportQuery,
  Guest,
  GuestChanges,
  GuestCurrent,
  GuestFile,
  GuestListQuery,
  Invited,
  NewGuest,
  NewInvitations,
  StatusChange,
  Transfer,
} from './guests.schema.ts'
import { inviteGuests } from './invite-guests.ts'
import { listGuests } from './list-guests.ts'
import { readGuest } from './read-guest.ts'
import { rejectGuest } from './reject-guest.ts'
import { resendMail } from './resend-mail.ts'
import { recoverTransfer, transferGuest } from './transfer-guest.ts'

export const guestOperations = [
  operation({
    id: 'guests.list',
    summary: 'List the guests of an event',
    subject: 'event',
    access: guestsRead,
    routes: [
      v1('GET /events/:eventId/guests'),
      dashboard('GET /events/:eventId/guests', { answer: pageOf(GuestCurrent) }),
    ],
    query: GuestListQuery,
    answer: pageOf(Guest),
    run: listGuests,
  }),
  operation({
    id: 'guests.read',
    summary: 'Read a guest',
    subject: 'event',
    access: guestsRead,
    routes: [
      v1('GET /events/:eventId/guests/:guestId'),
      dashboard('GET /events/:eventId/guests/:guestId', { answer: one(GuestCurrent) }),
    ],
    answer: one(Guest),
    run: readGuest,
  }),
  operation({
    id: 'guests.add',
    summary: 'Add a guest',
    description: 'Windows of registration and sale and approval do not hold here; capacity does.',
    subject: 'event',
    access: guestsWrite,
    routes: [
      v1('POST /events/:eventId/guests', { badge: 'divergent', current: 'POST /events/:eventId/guests' }),
      dashboard('POST /events/:eventId/guests', { badge: 'divergent', successor: '/v1/events/:eventId/guests' }),
    ],
    body: NewGuest,
    answer: one(Guest),
    refusals: ['already_registered', 'capacity_exceeded', 'event_cancelled'],
    recover: recoverAdded,
    run: addGuest,
  }),
  operation({
    id: 'guests.correct',
    summary: 'Correct the names or the address of a guest',
    subject: 'event',
    access: guestsWrite,
    routes: both('PATCH /events/:eventId/guests/:guestId'),
    body: GuestChanges,
    answer: one(Guest),
    refusals: ['already_registered', 'conflicting_edits'],
    run: correctGuest,
  }),
  operation({
    id: 'guests.erase',
    summary: 'Anonymise a guest for good',
    description: 'Names, address, answers and code are gone; a seat that was held goes to the first in line.',
    subject: 'event',
    access: guestsWrite,
    routes: both('POST /events/:eventId/guests/:guestId/erase'),
    answer: one(Guest),
    run: eraseGuest,
  }),
  operation({
    id: 'guests.resend',
    summary: 'Mail a guest their confirmation, or what their status calls for, again',
    subject: 'event',
    access: guestsWrite,
    routes: both('POST /events/:eventId/guests/:guestId/resend'),
    answer: one(Guest),
    refusals: ['invalid_transition'],
    run: resendMail,
  }),
  operation({
    id: 'guests.invite',
    summary: 'Invite people by e-mail',
    description: 'Every address comes back in one of three lists; nothing is dropped silently.',
    subject: 'event',
    access: guestsWrite,
    routes: both('POST /events/:eventId/guests/invite'),
    body: NewInvitations,
    bodyLimitBytes: 256 * 1024,
    answer: one(Invited),
    refusals: ['event_cancelled', 'registration_closed'],
    run: inviteGuests,
  }),
  operation({
    id: 'guests.approve',
    summary: 'Approve a guest who is pending or waitlisted',
    description: 'On a priced ticket an approved guest stays PENDING until the order is paid.',
    subject: 'event',
    access: guestsWrite,
    routes: both('POST /events/:eventId/guests/:guestId/approve'),
    answer: one(Guest),
    refusals: ['invalid_transition', 'capacity_exceeded', 'event_cancelled'],
    run: approveGuest,
  }),
  operation({
    id: 'guests.reject',
    summary: 'Reject a guest who is pending or waitlisted',
    subject: 'event',
    access: guestsWrite,
    routes: both('POST /events/:eventId/guests/:guestId/reject'),
    answer: one(Guest),
    refusals: ['invalid_transition'],
    run: rejectGuest,
  }),
  operation({
    id: 'guests.changeStatus',
    summary: 'Set the status of a guest by hand',
    subject: 'event',
    access: guestsWrite,
    routes: both('PATCH /events/:eventId/guests/:guestId/status'),
    body: StatusChange,
    answer: one(Guest),
    refusals: ['invalid_transition', 'capacity_exceeded', 'already_registered', 'event_cancelled'],
    run: changeStatus,
  }),
  operation({
    id: 'guests.transfer',
    summary: 'Transfer an RSVP to another person',
    subject: 'guest',
    access: guestsWrite,
    routes: both('POST /rsvps/:rsvpId/transfer'),
    body: Transfer,
    answer: one(Guest),
    refusals: ['invalid_transition', 'already_registered'],
    recover: recoverTransfer,
    run: transferGuest,
  }),
  operation({
    id: 'guests.export',
    summary: 'Export the guests of an event as CSV or JSON',
    description:
      'A transfer that breaks off is not the whole list. CSV has one column for every question ever answered.',
    subject: 'event',
    access: guestsExport,
    limit: 'export',
    routes: both('GET /events/:eventId/export'),
    query: ExportQuery,
    answer: raw({ 'text/csv': null, 'application/json': GuestFile }),
    run: exportGuests,
  }),
]
