import type { EventRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, refusal } from '../../../kernel/failure.ts'
import { HOUR_MS, iso, isoOrNull } from '../../../kernel/time.ts'
import { one, open, operation, reply } from '../../../operation/operation.ts'
import { endPagesOf } from '../../payments/index.ts'
import { depart, managedBy, WITHDRAWN_MAIL } from '../../seats/index.ts'
import { cancelOfParty } from './cancel-of-party.ts'
import { asGuest, CANCELLABLE, registrationReply } from './manage-registration.ts'
import { CancellationQuery, CancellationTerms, ManagedRegistration, OwnCancellation } from './own.schema.ts'
import { leaversOf, paidBack, quoteOf, type CancellationQuote } from './own-refunds.ts'

/** Guests cancel for themselves, and get back what the policy at the time of their purchase says. */

/** How long a card refund takes to arrive, according to Stripe. */
const DAYS_BY_CARD = 10

/**
 * Another cancellation of the same order can come between the quote and its commit. The refund is then computed again.
 */
const MAX_ATTEMPTS = 4

const termsOf = ({ provider, rule, changesAt, ...quote }: CancellationQuote, { startAt }: EventRow) => ({
  refund: quote.refund,
  fee: quote.fee,
  kept: quote.kept,
  currency: quote.currency,
  method: provider === null ? null : provider === 'STRIPE' ? ('ONLINE' as const) : ('HAND' as const),
  arrivesWithinDays: provider === 'STRIPE' && quote.refund > 0 ? DAYS_BY_CARD : null,
  steps: (rule?.steps ?? []).map(({ hoursBefore, percent }) => ({
    hoursBefore,
    percent,
    until: iso(startAt - hoursBefore * HOUR_MS),
  })),
  changesAt: isoOrNull(changesAt),
  nextRefund: quote.nextRefund,
  quote: quote.quote,
})

export const readCancellation = operation({
  id: 'registrations.cancellation',
  summary: 'Get the refund of a cancellation',
  description:
    'Uses the refund policy at the time of the purchase. A buyer’s link returns the sum for the whole party, or for `guestIds`. Only the buyer’s own link returns a refund.',
  routes: [open('GET /public/registrations/:manageToken/cancellation', { secret: true })],
  subject: 'none',
  query: CancellationQuery,
  answer: one(CancellationTerms),
  async run({ params, query }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const quote = await quoteOf(managed, query.guestIds, deps)
    return reply(termsOf(quote, managed.event), { headers: { 'Cache-Control': 'private, no-store' } })
  },
})

type Managed = Awaited<ReturnType<typeof managedBy>>

const quoteChanged = ({ quote, refund, currency }: CancellationQuote) =>
  refusal('refund_changed', { data: { quote, refund, currency } })

const cancelAlone = async (managed: Managed, quote: CancellationQuote, deps: Deps) => {
  const as = asGuest(managed, deps)
  const refund = paidBack(quote, managed.event, as)
  const left = await depart(
    managed.event,
    managed.guest.id,
    {
      from: CANCELLABLE,
      to: 'CANCELLED',
      isOwn: true,
      done: ['CANCELLED', 'DECLINED'],
      refund,
      ...(deps.config.invitesHost === null ? {} : { mails: WITHDRAWN_MAIL }),
    },
    as,
  )
  if (left instanceof Failure) return quote.seen.length > 0 ? 'NOT_REFUNDED' : left
  await Promise.all([endPagesOf([managed.guest.id], as), refund.send()])
  return left
}

/** Cancelling twice is not an error. Only `CHECKED_IN` guests can't cancel. */
export const cancelRegistration = operation({
  id: 'registrations.cancel',
  summary: 'Cancel your registration',
  routes: [open('POST /public/registrations/:manageToken/cancel', { secret: true })],
  subject: 'none',
  description:
    'Cancels the registration or declines an invitation, and refunds the buyer under the refund policy at the time of the purchase. A buyer’s link cancels the whole party, or only the guests in `guestIds`. With `quote`, fails with 409 if the refund differs from it.',
  body: OwnCancellation,
  answer: one(ManagedRegistration),
  refusals: ['invalid_transition', 'payment_processing', 'refund_changed'],
  async run({ params, body: { guestIds, quote: expected } }, deps) {
    for (let attempt = 1; ; attempt += 1) {
      const managed = await managedBy(params.manageToken, deps)
      const quote = await quoteOf(managed, guestIds, deps)
      const isDone = leaversOf(managed, guestIds).every(({ guest }) => guest.status === 'CANCELLED')
      if (expected !== undefined && expected !== quote.quote && !isDone) return quoteChanged(quote)
      const cancelled =
        managed.isBuyers && managed.together !== null
          ? await cancelOfParty(managed.event, managed.together, guestIds ?? null, quote, deps)
          : await cancelAlone(managed, quote, deps)
      if (cancelled === 'NOT_REFUNDED') {
        if (attempt < MAX_ATTEMPTS) continue
        return quoteChanged(quote)
      }
      if (cancelled instanceof Failure) return cancelled
      const after = managed.isBuyers ? await managedBy(params.manageToken, deps) : { ...managed, ...cancelled }
      return registrationReply(after, deps)
    }
  },
})
