import { dashboard, one, open, operation, pageOf, v1 } from '../../contract/operation.ts'
import { addGuest, recoverAdded } from './add-guest.ts'
import {
  Guest,
  GuestCurrent,
  GuestListQuery,
  GuestParams,
  NewGuest,
  NewRegistration,
  Registration,
} from './guests.schema.ts'
import { listGuests } from './list-guests.ts'
import { readGuest } from './read-guest.ts'
import { register } from './register.ts'

export const guestOperations = [
  operation({
    id: 'guests.list',
    summary: 'List the guests of an event',
    subject: 'event',
    scope: 'guests:read',
    role: 'STAFF',
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
    scope: 'guests:read',
    role: 'STAFF',
    routes: [
      v1('GET /events/:eventId/guests/:guestId'),
      dashboard('GET /events/:eventId/guests/:guestId', { answer: one(GuestCurrent) }),
    ],
    params: GuestParams,
    answer: one(Guest),
    run: readGuest,
  }),
  operation({
    id: 'guests.add',
    summary: 'Add a guest',
    description: 'Windows of registration and sale and approval do not hold here; capacity does.',
    subject: 'event',
    scope: 'guests:write',
    role: 'MANAGER',
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
    id: 'registrations.create',
    summary: 'Register for an event',
    description: 'An address that is registered already gets nulls and a message, and its confirmation by mail.',
    subject: 'event',
    limit: 'registration',
    routes: [open('POST /public/events/:eventId/registrations')],
    body: NewRegistration,
    answer: one(Registration),
    refusals: ['capacity_exceeded', 'registration_closed', 'event_cancelled', 'coupon_invalid', 'coupon_exhausted'],
    run: register,
  }),
]
