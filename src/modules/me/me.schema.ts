import * as z from 'zod'
import { SCOPE_NAMES } from '../../access/scopes.ts'
import { lazily } from '../../kernel/lazily.ts'
import { KEY_MODES, PLANS, ROLES } from '../../kernel/vocabulary.ts'
import { Calendar } from '../calendars/index.ts'

const Plan = lazily(() => z.enum(PLANS))

export const KeyIdentity = lazily(() =>
  z
    .object({
      keyId: z.string(),
      calendar: Calendar(),
      scopes: z.array(z.enum(SCOPE_NAMES)),
      plan: Plan(),
      mode: z.enum(KEY_MODES),
    })
    .meta({ id: 'KeyIdentity' }),
)

export const UserIdentity = lazily(() =>
  z
    .object({
      userId: z.string(),
      calendars: z.array(
        z.object({ id: z.string(), slug: z.string(), name: z.string(), plan: Plan(), role: z.enum(ROLES) }),
      ),
    })
    .meta({ id: 'UserIdentity' }),
)
