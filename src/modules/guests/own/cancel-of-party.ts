import { actingAs } from '../../../db/commit.ts'
import { judgedBy } from '../../../db/guard.ts'
import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { invalid, refusal } from '../../../kernel/failure.ts'
import { paidBack, type CancellationQuote } from './own-refunds.ts'
import { endPagesOf } from '../../payments/index.ts'
import {
  afterLeaving,
  leave,
  mailOfMove,
  mailOfPartyLeft,
  mayCancelTogether,
  newMove,
  type Party,
  PROMOTED_MAIL,
  theseGuests,
  WITHDRAWN_MAIL,
} from '../../seats/index.ts'

const CANCELLABLE = ['PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED'] as const

/**
 * Cancels some or all members of a party in one batch, and refunds them. Returns null on success. It is not an error if
 * some of them left earlier. If the refund in the quote is outdated, returns `NOT_REFUNDED` and cancels no one.
 */
export const cancelOfParty = async (
  event: EventRow,
  { party, members }: Party,
  guestIds: string[] | null,
  quote: CancellationQuote,
  deps: Deps,
) => {
  // All members have transferred their places.
  if (members.length === 0) return null
  const wanted = guestIds ?? members.map(({ guest }) => guest.id)
  const unknown = wanted.findIndex((id) => !members.some(({ guest }) => guest.id === id))
  if (unknown !== -1) throw invalid(`guestIds.${unknown}`, 'isn’t a guest in your party')
  const asked = members.filter(({ guest }) => wanted.includes(guest.id))
  if (asked.every(({ guest }) => guest.status === 'CHECKED_IN'))
    return refusal('invalid_transition', {
      says: 'Checked-in guests can’t cancel.',
      data: { status: 'CHECKED_IN' },
    })
  const rule = mayCancelTogether(wanted)
  const [left, promoted] = [newMove(deps), newMove(deps)]
  const first = asked[0]?.guest.id ?? ''
  const as = actingAs({ type: 'guest', id: first }, deps)
  const refund = paidBack(quote, event, as, rule.holds)
  const {
    why: [judged],
    leavers,
  } = await as.commit({
    calendarId: party.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      why: judgedBy(rule),
      refund: refund.statements,
      leavers: leave(
        { guestId: first, eventId: event.id },
        { from: CANCELLABLE, to: 'CANCELLED', isOwn: true, who: theseGuests(wanted), where: refund.isWritten },
        left,
      ),
      after: afterLeaving(event.id, left, promoted),
    },
    mails: [
      ...refund.mails,
      ...(deps.config.invitesHost === null ? [] : [mailOfPartyLeft(WITHDRAWN_MAIL, party, left.moveId)]),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
  })
  const refused = rule.refusal(judged)
  if (refused !== null) return refused
  await Promise.all([endPagesOf(wanted, as), refund.send()])
  return leavers.length === 0 && quote.seen.length > 0 ? 'NOT_REFUNDED' : null
}
