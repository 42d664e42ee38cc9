import * as z from 'zod'
import { ROLES } from '../../kernel/vocabulary.ts'

/** A user id is the token's `sub` to the letter, so nothing in it is trimmed or folded. */
const UserId = z.string().min(1, 'must not be empty').max(255)
const Role = z.enum(ROLES)

export const Member = z.object({ userId: z.string(), role: Role }).meta({ id: 'Member' })
export const NewMember = z.object({ userId: UserId, role: Role })
export const MemberParams = z.object({ slug: z.string(), userId: z.string() })
