import { dashboard, Deleted, listOf, one, operation, v1 } from '../../contract/operation.ts'
import {
  Checkin,
  CheckinParams,
  ListedCheckin,
  ListQuery,
  Lookup,
  LookupQuery,
  NewCheckin,
  Summary,
} from './checkins.schema.ts'
import { createCheckin } from './create-checkin.ts'
import { listCheckins } from './list-checkins.ts'
import { lookUpGuest } from './look-up-guest.ts'
import { summariseCheckins } from './summarise-checkins.ts'
import { undoCheckin } from './undo-checkin.ts'

export const checkinOperations = [
  operation({
    id: 'checkins.list',
    summary: 'List everyone who is checked in',
    subject: 'event',
    scope: 'checkins:read',
    role: 'STAFF',
    routes: [v1('GET /events/:eventId/checkins'), dashboard('GET /events/:eventId/checkins')],
    query: ListQuery,
    answer: listOf(ListedCheckin),
    run: listCheckins,
  }),
  operation({
    id: 'checkins.lookup',
    summary: 'Look a guest up by QR code',
    subject: 'event',
    scope: 'checkins:read',
    role: 'STAFF',
    limit: 'door',
    routes: [v1('GET /events/:eventId/checkins/lookup'), dashboard('GET /events/:eventId/checkins/lookup')],
    query: LookupQuery,
    answer: one(Lookup),
    run: lookUpGuest,
  }),
  operation({
    id: 'checkins.create',
    summary: 'Check a guest in',
    subject: 'event',
    scope: 'checkins:write',
    role: 'STAFF',
    limit: 'door',
    routes: [v1('POST /events/:eventId/checkins'), dashboard('POST /events/:eventId/checkins')],
    body: NewCheckin,
    answer: one(Checkin),
    refusals: ['event_cancelled', 'checkin_not_open', 'checkin_closed', 'guest_not_confirmed', 'already_checked_in'],
    ownIdempotency: true,
    run: createCheckin,
  }),
  operation({
    id: 'checkins.undo',
    summary: 'Undo a check-in',
    subject: 'event',
    scope: 'checkins:write',
    role: 'STAFF',
    routes: [
      v1('DELETE /events/:eventId/checkins/:checkinId'),
      dashboard('DELETE /events/:eventId/checkins/:checkinId'),
    ],
    params: CheckinParams,
    answer: one(Deleted),
    refusals: ['checkin_not_current'],
    run: undoCheckin,
  }),
  operation({
    id: 'checkins.summary',
    summary: 'Count who is in and who is expected',
    subject: 'event',
    scope: 'checkins:read',
    role: 'STAFF',
    routes: [v1('GET /events/:eventId/checkins/summary'), dashboard('GET /events/:eventId/checkins/summary')],
    answer: one(Summary),
    run: summariseCheckins,
  }),
]
