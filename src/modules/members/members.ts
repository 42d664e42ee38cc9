import * as z from 'zod'
import { owner } from '../../access/demands.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { ROLES } from '../../kernel/vocabulary.ts'
import type { Instant } from '../../kernel/time.ts'
import { dashboard, deleted, Deleted, listOf, one, operation, reply } from '../../operation/operation.ts'
import { recheckDoors } from '../checkins/index.ts'
import { pauseExportsOf } from '../exports/index.ts'
import { withdrawInvitationsOf } from './invitations.store.ts'
import {
  countCredentialsOf,
  deleteMember,
  hasRole,
  keepsAnOwner,
  listMembersOf,
  putMemberStatement,
} from './members.store.ts'

/** `userId` is exactly the `sub` of the token, so it must be neither trimmed nor case-folded. */
const UserId = lazy(() => z.string().min(1, 'must not be empty').max(255))
const Role = lazy(() => z.enum(ROLES))
export const Member = lazy(() =>
  z
    .object({
      userId: z.string(),
      role: Role(),
      name: z.string().nullable().describe('Name from the identity provider. Null unless the member shares it.'),
      email: z.string().nullable().describe('Verified email address. Null unless the member shares it.'),
    })
    .meta({ id: 'Member' }),
)
/**
 * Returns the statements that run in the batch of a lower or removed role: they pause the user's scheduled exports and
 * delete their open invitations. Each one applies only if the user's role no longer covers it.
 */
const losing = (calendarId: string, userId: string, now: Instant) => {
  const { statements, mails } = pauseExportsOf(calendarId, userId, now)
  return { mails, statements: { ...statements, withdrawn: withdrawInvitationsOf(calendarId, userId) } }
}

/**
 * Removes a user who erases their account. A last owner stays: the account then waits, unless its calendar is erased.
 */
export const leaveCalendar = async (calendarId: string, userId: string, deps: Deps) => {
  const lost = losing(calendarId, userId, deps.clock())
  await deps.commit({
    calendarId,
    seenBy: 'team',
    statements: { ...deleteMember(calendarId, userId), ...lost.statements },
    mails: lost.mails,
  })
  recheckDoors(calendarId, deps)
}

const counted = (count: number, singular: string, plural: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`]

/**
 * Counts the API keys and door passes that the removed member created. They stay valid, because the service doesn't know
 * who else uses them.
 */
const remindOf = ({ keys, passes }: { keys: number; passes: number }) => {
  const all = [...counted(keys, 'API key', 'API keys'), ...counted(passes, 'door pass', 'door passes')]
  return all.length === 0
    ? {}
    : { message: `Still valid: ${all.join(' and ')}, created by this member. Revoke any that they may have kept.` }
}

const NewMember = lazy(() => z.object({ userId: UserId(), role: Role() }))

export const listMembers = operation({
  id: 'members.list',
  summary: 'List members',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/members')],
  answer: listOf(Member),
  run: ({ calendar }, { db }) => rowsFrom(db, listMembersOf(calendar.id)),
})

export const putMember = operation({
  id: 'members.put',
  effects: ['mails'],
  summary: 'Add or update a member',
  description:
    'Sets the member’s role. Fails with 409 if no owner would remain. A lower role pauses the scheduled exports that the member is responsible for and no longer covers. Only an owner’s invitations stay open.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/members')],
  body: NewMember,
  answer: one(Member),
  refusals: ['last_owner'],
  /**
   * The interrupted request had already succeeded. If another owner has removed the member or changed their role since
   * then, that later change wins.
   */
  async recover(_effectId, { calendar, body }, { db }) {
    const member = (await rowsFrom(db, listMembersOf(calendar.id))).find(({ userId }) => userId === body.userId)
    return member ?? notFound()
  },
  async run({ calendar, body }, deps) {
    const now = deps.clock()
    const lost = losing(calendar.id, body.userId, now)
    const { judged, there } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { ...putMemberStatement(calendar.id, body.userId, body.role, now), ...lost.statements },
      mails: lost.mails,
      effectId: hasRole(calendar.id, body.userId, body.role),
    })
    return keepsAnOwner.refusal(judged[0]) ?? onlyRow(there)
  },
})

export const removeMember = operation({
  id: 'members.remove',
  effects: ['mails'],
  summary: 'Delete a member',
  description:
    'Pauses the scheduled exports that the member is responsible for, deletes the open invitations they sent and closes their live sockets. API keys and door passes they created keep working; `message` counts them. Fails with 409 for the last owner.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/members/:userId')],
  answer: one(Deleted),
  refusals: ['last_owner'],
  async run({ calendar, params: { userId } }, deps) {
    const now = deps.clock()
    const lost = losing(calendar.id, userId, now)
    const { judged, gone, left } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: {
        ...deleteMember(calendar.id, userId),
        ...lost.statements,
        left: countCredentialsOf(calendar.id, userId, now),
      },
      mails: lost.mails,
    })
    const refused = keepsAnOwner.refusal(judged[0])
    if (refused !== null) return refused
    if (gone.length === 0) throw notFound()
    recheckDoors(calendar.id, deps)
    return reply(deleted(userId), remindOf(onlyRow(left)))
  },
})
