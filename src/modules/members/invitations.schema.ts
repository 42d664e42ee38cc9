import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { ROLES } from '../../kernel/vocabulary.ts'
import { Email, InstantOutput } from '../../kernel/wire.ts'

const Role = lazy(() => z.enum(ROLES))

export const NewInvitation = lazy(() =>
  z.object({ email: Email(), role: Role() }).meta({ examples: [{ email: 'bjork@team.example', role: 'MANAGER' }] }),
)

export const TeamInvitation = lazy(() =>
  z
    .object({
      id: z.string(),
      email: z.string(),
      role: Role(),
      status: z
        .enum(['OPEN', 'AWAITING_CONFIRMATION', 'EXPIRED'])
        .describe(
          'Status. AWAITING_CONFIRMATION means the person who opened the link doesn’t have the invited address as their verified email address.',
        ),
      claim: z
        .object({ name: z.string().nullable(), email: z.string().nullable(), claimedAt: InstantOutput() })
        .nullable()
        .describe('Person who opened the link, according to their identity provider. Null if unopened.'),
      createdAt: InstantOutput(),
      expiresAt: InstantOutput(),
    })
    .meta({ id: 'Invitation' }),
)

/** Data that anyone with the link may see before signing in. */
export const PublicInvitation = lazy(() =>
  z
    .object({
      calendar: z.object({ name: z.string(), avatarUrl: z.string().nullable() }),
      invitedBy: z
        .string()
        .nullable()
        .describe('Name of the owner who sent the invitation. Null unless they share it with members.'),
      email: z.string(),
      role: Role(),
      expiresAt: InstantOutput(),
    })
    .meta({ id: 'ShownInvitation' }),
)

export const AcceptedInvitation = lazy(() =>
  z
    .object({
      status: z.enum(['ACCEPTED', 'AWAITING_CONFIRMATION']),
      calendar: z.object({ slug: z.string(), name: z.string() }),
      role: Role(),
    })
    .meta({ id: 'AcceptedInvitation' }),
)
