import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { RECOVERY_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput } from '../../kernel/wire.ts'

export const Recovery = lazy(() =>
  z
    .object({
      id: z.string(),
      status: z.enum(RECOVERY_STATUSES),
      matched: z.int().describe('Number of deliveries found at the start.'),
      sent: z.int().describe('Number of deliveries attempted.'),
      succeeded: z.int(),
      failed: z.int(),
      since: InstantOutput(),
      until: InstantOutput(),
      createdAt: InstantOutput(),
      completedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'WebhookRecovery' }),
)

const Missed = lazy(() => z.enum(['failed', 'cancelled']))

export const NewRecovery = lazy(() =>
  z.object({
    since: InstantInput().describe('Start of the range, by the creation time of deliveries.'),
    until: InstantInput()
      .optional()
      .describe('End of the range, exclusive. Default: now. A future time is treated as now.'),
    statuses: z
      .array(Missed())
      .min(1, 'must contain at least one status')
      .transform((statuses) => [...new Set(statuses)])
      .optional()
      .describe('Delivery statuses to resend. Default: both.'),
  }),
)
