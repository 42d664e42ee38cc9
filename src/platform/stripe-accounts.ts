import type { Stripe } from 'stripe'
import type { AccountPort } from '../kernel/payment-provider.ts'
import { unavailable } from '../kernel/failure.ts'
import type { StripeSettings } from './env.ts'
import {
  createCaller,
  formOf,
  requestStripe,
  responseText,
  type StripeAnswer,
  type StripeObject,
} from './stripe-http.ts'
import { toProviderAccount } from './stripe-objects.ts'

/** Events that the endpoint of an account with its own key receives. */
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
] satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/**
 * Requests that show whether a restricted key has each permission. A write is sent with content that Stripe must
 * refuse: 400 or 404 means that the key may write, 403 that it may not.
 */
const PROBES: readonly (readonly [permission: string, line: string])[] = [
  ['Account: read', 'GET /v1/account'],
  ['PaymentIntents: read', 'GET /v1/payment_intents?limit=1'],
  ['Charges: read', 'GET /v1/charges?limit=1'],
  ['Disputes: read', 'GET /v1/disputes?limit=1'],
  ['Payouts: read', 'GET /v1/payouts?limit=1'],
  ['Balance transactions: read', 'GET /v1/balance_transactions?limit=1'],
  ['Checkout Sessions: write', 'POST /v1/checkout/sessions'],
  ['Refunds: write', 'POST /v1/refunds'],
  ['Webhook Endpoints: write', 'POST /v1/webhook_endpoints'],
]

const done = (answer: StripeAnswer): StripeObject => {
  if (answer.kind === 'done') return answer.body
  throw unavailable('The payment provider refused the request. Try again later.', new Error(`refused: ${answer.why}`))
}

export const createStripeAccounts = ({ STRIPE_API_URL: url, STRIPE_SECRET_KEY: platformKey = '' }: StripeSettings) => {
  const platform = createCaller({ url, key: platformKey })
  return {
    async create(country, key) {
      const form = formOf({
        country,
        controller: {
          stripe_dashboard: { type: 'full' },
          fees: { payer: 'account' },
          losses: { payments: 'stripe' },
          requirement_collection: 'stripe',
        },
      } satisfies Stripe.AccountCreateParams)
      const body = done(await platform('POST /v1/accounts', { form, key }))
      return { ...toProviderAccount(body), isLive: !/^[sr]k_test_/.test(platformKey) }
    },

    async onboardingUrl(stripeAccount, { returnUrl, refreshUrl }) {
      const form = formOf({
        account: stripeAccount,
        refresh_url: refreshUrl,
        return_url: returnUrl,
        type: 'account_onboarding',
      } satisfies Stripe.AccountLinkCreateParams)
      return responseText(done(await platform('POST /v1/account_links', { form }))['url'])
    },

    async read(access) {
      if (access.kind === 'OWN_KEY') {
        return toProviderAccount(done(await createCaller({ url, key: access.key })('GET /v1/account')))
      }
      return toProviderAccount(done(await platform(`GET /v1/accounts/${encodeURIComponent(access.stripeAccount)}`)))
    },

    async missingPermissions(key) {
      const missing: string[] = []
      for (const [permission, line] of PROBES) {
        const { status } = await requestStripe({ url, key }, line, line.startsWith('POST') ? { form: '' } : undefined)
        if (status === 401) return null
        if (status === 403) missing.push(permission)
        else if (status === 429 || status >= 500)
          throw unavailable('The payment provider isn’t responding. Try again later.')
      }
      return missing
    },

    async openEndpoint(key, endpoint) {
      const form = formOf({ url: endpoint, enabled_events: EVENTS } satisfies Stripe.WebhookEndpointCreateParams)
      const { id, secret } = done(await createCaller({ url, key })('POST /v1/webhook_endpoints', { form }))
      return { id: responseText(id), secret: responseText(secret) }
    },

    async closeEndpoint(key, id) {
      await createCaller({ url, key })(`DELETE /v1/webhook_endpoints/${encodeURIComponent(id)}`)
    },
  } satisfies AccountPort
}
