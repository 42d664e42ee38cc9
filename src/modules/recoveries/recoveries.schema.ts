import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { RECOVERY_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput } from '../../kernel/wire.ts'

export const Recovery = lazy(() =>
  z
    .object({
      id: z.string(),
      status: z.enum(RECOVERY_STATUSES),
      matched: z.int().describe('How many deliveries it found when it began'),
      sent: z.int().describe('How many of them it has tried'),
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
    since: InstantInput().describe('Of deliveries made from then on'),
    until: InstantInput().optional().describe('And before then; left out, or in the future: until now'),
    statuses: z
      .array(Missed())
      .min(1, 'must name at least one status')
      .transform((statuses) => [...new Set(statuses)])
      .optional()
      .describe('Both, if left out'),
  }),
)
