import * as z from 'zod'
import { lazily } from '../../kernel/lazily.ts'
import { RECOVERY_STATUSES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput } from '../../kernel/wire.ts'

export const Recovery = lazily(() =>
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

const Missed = lazily(() => z.enum(['failed', 'cancelled']))

export const NewRecovery = lazily(() =>
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
