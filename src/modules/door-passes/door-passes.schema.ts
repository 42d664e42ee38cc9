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

/** The only answer that holds the token. */
export const CreatedDoorPass = lazy(() =>
  DoorPass()
    .extend({
      token: z.string(),
      url: z.string().meta({ description: 'Opens the kiosk. The token stands behind the #, which no browser sends.' }),
      qrImage: z.string().meta({ description: 'The same address as a QR code: a PNG in a data: URL.' }),
    })
    .meta({ id: 'CreatedDoorPass' }),
)

export const NewDoorPass = lazy(() =>
  z.object({
    label: oneLine(60).meta({ description: 'Who or what checks in with it; written on every check-in.' }),
    gate: oneLine(100).nullish().meta({ description: 'Where it stands; overrides the gate of every scan.' }),
    checkpointId: z
      .string()
      .max(100)
      .nullish()
      .meta({ description: 'The one checkpoint that it works at; left out it works at every door of the event.' }),
    hours: z.int().min(1).max(LONGEST_PASS_HOURS),
  }),
)
