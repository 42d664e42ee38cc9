import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { InstantOutput, oneLine } from '../../kernel/wire.ts'

const LONGEST_PASS_HOURS = 24

export const DoorPass = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      label: z.string(),
      gate: z.string().nullable(),
      checkpointId: z.string().nullable(),
      status: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']),
      createdAt: InstantOutput(),
      createdBy: z.string(),
      expiresAt: InstantOutput(),
      lastUsedAt: InstantOutput().nullable(),
      revokedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'DoorPass' }),
)
export type DoorPassOutput = SchemaOutput<typeof DoorPass>

/** The only response that contains the door pass's token. */
export const CreatedDoorPass = lazy(() =>
  DoorPass()
    .extend({
      token: z.string(),
      url: z
        .string()
        .meta({ description: 'Kiosk URL. The token is in the fragment after `#`, which browsers don’t send.' }),
      qrImage: z.string().meta({ description: 'QR code of `url`: a PNG as a `data:` URL.' }),
    })
    .meta({ id: 'CreatedDoorPass' }),
)

export const NewDoorPass = lazy(() =>
  z.object({
    label: oneLine(60).meta({ description: 'Name of the person or device, shown on every check-in.' }),
    gate: oneLine(100)
      .nullish()
      .meta({ description: 'Entrance assigned to the pass. Overrides `gate` on every scan.' }),
    checkpointId: z
      .string()
      .max(100)
      .nullish()
      .meta({ description: 'Checkpoint the pass is limited to. If omitted, it works at every door of the event.' }),
    hours: z.int().min(1).max(LONGEST_PASS_HOURS).optional().meta({
      description:
        'Hours until the pass expires, at most 24. If omitted, the pass expires 2 hours after the event ends.',
    }),
  }),
)
