import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { DIRECTIONS, GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, oneLine } from '../../kernel/wire.ts'

const Direction = lazy(() => z.enum(DIRECTIONS))
export const CheckpointId = lazy(() =>
  z.string().min(1).max(100).meta({ description: 'A checkpoint of the event; left out it is the main door.' }),
)

export const Checkin = lazy(() =>
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
      status: z
        .enum(['CHECKED_IN', 'CONFIRMED'])
        .meta({ description: 'Of the guest: a checkpoint changes nothing about it.' }),
      checkedInAt: InstantOutput(),
      checkedInBy: z.string(),
      checkedInByLabel: z.string().nullable().meta({ description: 'What the door pass is called, if one checked in.' }),
      gate: z.string().nullable(),
      deviceId: z.string().nullable(),
      checkpointId: z.string().nullable().meta({ description: 'Null at the main door.' }),
      checkpointName: z.string().nullable(),
      direction: Direction().nullable().meta({ description: 'Null at a door that nobody leaves.' }),
    })
    .meta({ id: 'Checkin' }),
)
export type CheckinOutput = SchemaOutput<typeof Checkin>

const PARTY_RESULTS = ['ADMITTED', 'REFUSED'] as const

/** A check-in and, where a party was let in together, what came of each of it. */
export const CreatedCheckin = lazy(() =>
  Checkin()
    .extend({
      party: z
        .array(
          z.object({
            guestId: z.string(),
            result: z.enum(PARTY_RESULTS),
            code: z.string().optional(),
            checkin: Checkin().optional(),
          }),
        )
        .optional()
        .describe('With `admitParty` alone: everybody of the party who was not in yet'),
    })
    .meta({ id: 'CreatedCheckin' }),
)

const CheckinConflict = lazy(() =>
  z
    .object({
      scannedAt: InstantOutput(),
      receivedAt: InstantOutput(),
      scannedBy: z.string(),
      scannedByLabel: z.string().nullable(),
      gate: z.string().nullable(),
      deviceId: z.string().nullable(),
      direction: Direction().nullable(),
    })
    .meta({
      id: 'CheckinConflict',
      description: 'An offline scan dated before the one that stands. It is kept and changes nothing.',
    }),
)

export const ListedCheckin = lazy(() =>
  Checkin()
    .extend({ conflicts: z.array(CheckinConflict()) })
    .meta({ id: 'ListedCheckin' }),
)

export type ListedCheckinOutput = SchemaOutput<typeof ListedCheckin>

const MAX_CODE_LENGTH = 512
const Identifier = lazy(() => z.string().min(1, 'must not be empty').max(MAX_CODE_LENGTH))
const scanFields = lazy(() => ({
  qrCode: Identifier().optional().meta({ description: 'The raw code, or the full address of its image.' }),
  guestId: Identifier().optional(),
  gate: oneLine(100).nullish(),
  deviceId: oneLine(100).nullish(),
  checkpointId: CheckpointId().nullish(),
  direction: Direction().nullish().meta({ description: 'IN if left out; OUT only at doors that people leave.' }),
}))

const hasOneIdentifier = ({ qrCode, guestId }: { qrCode?: string | undefined; guestId?: string | undefined }) =>
  (qrCode === undefined) !== (guestId === undefined)
const exactlyOne = { path: ['qrCode'], message: 'give exactly one of qrCode and guestId' }

export const NewCheckin = lazy(() =>
  z
    .object({
      ...scanFields(),
      scannedAt: InstantInput().nullish(),
      admitParty: z
        .boolean()
        .optional()
        .describe('At the main door: lets everybody in who was registered together and is not in yet'),
    })
    .refine(hasOneIdentifier, exactlyOne),
)

export const OfflineScan = lazy(() =>
  z.object({ ...scanFields(), scannedAt: InstantInput() }).refine(hasOneIdentifier, exactlyOne),
)

const UPLOAD_RESULTS = ['ACCEPTED', 'DUPLICATE', 'CONFLICT', 'REFUSED'] as const

/** A scan of no known form is answered for itself, so that it never keeps the others out; the document shows the form. */
const AnyScan = lazy(() =>
  z.unknown().meta({
    type: 'object',
    required: ['scannedAt'],
    properties: {
      qrCode: { type: 'string' },
      guestId: { type: 'string' },
      scannedAt: { type: 'string', format: 'date-time' },
      gate: { type: ['string', 'null'] },
      deviceId: { type: ['string', 'null'] },
      checkpointId: { type: ['string', 'null'] },
      direction: { type: ['string', 'null'], enum: [...DIRECTIONS, null] },
    },
  }),
)
export const OfflineScans = lazy(() => z.object({ scans: z.array(AnyScan()).max(100) }))

export const OfflineResults = lazy(() =>
  z
    .object({
      results: z.array(
        z.object({
          index: z.int(),
          result: z.enum(UPLOAD_RESULTS),
          code: z.string().optional(),
          overLimit: z
            .literal(true)
            .optional()
            .meta({ description: 'There was no room left: a limit binds live scans.' }),
          checkin: Checkin().optional(),
        }),
      ),
    })
    .meta({ id: 'OfflineResults' }),
)

export type OfflineResult = SchemaOutput<typeof OfflineResults>['results'][number]

export const LookupQuery = lazy(() => z.object({ qrCode: Identifier(), checkpointId: CheckpointId().optional() }))

export const Lookup = lazy(() =>
  z
    .object({
      guestId: z.string(),
      name: z.string(),
      email: z.string(),
      status: z.enum(GUEST_STATUSES),
      ticketId: z.string().nullable(),
      ticketName: z.string().nullable(),
      alreadyCheckedIn: z.boolean().meta({ description: 'At this door; false again for whoever has left by it.' }),
      checkpointId: z.string().nullable(),
      checkpointName: z.string().nullable(),
      direction: Direction().nullable().meta({ description: 'The way they went last, at a door that people leave.' }),
      checkedInAt: InstantOutput().nullable(),
      checkedInByLabel: z.string().nullable(),
      gate: z.string().nullable().meta({ description: 'Where the guest was checked in.' }),
      party: z
        .object({
          id: z.string(),
          size: z.int(),
          inside: z.int(),
          guests: z.array(z.object({ id: z.string(), name: z.string(), status: z.enum(GUEST_STATUSES) })),
        })
        .nullable()
        .describe('Who was registered together; null for whoever came alone, and at checkpoints'),
      answers: z
        .array(z.object({ question: z.string(), answer: z.string() }))
        .meta({ description: 'The answers to questions that are marked to be shown at the door.' }),
    })
    .meta({ id: 'CheckinLookup' }),
)
export type LookupOutput = SchemaOutput<typeof Lookup>

export const SearchQuery = lazy(() =>
  z.object({
    q: oneLine(100)
      .pipe(z.string().min(2, 'must be two letters at least'))
      .meta({ description: 'Part of a name or of an e-mail address.' }),
    checkpointId: CheckpointId().optional(),
  }),
)
