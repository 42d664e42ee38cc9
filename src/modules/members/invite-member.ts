import { actorId } from '../../access/actor.ts'
import { linkTokenOf, type LinkCalendar } from '../../access/derived.ts'
import { owner } from '../../access/demands.ts'
import type { MemberInvitationRow } from '../../db/rows.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { dayOf, resetOf } from '../../kernel/quotas.ts'
import { DAY_MS, iso, type Instant } from '../../kernel/time.ts'
import { dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { TeamInvitation, NewInvitation } from './invitations.schema.ts'
import {
  acceptedBy,
  askedBy,
  insertInvitation,
  confirmInvitation,
  deleteInvitation,
  findInvitation,
  listInvitationsOf,
  mayInviteMember,
  wasAsked,
  memberOfInvitation,
  whyNotInvited,
} from './invitations.store.ts'
import { Member } from './members.ts'
import { listMembersOf } from './members.store.ts'
import { countRecipients } from '../seats/index.ts'

const VALID_MS = 7 * DAY_MS

/**
 * The token is in the URL fragment, which browsers never send to a server. The console asks the user to sign in before
 * they accept.
 */
export const invitationUrlOf = async (
  invitation: MemberInvitationRow,
  calendar: LinkCalendar,
  deps: Pick<Deps, 'vault' | 'config'>,
) => `${deps.config.pagesUrl}/console#invitation=${await linkTokenOf('member', invitation, calendar, deps)}`

const statusOf = ({ claimedBy, expiresAt }: MemberInvitationRow, now: Instant) =>
  claimedBy !== null ? ('AWAITING_CONFIRMATION' as const) : expiresAt <= now ? ('EXPIRED' as const) : ('OPEN' as const)

const toInvitation = (row: MemberInvitationRow, now: Instant) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: statusOf(row, now),
  claim:
    row.claimedAt === null ? null : { name: row.claimedName, email: row.claimedEmail, claimedAt: iso(row.claimedAt) },
  createdAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
})

export const inviteMember = operation({
  id: 'members.invite',
  effects: ['mails'],
  summary: 'Create a member invitation',
  description:
    'Emails a link that works for 7 days and for one person. A user with this verified email address becomes a member immediately. Anyone else waits for an owner’s confirmation. Inviting the same address again sends a new link.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/invitations')],
  body: NewInvitation,
  answer: one(TeamInvitation),
  refusals: ['erasure_pending', 'invitation_limit_reached', 'quota_exceeded', 'role_insufficient'],
  async run({ calendar, body, actor }, deps) {
    const now = deps.clock()
    const moveId = deps.newId('mov')
    const values = {
      ...body,
      id: deps.newId('inv'),
      calendarId: calendar.id,
      moveId,
      createdBy: actorId(actor),
      createdAt: now,
      expiresAt: now + VALID_MS,
      mostRecipients: deps.config.quotas.recipientsPerDay[calendar.plan],
      day: dayOf(now),
      dayEnds: resetOf(now),
    }
    const { why, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: {
        why: whyNotInvited(values),
        made: insertInvitation(values),
        counted: countRecipients(calendar.id, now, askedBy(moveId)),
      },
      mails: [
        {
          kind: 'member-invitation',
          cause: moveId,
          recipient: body.email,
          data: { moveId },
          when: wasAsked(moveId),
          isLimited: true,
        },
      ],
    })
    return mayInviteMember.refusal(why[0]) ?? toInvitation(onlyRow(made), now)
  },
})

export const listInvitations = operation({
  id: 'members.invitations',
  summary: 'List member invitations',
  description: 'Returns member invitations that haven’t been accepted yet, newest first.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/invitations')],
  answer: listOf(TeamInvitation),
  async run({ calendar }, { db, clock }) {
    const now = clock()
    return (await rowsFrom(db, listInvitationsOf(calendar.id))).map((row) => toInvitation(row, now))
  },
})

export const withdrawInvitation = operation({
  id: 'members.withdrawInvitation',
  summary: 'Delete a member invitation',
  description: 'The link stops working, and anyone waiting for confirmation is refused.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/invitations/:invitationId')],
  answer: one(Deleted),
  async run({ calendar, params: { invitationId } }, deps) {
    const [gone] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [deleteInvitation(calendar.id, invitationId)],
    })
    if (gone.length === 0) throw notFound()
    return deleted(invitationId)
  },
})

export const confirmMember = operation({
  id: 'members.confirm',
  summary: 'Confirm a member',
  description:
    'Makes the person who opened the member invitation a member, regardless of their email address. Fails with 409 if no one has opened it.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/invitations/:invitationId/confirm')],
  answer: one(Member),
  refusals: ['invalid_transition'],
  async recover(effectId, { calendar }, { db }) {
    return (await rowsFrom(db, listMembersOf(calendar.id))).find(({ userId }) => userId === effectId) ?? null
  },
  async run({ calendar, params: { invitationId } }, deps) {
    const now = deps.clock()
    const {
      made: [made],
      team,
    } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: {
        confirmed: confirmInvitation(calendar.id, invitationId, now),
        made: memberOfInvitation(invitationId, now),
        team: listMembersOf(calendar.id),
      },
      effectId: acceptedBy(invitationId, now),
    })
    const member = team.find(({ userId }) => userId === made?.userId)
    if (member !== undefined) return member
    const known = await findInvitation(deps.db, invitationId)
    if (known?.calendar.id !== calendar.id || known.invitation.acceptedAt !== null) throw notFound()
    return refusal('invalid_transition', {
      says: 'No one has opened this member invitation yet.',
      data: { status: 'OPEN' },
    })
  },
})
