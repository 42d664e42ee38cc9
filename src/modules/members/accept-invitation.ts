import { actorId, profileOf } from '../../access/actor.ts'
import { claimOf } from '../../access/derived.ts'
import { signedIn } from '../../access/demands.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { dashboard, one, open, operation } from '../../operation/operation.ts'
import { AcceptedInvitation, PublicInvitation } from './invitations.schema.ts'
import { claimInvitation, findInvitation, memberOfInvitation } from './invitations.store.ts'

/**
 * Finds the invitation that a link opens. Throws a 404 if the link is out of date, or the calendar is suspended or
 * waits for its erasure.
 */
const invitationOf = async (token: string, deps: Deps) => {
  const claim = await claimOf('member', token, deps)
  const found = claim === null ? null : await findInvitation(deps.db, claim.id)
  if (claim === null || found === null || !(await claim.opens(found.invitation, found.calendar))) throw notFound()
  if (found.calendar.suspendedAt !== null || found.calendar.eraseAt !== null) throw notFound()
  return found
}

export const showInvitation = operation({
  id: 'members.showInvitation',
  summary: 'Get a member invitation',
  subject: 'none',
  routes: [open('GET /public/invitations/:token', { secret: true })],
  answer: one(PublicInvitation),
  async run({ params: { token } }, deps) {
    const { invitation, calendar, invitedBy } = await invitationOf(token, deps)
    const { email, role, expiresAt, acceptedAt } = invitation
    if (acceptedAt !== null || expiresAt <= deps.clock()) throw notFound()
    const { name, avatarUrl } = calendar
    return { calendar: { name, avatarUrl }, invitedBy, email, role, expiresAt: iso(expiresAt) }
  },
})

export const acceptInvitationToTeam = operation({
  id: 'members.accept',
  summary: 'Accept a member invitation',
  description:
    'If your session’s verified email address is the invited one, you become a member immediately. Otherwise an owner must confirm you, and owners see your name and email address from the identity provider.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('POST /invitations/:token/accept')],
  answer: one(AcceptedInvitation),
  async run({ params: { token }, actor }, deps) {
    const { invitation, calendar } = await invitationOf(token, deps)
    const [userId, now] = [actorId(actor), deps.clock()]
    const invitedTo = { calendar: { slug: calendar.slug, name: calendar.name } }
    if (invitation.acceptedAt !== null) {
      if (invitation.claimedBy !== userId) throw notFound()
      return { status: 'ACCEPTED' as const, ...invitedTo, role: invitation.role }
    }
    const {
      claimed: [claimed],
      made: [made],
    } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: {
        claimed: claimInvitation({
          id: invitation.id,
          linkVersion: invitation.linkVersion,
          userId,
          profile: profileOf(actor),
          now,
        }),
        made: memberOfInvitation(invitation.id, now),
      },
    })
    if (claimed === undefined) throw notFound()
    return made === undefined
      ? { status: 'AWAITING_CONFIRMATION' as const, ...invitedTo, role: claimed.role }
      : { status: 'ACCEPTED' as const, ...invitedTo, role: made.role }
  },
})
