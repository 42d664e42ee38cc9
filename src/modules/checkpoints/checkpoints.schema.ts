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
        description:
          'ONCE admits a guest once, DAILY once per day in the event’s time zone, IN_OUT again after they leave.',
      }),
      ticketIds: z
        .array(z.string().max(100))
        .min(1)
        .max(MAX_TICKET_IDS)
        .nullable()
        .meta({ description: 'Tickets accepted at this checkpoint. Null accepts every ticket.' }),
      opensAt: LocalOrInstant()
        .nullable()
        .meta({ description: 'Opening time. Null means the main door’s opening time.' }),
      closesAt: LocalOrInstant()
        .nullable()
        .meta({ description: 'Closing time. Null means the main door’s closing time.' }),
      limit: z.int().min(1).max(MAX_INSIDE).nullable().meta({
        description:
          'Maximum number of guests inside at the same time or, in DAILY mode, admitted per day. Null means no limit.',
      }),
    })
    .partial(),
)
export type CheckpointChangesInput = SchemaOutput<typeof CheckpointChanges>

export const NewCheckpoint = lazy(() =>
  CheckpointChanges().extend({ name: oneLine(60), mode: z.enum(CHECKPOINT_MODES) }),
)
