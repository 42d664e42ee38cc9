import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { KEY_MODES, SCOPE_NAMES } from '../../kernel/vocabulary.ts'
import { InstantInput, InstantOutput, oneLine } from '../../kernel/wire.ts'

export const ScopeName = lazily(() => z.enum(SCOPE_NAMES))
const Mode = lazily(() => z.enum(KEY_MODES))

export const ApiKey = lazily(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(ScopeName()),
      isActive: z.boolean(),
      mode: Mode(),
      createdAt: InstantOutput(),
      createdBy: z.string(),
      lastUsedAt: InstantOutput().nullable(),
      expiresAt: InstantOutput().nullable(),
      revokedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'ApiKey' }),
)
export type ApiKeyOutput = Parsed<typeof ApiKey>

/** The only answer that holds the whole key. */
export const CreatedApiKey = lazily(() => ApiKey().extend({ key: z.string() }).meta({ id: 'CreatedApiKey' }))

const Name = lazily(() => oneLine(100))

export const NewApiKey = lazily(() =>
  z.object({
    name: Name(),
    scopes: z
      .array(ScopeName())
      .min(1, 'must name at least one scope')
      .max(100)
      .transform((given) => SCOPE_NAMES.filter((scope) => given.includes(scope))),
    mode: Mode().optional(),
    expiresAt: InstantInput().nullable().optional(),
  }),
)

export const ApiKeyChanges = lazily(() => z.object({ name: Name(), isActive: z.boolean() }).partial())

/** Names the calendar where the path does not. */
export const CalendarInQuery = lazily(() => z.object({ calendarSlug: z.string().optional() }))
