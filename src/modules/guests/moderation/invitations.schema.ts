import * as z from 'zod'
import { lazy } from '../../../kernel/lazy.ts'
import { manyLines } from '../../../kernel/wire.ts'

const MAX_INVITATIONS = 500
export const NewInvitations = lazy(() =>
  z.object({
    emails: z.array(z.string().max(1_000)).min(1).max(MAX_INVITATIONS),
    message: manyLines(5_000).optional(),
  }),
)
