import { checkinsRead, checkinsWrite } from '../../access/demands.ts'
import { both, dashboard, Deleted, listOf, one, open, operation, raw, v1 } from '../../operation/operation.ts'
import {
  Checkin,
  Door,
  ListedCheckin,
  ListQuery,
  LiveQuery,
  LiveTicket,
  Lookup,
  LookupQuery,
  Manifest,
  ManifestQuery,
  NewCheckin,
  OfflineResults,
  OfflineScans,
  QrQuery,
  SearchQuery,
  Summary,
} from './checkins.schema.ts'
import { createCheckin } from './create-checkin.ts'
import { drawQrCode } from './draw-qr-code.ts'
import { listCheckins } from './list-checkins.ts'
import { lookUpGuest, searchAtDoor } from './look-up-guest.ts'
import { aheadOfLookup, aheadOfScan } from './read-guest-ahead.ts'
import { readDoor } from './read-door.ts'
import { readDoorManifest } from './read-manifest.ts'
import { summariseCheckins } from './summarise-checkins.ts'
import { undoCheckin } from './undo-checkin.ts'
import { uploadScans } from './upload-scans.ts'
import { issueLiveTicket, watchDoor } from './watch-door.ts'

export const checkinOperations = [
  operation({
    id: 'checkins.list',
    summary: 'List everyone who is checked in',
    subject: 'event',
    access: checkinsRead,
    routes: both('GET /events/:eventId/checkins'),
    query: ListQuery,
    answer: listOf(ListedCheckin),
    run: listCheckins,
  }),
  operation({
    id: 'checkins.lookup',
    summary: 'Look a guest up by QR code',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    limit: 'door',
    routes: both('GET /events/:eventId/checkins/lookup'),
    query: LookupQuery,
    answer: one(Lookup),
    ahead: aheadOfLookup,
    run: lookUpGuest,
  }),
  operation({
    id: 'checkins.search',
    summary: 'Find guests at the door by name or e-mail',
    description: 'Twenty at most, those who may come in first.',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    limit: 'door',
    routes: [
      v1('GET /events/:eventId/checkins/search'),
      dashboard('GET /events/:eventId/checkins/search', { plan: 'PRO' }),
    ],
    query: SearchQuery,
    answer: listOf(Lookup),
    run: searchAtDoor,
  }),
  operation({
    id: 'checkins.create',
    summary: 'Check a guest in',
    subject: 'event',
    access: checkinsWrite,
    isDoorWork: true,
    limit: 'door',
    routes: both('POST /events/:eventId/checkins'),
    body: NewCheckin,
    answer: one(Checkin),
    refusals: ['event_cancelled', 'checkin_not_open', 'checkin_closed', 'guest_not_confirmed', 'already_checked_in'],
    ownIdempotency: true,
    ahead: aheadOfScan,
    run: createCheckin,
  }),
  operation({
    id: 'checkins.undo',
    summary: 'Undo a check-in',
    subject: 'event',
    access: checkinsWrite,
    isDoorWork: true,
    routes: both('DELETE /events/:eventId/checkins/:checkinId'),
    answer: one(Deleted),
    refusals: ['checkin_not_current'],
    run: undoCheckin,
  }),
  operation({
    id: 'checkins.door',
    summary: 'Read what a scanner shows of the event and of itself',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    routes: both('GET /events/:eventId/checkins/door'),
    answer: one(Door),
    run: readDoor,
  }),
  operation({
    id: 'checkins.summary',
    summary: 'Count who is in and who is expected',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    routes: both('GET /events/:eventId/checkins/summary'),
    answer: one(Summary),
    run: summariseCheckins,
  }),
  operation({
    id: 'checkins.upload',
    summary: 'Upload scans that were made offline',
    description:
      'Every scan is answered for itself: ACCEPTED, DUPLICATE, CONFLICT (dated before the check-in that stands; kept, shown ' +
      'in the list, of no effect) or REFUSED with a code. Of several scans of one guest the earliest counts.',
    subject: 'event',
    access: checkinsWrite,
    isDoorWork: true,
    routes: both('POST /events/:eventId/checkins/batch'),
    body: OfflineScans,
    answer: one(OfflineResults),
    ownIdempotency: true,
    run: uploadScans,
  }),
  operation({
    id: 'checkins.manifest',
    summary: 'What a scanner needs while it is offline',
    description:
      'Holds no personal data: codes are SHA-256 in hex. Pass `cursor` as `since` to get what has changed; an entry may ' +
      'come twice. While `hasMore` is true, ask again at once.',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    routes: both('GET /events/:eventId/checkins/manifest'),
    query: ManifestQuery,
    answer: one(Manifest),
    run: readDoorManifest,
  }),
  operation({
    id: 'checkins.live',
    summary: 'Watch the door over a WebSocket',
    description:
      'Messages are JSON: `summary` at first, then `admitted` and `undone` as they happen. The socket is closed with 4401 ' +
      'within a minute after its credential has ended. Send `ping` to be answered `pong`.',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    routes: both('GET /events/:eventId/checkins/live'),
    query: LiveQuery,
    answer: raw({}),
    status: 101,
    takesLiveTicket: true,
    refusals: ['upgrade_required'],
    run: watchDoor,
  }),
  operation({
    id: 'checkins.liveTicket',
    summary: 'Get a ticket that opens the live door once, within 30 seconds',
    subject: 'event',
    access: checkinsRead,
    isDoorWork: true,
    routes: both('POST /events/:eventId/checkins/live-ticket'),
    answer: one(LiveTicket),
    run: issueLiveTicket,
  }),
  operation({
    id: 'checkins.qr',
    summary: 'Draw a QR code',
    subject: 'none',
    routes: [open('GET /public/qr/:qrCode')],
    query: QrQuery,
    answer: raw({ 'image/png': null }),
    run: drawQrCode,
  }),
]
