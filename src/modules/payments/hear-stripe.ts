import * as z from 'zod'
import { actingAs } from '../../db/commit.ts'
import type { Deps } from '../../deps.ts'
import { readBytes } from '../../kernel/bytes.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { one, open, operation } from '../../operation/operation.ts'
import { dropEventsBefore, isKnownEvent } from './payments.store.ts'
import { settle } from './settle.ts'

const Received = lazy(() => z.object({ received: z.literal(true) }).meta({ id: 'Received' }))

const MAX_BODY_BYTES = 256 * 1024

export const receiveStripeEvent = operation({
  id: 'payments.stripe',
  summary: 'Receive a Stripe event',
  description: 'Processes a signed event about a payment or a refund.',
  subject: 'none',
  limit: 'v1',
  routes: [open('POST /public/payments/stripe', { secret: true })],
  answer: one(Received),
  refusals: ['validation_failed', 'not_found', 'payload_too_large'],
  async run({ request }, deps) {
    const { stripe } = deps.payments
    if (stripe === null) throw notFound()
    // The raw bytes of the body, because that is what Stripe signs.
    const body = new TextDecoder().decode(await readBytes(request, MAX_BODY_BYTES))
    const message = await stripe.read(body, request.headers.get('Stripe-Signature') ?? '', deps.clock())
    if (message === null)
      throw invalid('Stripe-Signature', 'must be a valid signature of this body, at most 5 minutes old')
    if (!(await isKnownEvent(deps.db, message.id))) {
      await settle(message, actingAs({ type: 'provider', id: 'stripe' }, deps))
    }
    return { received: true as const }
  },
})

/** Longer than the period in which Stripe retries a webhook. */
const RETENTION_MS = 30 * DAY_MS
const MAX_DROPPED_PER_RUN = 2_000

export const dropOldPaymentEvents = (deps: Deps) =>
  dropEventsBefore(deps.db, deps.clock() - RETENTION_MS, MAX_DROPPED_PER_RUN)
