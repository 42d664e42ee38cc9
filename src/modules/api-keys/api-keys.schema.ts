import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { AGENT_LIMITS, KEY_MODES, SCOPE_NAMES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, oneLine } from '../../kernel/wire.ts'

export const ScopeName = lazy(() => z.enum(SCOPE_NAMES))
const Mode = lazy(() => z.enum(KEY_MODES))
const AgentsMay = lazy(() =>
  z
    .enum(AGENT_LIMITS)
    .describe(
      'Limit for assistants with the key, over MCP. `read` lets it only read. `ask` lets it carry out a quote only after its program has asked a person. `confirm`, the default, also lets it confirm a quote itself.',
    ),
)

export const ApiKey = lazy(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(ScopeName()),
      isActive: z.boolean(),
      mode: Mode(),
      agentsMay: AgentsMay(),
      createdAt: InstantOutput(),
      createdBy: z.string(),
      lastUsedAt: InstantOutput().nullable(),
      expiresAt: InstantOutput().nullable(),
      revokedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'ApiKey' }),
)
export type ApiKeyOutput = SchemaOutput<typeof ApiKey>

/** The only response that contains the full key. */
export const CreatedApiKey = lazy(() => ApiKey().extend({ key: z.string() }).meta({ id: 'CreatedApiKey' }))

const Name = lazy(() => oneLine(100))

export const NewApiKey = lazy(() =>
  z.object({
    name: Name(),
    scopes: z
      .array(ScopeName())
      .min(1, 'must contain at least one scope')
      .max(100)
      .transform((given) => SCOPE_NAMES.filter((scope) => given.includes(scope))),
    mode: Mode().optional(),
    agentsMay: AgentsMay().optional(),
    expiresAt: InstantInput().nullable().optional(),
  }),
)

export const ApiKeyChanges = lazy(() =>
  z.object({ name: Name(), isActive: z.boolean(), agentsMay: AgentsMay() }).partial(),
)

/** Slug of the calendar, for routes that have no slug in their path. */
export const CalendarInQuery = lazy(() => z.object({ calendarSlug: z.string().optional() }))
