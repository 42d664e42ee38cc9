import * as z from 'zod'
import { lazily } from '../../kernel/lazily.ts'
import { ROLES } from '../../kernel/vocabulary.ts'

/** A user id is the token's `sub` to the letter, so nothing in it is trimmed or folded. */
const UserId = lazily(() => z.string().min(1, 'must not be empty').max(255))
const Role = lazily(() => z.enum(ROLES))

export const Member = lazily(() => z.object({ userId: z.string(), role: Role() }).meta({ id: 'Member' }))
export const NewMember = lazily(() => z.object({ userId: UserId(), role: Role() }))
export const MemberParams = lazily(() => z.object({ slug: z.string(), userId: z.string() }))
