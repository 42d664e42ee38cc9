import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { EVENT_STATUSES, GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, oneLine, wholeNumber } from '../../kernel/wire.ts'

export const Checkin = lazily(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      eventSlug: z.string(),
      guestId: z.string(),
      guestName: z.string(),
      guestEmail: z.string(),
      qrCode: z.string(),
      ticketId: z.string().nullable(),
      ticketName: z.string().nullable(),
      status: z.literal('CHECKED_IN'),
      checkedInAt: InstantOutput(),
      checkedInBy: z.string(),
      checkedInByLabel: z.string().nullable().meta({ description: 'What the door pass is called, if one checked in.' }),
      gate: z.string().nullable(),
      deviceId: z.string().nullable(),
    })
    .meta({ id: 'Checkin' }),
)
export type CheckinOutput = Parsed<typeof Checkin>

const CheckinConflict = lazily(() =>
  z
    .object({
      scannedAt: InstantOutput(),
      receivedAt: InstantOutput(),
      scannedBy: z.string(),
      scannedByLabel: z.string().nullable(),
      gate: z.string().nullable(),
      deviceId: z.string().nullable(),
    })
    .meta({
      id: 'CheckinConflict',
      description: 'An offline scan dated before the check-in that stands. It is kept and changes nothing.',
    }),
)

export const ListedCheckin = lazily(() =>
  Checkin()
    .extend({ conflicts: z.array(CheckinConflict()) })
    .meta({ id: 'ListedCheckin' }),
)

export type ListedCheckinOutput = Parsed<typeof ListedCheckin>

const MOST_OF_A_CODE = 512
const Identifier = lazily(() => z.string().min(1, 'must not be empty').max(MOST_OF_A_CODE))
const scanFields = lazily(() => ({
  qrCode: Identifier().optional().meta({ description: 'The raw code, or the full address of its image.' }),
  guestId: Identifier().optional(),
  gate: oneLine(100).nullish(),
  deviceId: oneLine(100).nullish(),
}))

const hasOneIdentifier = ({ qrCode, guestId }: { qrCode?: string | undefined; guestId?: string | undefined }) =>
  (qrCode === undefined) !== (guestId === undefined)
const exactlyOne = { path: ['qrCode'], message: 'give exactly one of qrCode and guestId' }

export const NewCheckin = lazily(() =>
  z.object({ ...scanFields(), scannedAt: InstantInput().nullish() }).refine(hasOneIdentifier, exactlyOne),
)

export const OfflineScan = lazily(() =>
  z.object({ ...scanFields(), scannedAt: InstantInput() }).refine(hasOneIdentifier, exactlyOne),
)

const UPLOAD_RESULTS = ['ACCEPTED', 'DUPLICATE', 'CONFLICT', 'REFUSED'] as const

/** A scan of no known form is answered for itself, so that it never keeps the others out; the document shows the form. */
const AnyScan = lazily(() =>
  z.unknown().meta({
    type: 'object',
    required: ['scannedAt'],
    properties: {
      qrCode: { type: 'string' },
      guestId: { type: 'string' },
      scannedAt: { type: 'string', format: 'date-time' },
      gate: { type: ['string', 'null'] },
      deviceId: { type: ['string', 'null'] },
    },
  }),
)
export const OfflineScans = lazily(() => z.object({ scans: z.array(AnyScan()).max(100) }))

export const OfflineResults = lazily(() =>
  z
    .object({
      results: z.array(
        z.object({
          index: z.int(),
          result: z.enum(UPLOAD_RESULTS),
          code: z.string().optional(),
          checkin: Checkin().optional(),
        }),
      ),
    })
    .meta({ id: 'OfflineResults' }),
)

export type OfflineResult = Parsed<typeof OfflineResults>['results'][number]

export const LookupQuery = lazily(() => z.object({ qrCode: Identifier() }))

export const Lookup = lazily(() =>
  z
    .object({
      guestId: z.string(),
      name: z.string(),
      email: z.string(),
      status: z.enum(GUEST_STATUSES),
      ticketName: z.string().nullable(),
      alreadyCheckedIn: z.boolean(),
      checkedInAt: InstantOutput().nullable(),
      checkedInByLabel: z.string().nullable(),
      gate: z.string().nullable().meta({ description: 'Where the guest was checked in.' }),
      answers: z
        .array(z.object({ question: z.string(), answer: z.string() }))
        .meta({ description: 'The answers to questions that are marked to be shown at the door.' }),
    })
    .meta({ id: 'CheckinLookup' }),
)
export type LookupOutput = Parsed<typeof Lookup>

export const SearchQuery = lazily(() =>
  z.object({
    q: oneLine(100)
      .pipe(z.string().min(2, 'must be two letters at least'))
      .meta({ description: 'Part of a name or of an e-mail address.' }),
  }),
)

/** An instant, or the bare local date of an all-day event. */
const EventTime = lazily(() => z.union([InstantOutput(), z.iso.date()]))

export const Door = lazily(() =>
  z
    .object({
      eventId: z.string(),
      eventSlug: z.string(),
      title: z.string(),
      calendarSlug: z.string(),
      calendarName: z.string(),
      status: z.enum(EVENT_STATUSES),
      startAt: EventTime(),
      endAt: EventTime(),
      allDay: z.boolean(),
      timezone: z.string(),
      checkInOpensAt: InstantOutput().meta({ description: 'When the door opens, whether the event says so or not.' }),
      checkInClosesAt: InstantOutput(),
      now: InstantOutput().meta({ description: 'The clock of the service, to set a scanner by.' }),
      questions: z.array(z.string()).meta({ description: 'Those whose answers are shown at the door.' }),
      pass: z
        .object({ id: z.string(), label: z.string(), gate: z.string().nullable(), expiresAt: InstantOutput() })
        .nullable()
        .meta({ description: 'The door pass that asks, if one does.' }),
    })
    .meta({ id: 'Door' }),
)

export const ListQuery = lazily(() =>
  z.object({ since: InstantInput().optional(), ticketId: z.string().max(100).optional() }),
)

const Count = lazily(() => z.int().min(0))

export const Summary = lazily(() =>
  z
    .object({
      expected: Count(),
      checkedIn: Count(),
      byTicket: z.array(
        z.object({ ticketId: z.string(), ticketName: z.string(), expected: Count(), checkedIn: Count() }),
      ),
      byGate: z.array(z.object({ gate: z.string().nullable(), checkedIn: Count() })),
      lastAt: InstantOutput().nullable(),
    })
    .meta({ id: 'CheckinSummary' }),
)
export type SummaryOutput = Parsed<typeof Summary>

export const ManifestQuery = lazily(() => z.object({ since: z.string().max(200).optional() }))

export const Manifest = lazily(() =>
  z
    .object({
      cursor: z.string(),
      hasMore: z.boolean(),
      entries: z.array(
        z.object({ codeHash: z.string(), ticketName: z.string().nullable(), status: z.enum(GUEST_STATUSES) }),
      ),
    })
    .meta({ id: 'CheckinManifest' }),
)

export const LiveTicket = lazily(() =>
  z.object({ ticket: z.string(), url: z.string(), expiresAt: InstantOutput() }).meta({ id: 'LiveTicket' }),
)

export const LiveQuery = lazily(() =>
  z.object({
    ticket: z.string().optional().meta({ description: 'A live ticket, where no header can be sent.' }),
  }),
)

export const QrQuery = lazily(() =>
  z.object({
    size: wholeNumber(64, 1_024).default(300),
    margin: wholeNumber(0, 10).default(4),
  }),
)
