import type { Payments } from '../deps.ts'
import type { StripePort } from '../kernel/payment-provider.ts'
import { feeRuleOf, operatorFee } from '../kernel/operator-fee.ts'
import type { StripeSettings } from './env.ts'
import { createStripe } from './stripe.ts'
import { createStripeAccounts } from './stripe-accounts.ts'
import { isSigned, stripeMessage } from './stripe-messages.ts'
import { whyNotCharged } from './stripe-money.ts'

/** Creates the port of the deployment's own account. Null without `STRIPE_SECRET_KEY`. */
export const createSharedStripe = (settings: StripeSettings): StripePort | null => {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url, STRIPE_WEBHOOK_SECRET: secret } = settings
  return key ? createStripe({ url, key }, secret || null) : null
}

/** Whether the deployment is a Stripe platform, so that organisers can connect accounts. */
export const isPlatform = ({ STRIPE_SECRET_KEY: key, STRIPE_CONNECT_WEBHOOK_SECRET: secret }: StripeSettings) =>
  Boolean(key && secret)

/**
 * Orders of a calendar without its own account are paid through `stripe`, the deployment's account, and otherwise
 * OFFLINE.
 */
export const paymentsBy = (stripe: StripePort | null, settings: StripeSettings): Payments => {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url, STRIPE_CONNECT_WEBHOOK_SECRET: connectSecret } = settings
  const isShared = stripe !== null && settings.PAYMENTS_SHARED !== 'false'
  const fee = feeRuleOf(settings.PLATFORM_FEE_BPS, settings.PLATFORM_FEE_FIXED)
  return {
    payBy: isShared ? 'STRIPE' : 'OFFLINE',
    stripe,
    whyNotCharged: isShared ? whyNotCharged : () => null,
    hasConnect: isPlatform(settings),
    accounts: createStripeAccounts(settings),
    at(access, onRefusedKey) {
      if (access.kind === 'OWN_KEY') return createStripe({ url, key: access.key, onRefusedKey }, access.webhookSecret)
      return key ? createStripe({ url, key, account: access.stripeAccount, onRefusedKey }, null) : null
    },
    async readConnected(body, signature, now) {
      return connectSecret && (await isSigned(body, signature, connectSecret, now)) ? stripeMessage(body) : null
    },
    operatorFeeOf: (total, currency) => operatorFee(fee, total, currency),
  }
}
