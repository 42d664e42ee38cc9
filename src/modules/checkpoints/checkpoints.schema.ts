import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { CHECKPOINT_MODES } from '../../kernel/vocabulary.ts'
import { InstantOutput, LocalOrInstant, oneLine } from '../../kernel/wire.ts'

export const MAX_CHECKPOINTS = 50
const MAX_INSIDE = 1_000_000
const MAX_TICKET_IDS = 50

export const Checkpoint = lazy(() =>
  z
    .object({
      id: z.string(),
      eventId: z.string(),
      name: z.string(),
      mode: z.enum(CHECKPOINT_MODES),
      ticketIds: z.array(z.string()).nullable(),
      opensAt: InstantOutput().nullable(),
      closesAt: InstantOutput().nullable(),
      limit: z.int().nullable(),
      createdAt: InstantOutput(),
      updatedAt: InstantOutput(),
    })
    .meta({ id: 'Checkpoint' }),
)
export type CheckpointOutput = SchemaOutput<typeof Checkpoint>

export const CheckpointChanges = lazy(() =>
  z
    .object({
      name: oneLine(60),
      mode: z.enum(CHECKPOINT_MODES).meta({
        description: 'ONCE ever, DAILY once on each day of the event’s zone, IN_OUT again whenever they have left.',
      }),
      ticketIds: z
        .array(z.string().max(100))
        .min(1)
        .max(MAX_TICKET_IDS)
        .nullable()
        .meta({ description: 'Whose holders are let in; null: all.' }),
      opensAt: LocalOrInstant().nullable().meta({ description: 'Null: as the main door.' }),
      closesAt: LocalOrInstant().nullable().meta({ description: 'Null: as the main door.' }),
      limit: z
        .int()
        .min(1)
        .max(MAX_INSIDE)
        .nullable()
        .meta({ description: 'How many may be inside at once; where days count, on one day.' }),
    })
    .partial(),
)
export type CheckpointChangesInput = SchemaOutput<typeof CheckpointChanges>

export const NewCheckpoint = lazy(() =>
  CheckpointChanges().extend({ name: oneLine(60), mode: z.enum(CHECKPOINT_MODES) }),
)
