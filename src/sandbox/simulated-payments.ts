import type { Payments } from '../deps.ts'
import { unavailable } from '../kernel/failure.ts'
import { whyNotCharged } from '../platform/stripe-money.ts'
import type { SimulatedProvider } from './provider.ts'

const connectsNothing = async () => {
  throw unavailable('A sandbox simulates payments, so it connects no payment account.')
}

/** Every order is paid through the simulated provider. No request reaches Stripe. */
export const simulatedPayments = (provider: SimulatedProvider): Payments => ({
  payBy: 'STRIPE',
  stripe: provider.port(),
  whyNotCharged,
  hasConnect: false,
  accounts: {
    create: connectsNothing,
    onboardingUrl: connectsNothing,
    read: connectsNothing,
    missingPermissions: connectsNothing,
    openEndpoint: connectsNothing,
    closeEndpoint: connectsNothing,
  },
  at: () => null,
  readConnected: async () => null,
  operatorFeeOf: () => 0,
})
