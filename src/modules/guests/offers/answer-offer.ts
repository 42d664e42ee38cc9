import { actingAs } from '../../../db/commit.ts'
import type { OrderRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, refusal } from '../../../kernel/failure.ts'
import { one, open, operation } from '../../../operation/operation.ts'
import { iso } from '../../../kernel/time.ts'
import { hasSeat } from '../../../kernel/visibility.ts'
import { handOverRedemptions, openOrders, openPartyOrder, PROMOTED_ORDER_MS } from '../../orders/index.ts'
import { openCheckout } from '../../payments/index.ts'
import { registrationReply } from '../own/manage-registration.ts'
import { ManagedRegistration } from '../own/own.schema.ts'
import {
  accept,
  depart,
  mailOfPlacing,
  managedBy,
  mayAccept,
  newMove,
  type Placed,
  viewOfGuest,
  whoAnswers,
  whyNot,
  whyNotAccept,
} from '../../seats/index.ts'

/** How a waiting guest answers an offer. A party answers as a whole, through the buyer's link. */

type Managed = Awaited<ReturnType<typeof managedBy>>

const asGuest = ({ guest }: Managed, deps: Deps) => actingAs({ type: 'guest', id: guest.id }, deps)

const notTheirs = () =>
  refusal('invalid_transition', {
    says: 'Only the buyer of your party can answer this offer.',
    data: { status: 'OFFERED' },
  })

/**
 * The guest already has the seat. If the provider doesn't respond, the schedule opens the checkout page later, as it
 * does for promoted guests.
 */
const openPageToPay = async (order: OrderRow | null, deps: Deps) => {
  if (order?.provider !== 'STRIPE' || order.status !== 'PENDING' || order.paymentReference !== null) return
  try {
    await openCheckout(order, deps)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/**
 * True if the guest already holds the place, paid or not. A `PENDING` guest without an `orderId` is awaiting approval
 * and holds none.
 */
const hasAccepted = ({ guest }: Placed) =>
  hasSeat(guest.status) || (guest.status === 'PENDING' && guest.orderId !== null)

export const acceptOffer = operation({
  id: 'registrations.acceptOffer',
  summary: 'Accept an offer',
  description:
    'A party accepts all its seats together, with the buyer’s link. Payment for paid tickets is then due. Accepting again has no effect. Fails with 409 after the offer expires.',
  routes: [open('POST /public/registrations/:manageToken/offer/accept', { secret: true })],
  subject: 'none',
  answer: one(ManagedRegistration),
  refusals: ['offer_expired', 'invalid_transition', 'event_cancelled'],
  async run({ params }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const guest = whoAnswers(managed)
    if (guest === null) return notTheirs()
    const move = newMove(deps)
    const whom = { guestId: guest.id, eventId: managed.event.id }
    const expiresAt = move.now + PROMOTED_ORDER_MS
    const { why, accepted, views } = await asGuest(managed, deps).commit({
      calendarId: managed.event.calendarId,
      atEvent: managed.event.id,
      seenBy: 'visitors',
      statements: {
        why: whyNotAccept(whom, move.now),
        accepted: accept(whom, move),
        partyOrder: openPartyOrder(move, expiresAt),
        orders: openOrders(move, expiresAt),
        redemptions: handOverRedemptions(move.moveId),
        views: viewOfGuest(whom),
      },
      mails: [mailOfPlacing({ CONFIRMED: 'confirmation', PENDING: 'pending' }, move.moveId)],
    })
    const [view] = views
    const isDone = accepted.together.length + accepted.alone.length > 0
    if (!isDone && !(view !== undefined && hasAccepted(view)))
      return whyNot(mayAccept(move.now), why, views, 'CONFIRMED')
    await openPageToPay(view?.order ?? null, deps)
    return registrationReply(await managedBy(params.manageToken, deps), deps)
  },
})

export const declineOffer = operation({
  id: 'registrations.declineOffer',
  summary: 'Decline an offer',
  description: 'A party declines all its seats. They go to the next guests on the waiting list immediately.',
  routes: [open('POST /public/registrations/:manageToken/offer/decline', { secret: true })],
  subject: 'none',
  answer: one(ManagedRegistration),
  refusals: ['offer_expired', 'invalid_transition'],
  async run({ params }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const guest = whoAnswers(managed)
    if (guest === null) return notTheirs()
    const departure = {
      from: ['OFFERED'],
      to: 'DECLINED',
      isOwn: true,
      done: ['DECLINED', 'CANCELLED'],
      isTogether: true,
    } as const
    const left = await depart(managed.event, guest.id, departure, asGuest(managed, deps))
    if (!(left instanceof Failure)) return registrationReply(await managedBy(params.manageToken, deps), deps)
    const { status, offerExpiresAt } = (await managedBy(params.manageToken, deps)).guest
    return status === 'WAITLISTED' && offerExpiresAt !== null
      ? refusal('offer_expired', { data: { expiredAt: iso(offerExpiresAt) } })
      : left
  },
})
