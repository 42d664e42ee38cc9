import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { DIRECTIONS, GUEST_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, oneLine, RegistrationAnswerOutput } from '../../kernel/wire.ts'

const Direction = lazy(() => z.enum(DIRECTIONS))
export const CheckpointId = lazy(() =>
  z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'Id of a checkpoint of the event. If omitted, the main door is used.' }),
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
        .meta({ description: 'Guest status. Checkpoint scans don’t change it.' }),
      checkedInAt: InstantOutput(),
      checkedInBy: z.string(),
      checkedInByLabel: z.string().nullable().meta({
        description:
          'Name of the door pass, API key or member at the time of the scan. Null if the member hasn’t shared their name.',
      }),
      gate: z.string().nullable(),
      deviceId: z.string().nullable(),
      checkpointId: z.string().nullable().meta({ description: 'Checkpoint id. Null at the main door.' }),
      checkpointName: z.string().nullable(),
      direction: Direction()
        .nullable()
        .meta({ description: 'Direction of the scan. Null at doors that don’t record exits.' }),
    })
    .meta({ id: 'Checkin' }),
)
export type CheckinOutput = SchemaOutput<typeof Checkin>

const PARTY_RESULTS = ['ADMITTED', 'REFUSED'] as const

/** A check-in. If the request set `admitParty`, it also has the result for each member of the party. */
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
        .describe(
          'Results for the scanned guest and the other confirmed guests of the party; at the main door, without others who are already inside. `code` says why a guest wasn’t admitted. Present only with `admitParty`.',
        ),
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
      description: 'Offline scan dated before the valid check-in. It is stored but has no effect.',
    }),
)

export const ListedCheckin = lazy(() =>
  Checkin()
    .extend({ conflicts: z.array(CheckinConflict()) })
    .meta({ id: 'ListedCheckin' }),
)

export type ListedCheckinOutput = SchemaOutput<typeof ListedCheckin>

const MOST_OF_A_CODE = 512
const Identifier = lazy(() => z.string().min(1, 'must not be empty').max(MOST_OF_A_CODE))
const scanFields = lazy(() => ({
  qrCode: Identifier().optional().meta({ description: 'Raw QR code or full URL of its image.' }),
  guestId: Identifier().optional(),
  gate: oneLine(100).nullish(),
  deviceId: oneLine(100).nullish(),
  checkpointId: CheckpointId().nullish(),
  direction: Direction()
    .nullish()
    .meta({ description: 'Direction of the scan. Default: IN. OUT works only at doors that record exits.' }),
}))

const hasOneIdentifier = ({ qrCode, guestId }: { qrCode?: string | undefined; guestId?: string | undefined }) =>
  (qrCode === undefined) !== (guestId === undefined)
const exactlyOne = {
  path: ['qrCode'],
  message: 'is required unless guestId is given (send exactly one of qrCode and guestId)',
}

export const NewCheckin = lazy(() =>
  z
    .object({
      ...scanFields(),
      scannedAt: InstantInput().nullish(),
      admitParty: z
        .boolean()
        .optional()
        .describe(
          'Whether to also admit all other guests of the party, in one commit. At a checkpoint, admits those who may enter there. Not with direction OUT.',
        ),
    })
    .refine(hasOneIdentifier, exactlyOne),
)

/** Scans of a batch are parsed one by one, so an explicit null is dropped here and not when the request is read. */
const orNull = <Field extends z.ZodType>(field: Field) => field.nullish().transform((given) => given ?? undefined)

export const OfflineScan = lazy(() =>
  z
    .object({
      ...scanFields(),
      qrCode: orNull(Identifier()),
      guestId: orNull(Identifier()),
      scannedAt: InstantInput(),
    })
    .refine(hasOneIdentifier, exactlyOne),
)

const UPLOAD_RESULTS = ['ACCEPTED', 'DUPLICATE', 'CONFLICT', 'REFUSED'] as const

/**
 * Accepts any value: an invalid scan gets its own `REFUSED` result and must not fail the other scans. The metadata
 * shows the expected fields in the OpenAPI document.
 */
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
        z
          .object({
            index: z.int(),
            result: z.enum(UPLOAD_RESULTS),
            code: z.string().optional(),
            overLimit: z.literal(true).optional().meta({
              description:
                'Present if the offline scan exceeded the limit. The scan still counts, because only live scans are refused.',
            }),
            checkin: Checkin().optional(),
          })
          .meta({ id: 'UploadedScan' }),
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
      alreadyCheckedIn: z.boolean().meta({
        description: 'Whether the guest is checked in at this door. Becomes false again when they leave through it.',
      }),
      checkpointId: z.string().nullable(),
      checkpointName: z.string().nullable(),
      direction: Direction()
        .nullable()
        .meta({ description: 'Direction of the last scan. Null at doors that don’t record exits.' }),
      checkedInAt: InstantOutput().nullable(),
      checkedInByLabel: z.string().nullable(),
      gate: z.string().nullable().meta({ description: 'Entrance where the guest checked in.' }),
      party: z
        .object({
          id: z.string(),
          size: z.int(),
          inside: z.int(),
          guests: z.array(z.object({ id: z.string(), name: z.string(), status: z.enum(GUEST_STATUSES) })),
        })
        .nullable()
        .describe(
          'Party the guest was registered with. Null if the guest has no party, and always null at checkpoints.',
        ),
      answers: z.array(RegistrationAnswerOutput()).meta({ description: 'Answers to questions marked `showAtDoor`.' }),
    })
    .meta({ id: 'CheckinLookup' }),
)
export type LookupOutput = SchemaOutput<typeof Lookup>

export const SearchQuery = lazy(() =>
  z.object({
    q: oneLine(100)
      .pipe(z.string().min(2, 'must be at least 2 letters long'))
      .meta({ description: 'Part of a name or email address.' }),
    checkpointId: CheckpointId().optional(),
  }),
)
