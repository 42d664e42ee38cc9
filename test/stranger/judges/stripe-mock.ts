import { excludedMethods } from '../../../src/kernel/payment-methods.ts'
import { createStripeAccounts } from '../../../src/platform/stripe-accounts.ts'
import { createCaller } from '../../../src/platform/stripe-http.ts'
import { createStripe } from '../../../src/platform/stripe.ts'

const DAY_MS = 86_400_000
const key = 'sk_test_mock'

const must = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}

/** A control: a judge that accepts everything proves nothing. */
const isRefused = async (url: string) => {
  const answer = await createCaller({ url, key })('POST /v1/refunds', { form: 'payment_intent=pi_1&no_such_field=1' })
  return answer.kind === 'refused'
}

/** Sends every request of our Stripe port to stripe-mock, which checks it against Stripe's OpenAPI document. */
export const judgeStripe = async (url: string) => {
  const now = Date.now()

  must(await isRefused(url), 'stripe-mock accepted an unknown field')

  const order = {
    id: 'ord_1',
    page: 1,
    title: 'Concert',
    amount: 11_900,
    currency: 'EUR',
    email: 'ada@example.org',
    returnUrl: 'https://calendar.example/r/1',
    expiresAt: now + DAY_MS,
    applicationFee: 0,
    excludedMethods: excludedMethods(now + 60 * DAY_MS, now, 'HOLD'),
  }
  const variants = [
    order,
    { ...order, excludedMethods: excludedMethods(now + 60 * DAY_MS, now, 'OFF') },
    { ...order, excludedMethods: excludedMethods(now + DAY_MS, now, 'HOLD') },
    { ...order, email: null, page: 2, currency: 'JPY' },
  ]
  for (const account of [undefined, 'acct_mock']) {
    const stripe = createStripe({ url, key, ...(account === undefined ? {} : { account }) }, null)
    const fee = account === undefined ? 0 : 119
    for (const variant of variants) {
      const request = stripe.checkoutRequest({ ...variant, applicationFee: fee }, now)
      const opened = await stripe.openCheckout(variant.id, request, variant.page)
      must(!('kind' in opened), `checkout refused: ${JSON.stringify(opened)}\n${request}`)
    }
    for (const hasFee of [false, true]) {
      const request = stripe.refundRequest({ refundId: 'rfd_1', payment: 'pi_1', amount: 500, currency: 'EUR', hasFee })
      const sent = await stripe.refund('rfd_1', request)
      must(!('kind' in sent), `refund refused: ${JSON.stringify(sent)}`)
    }
    await stripe.readCheckout('cs_1')
    await stripe.endCheckout('cs_1')
    await stripe.checkoutOf('pi_1')
    await stripe.delayedPayment('pi_1')
    await stripe.orderOf('pi_1')
    await stripe.readRefund('re_1')
    await stripe.refundsOf('pi_1')
    await stripe.payments(now - DAY_MS, null)
    await stripe.refunds(now - DAY_MS, null)
    await stripe.disputes(now - DAY_MS, null)
    await stripe.movements(now - DAY_MS, null)
  }

  const accounts = createStripeAccounts({ STRIPE_API_URL: url, STRIPE_SECRET_KEY: key })
  await accounts.create('DE', 'pac_1')
  await accounts.onboardingUrl('acct_1', { returnUrl: 'https://a.example', refreshUrl: 'https://a.example' })
  await accounts.read({ kind: 'CONNECT', stripeAccount: 'acct_1' })
  await accounts.read({ kind: 'OWN_KEY', key: 'rk_test_mock', webhookSecret: 'whsec_mock' })
  const missing = await accounts.missingPermissions('rk_test_mock')
  must(missing?.length === 0, `permissions refused: ${JSON.stringify(missing)}`)
  const { id } = await accounts.openEndpoint('rk_test_mock', 'https://calendar.example/hook')
  await accounts.closeEndpoint('rk_test_mock', id)
}
