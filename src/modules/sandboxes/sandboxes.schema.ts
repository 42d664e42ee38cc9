import * as z from 'zod'
import { lazy, type SchemaInput } from '../../kernel/lazy.ts'
import { oneLine } from '../../kernel/wire.ts'

const sandboxFields = () => ({
  id: z.string().meta({ description: 'For example `sbx_4fKq2ZbT9c`.' }),
  name: z.string(),
  baseUrl: z.string().meta({ description: 'Base URL of the sandbox’s API.' }),
  pagesUrl: z.string().meta({ description: 'Base URL of its public pages.' }),
  clock: z.iso.datetime().meta({ description: 'Current time of its clock.' }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'Time at which the service deletes the sandbox if no request uses it before.' }),
})

export const Sandbox = lazy(() => z.object(sandboxFields()).meta({ id: 'Sandbox' }))

export const CreatedSandbox = lazy(() =>
  z
    .object({
      ...sandboxFields(),
      key: z.string().meta({ description: 'API key of the sandbox. Only this response contains it.' }),
    })
    .meta({ id: 'CreatedSandbox' }),
)

export const NewSandbox = lazy(() =>
  z
    .object({
      name: oneLine(100).optional().meta({ description: 'Defaults to “Sandbox”.' }),
      now: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'Initial time of the clock, between 2020 and 2100. Default: now.' }),
      seed: z
        .int()
        .min(0)
        .max(2_147_483_647)
        .optional()
        .meta({ description: 'Seed of the ids. The same seed gives the same ids. Default: random ids.' }),
    })
    .meta({ id: 'NewSandbox', examples: [{ name: 'Expiring offers', seed: 7 }] }),
)

export type SandboxOutput = SchemaInput<typeof Sandbox>
