import { dashboard, Deleted, listOf, one, open, operation, raw, v1 } from '../../contract/operation.ts'
import {
  Checkin,
  CheckinParams,
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
  QrParams,
  QrQuery,
  Summary,
} from './checkins.schema.ts'
import { createCheckin } from './create-checkin.ts'
import { drawQrCode } from './draw-qr-code.ts'
import { listCheckins } from './list-checkins.ts'
import { lookUpGuest } from './look-up-guest.ts'
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
  operation({
    id: 'checkins.upload',
    summary: 'Upload scans that were made offline',
    description:
      'Every scan is answered for itself: ACCEPTED, DUPLICATE, CONFLICT (dated before the check-in that stands; kept, shown ' +
      'in the list, of no effect) or REFUSED with a code. Of several scans of one guest the earliest counts.',
    subject: 'event',
    scope: 'checkins:write',
    role: 'STAFF',
    routes: [v1('POST /events/:eventId/checkins/batch'), dashboard('POST /events/:eventId/checkins/batch')],
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
    scope: 'checkins:read',
    role: 'STAFF',
    routes: [v1('GET /events/:eventId/checkins/manifest'), dashboard('GET /events/:eventId/checkins/manifest')],
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
    scope: 'checkins:read',
    role: 'STAFF',
    routes: [v1('GET /events/:eventId/checkins/live'), dashboard('GET /events/:eventId/checkins/live')],
    query: LiveQuery,
    answer: raw(),
    status: 101,
    takesLiveTicket: true,
    refusals: ['upgrade_required'],
    run: watchDoor,
  }),
  operation({
    id: 'checkins.liveTicket',
    summary: 'Get a ticket that opens the live door once, within 30 seconds',
    subject: 'event',
    scope: 'checkins:read',
    role: 'STAFF',
    routes: [v1('POST /events/:eventId/checkins/live-ticket'), dashboard('POST /events/:eventId/checkins/live-ticket')],
    answer: one(LiveTicket),
    run: issueLiveTicket,
  }),
  operation({
    id: 'checkins.qr',
    summary: 'Draw a QR code',
    subject: 'none',
    routes: [open('GET /public/qr/:qrCode')],
    params: QrParams,
    query: QrQuery,
    answer: raw('image/png'),
    run: drawQrCode,
  }),
]
