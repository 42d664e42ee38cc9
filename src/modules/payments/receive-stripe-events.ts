import * as z from 'zod'
import { actingAs } from '../../db/commit.ts'
import type { PaymentAccountRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { readBytes } from '../../kernel/bytes.ts'
import type { PaymentMessage } from '../../kernel/payment-provider.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { one, open, operation } from '../../operation/operation.ts'
import { findAccountById, findConnected } from './accounts.store.ts'
import { cutOff, storeState } from './account-state.ts'
import { dropEventsBefore, isKnownEvent } from './payments.store.ts'
import { sourceOf } from './provider-of.ts'
import { settle } from './settle.ts'

const Received = lazy(() => z.object({ received: z.literal(true) }).meta({ id: 'Received' }))

const MAX_BODY_BYTES = 256 * 1024

const FAULT = 'must be a valid signature of this body, at most 5 minutes old'

/** Reads the raw bytes of the body, because that is what Stripe signs. */
const signedBody = async (request: Request) => ({
  body: new TextDecoder().decode(await readBytes(request, MAX_BODY_BYTES)),
  signature: request.headers.get('Stripe-Signature') ?? '',
})

const asProvider = (deps: Deps) => actingAs({ type: 'provider', id: 'stripe' }, deps)

/** Messages about an organiser's account have that account's id in front, because two accounts may reuse an id. */
const take = async (message: PaymentMessage, account: PaymentAccountRow | null, deps: Deps) => {
  const source = await sourceOf(account, deps)
  const id = account === null ? message.id : `${account.id}:${message.id}`
  if (source === null || (await isKnownEvent(deps.db, id))) return
  await settle({ ...message, id }, source, asProvider(deps))
}

/** A test account must never confirm a real order, nor the other way round. */
const isOfMode = (account: PaymentAccountRow, { id, isLive }: PaymentMessage, deps: Deps) => {
  if (isLive === (account.mode === 'LIVE')) return true
  deps.log.warn('a payment message of the other mode was ignored', { account: account.id, event: id })
  return false
}

export const receiveStripeEvent = operation({
  id: 'payments.stripe',
  summary: 'Receive a Stripe event',
  description: 'Processes a signed event about a payment or a refund in the deployment’s own account.',
  subject: 'none',
  limit: 'v1',
  routes: [open('POST /public/payments/stripe', { secret: true })],
  answer: one(Received),
  refusals: ['validation_failed', 'not_found', 'payload_too_large'],
  async run({ request }, deps) {
    const { stripe } = deps.payments
    if (stripe === null) throw notFound()
    const { body, signature } = await signedBody(request)
    const message = await stripe.read(body, signature, deps.clock())
    if (message === null) throw invalid('Stripe-Signature', FAULT)
    await take(message, null, deps)
    return { received: true as const }
  },
})

export const receiveConnectEvent = operation({
  id: 'payments.stripeConnect',
  summary: 'Receive a Stripe Connect event',
  description:
    'Processes a signed event about a connected account: its payments, refunds and disputes, its status, and the end of its connection.',
  subject: 'none',
  limit: 'v1',
  routes: [open('POST /public/payments/stripe/connect', { secret: true })],
  answer: one(Received),
  refusals: ['validation_failed', 'not_found', 'payload_too_large'],
  async run({ request }, deps) {
    if (!deps.payments.hasConnect) throw notFound()
    const { body, signature } = await signedBody(request)
    const message = await deps.payments.readConnected(body, signature, deps.clock())
    if (message === null) throw invalid('Stripe-Signature', FAULT)
    for (const account of await findConnected(deps.db, message.account)) {
      if (!isOfMode(account, message, deps)) continue
      if (message.kind === 'account') await storeState(account, message.state, deps)
      else if (message.kind === 'deauthorized') await cutOff(account, deps)
      else await take(message, account, deps)
    }
    return { received: true as const }
  },
})

export const receiveAccountEvent = operation({
  id: 'payments.stripeAccount',
  summary: 'Receive a Stripe event of a calendar’s account',
  description: 'Processes a signed event of an account that a calendar connected with its own key.',
  subject: 'none',
  limit: 'v1',
  routes: [open('POST /public/payments/stripe/:accountId', { secret: true })],
  answer: one(Received),
  refusals: ['validation_failed', 'not_found', 'payload_too_large'],
  async run({ request, params }, deps) {
    const account = await findAccountById(deps.db, params.accountId)
    const source = account?.kind === 'OWN_KEY' ? await sourceOf(account, deps) : null
    if (account === null || source === null) throw notFound()
    const { body, signature } = await signedBody(request)
    const message = await source.stripe.read(body, signature, deps.clock())
    if (message === null) throw invalid('Stripe-Signature', FAULT)
    if (isOfMode(account, message, deps)) await take(message, account, deps)
    return { received: true as const }
  },
})

/** Longer than the period in which Stripe retries a webhook. */
const RETENTION_MS = 30 * DAY_MS
const MAX_DROPPED_PER_RUN = 2_000

export const dropOldPaymentEvents = (deps: Deps) =>
  dropEventsBefore(deps.db, deps.clock() - RETENTION_MS, MAX_DROPPED_PER_RUN)
