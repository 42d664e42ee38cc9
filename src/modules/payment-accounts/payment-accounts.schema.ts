import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { InstantOutput } from '../../kernel/wire.ts'

export const PaymentAccount = lazy(() =>
  z
    .object({
      id: z.string(),
      kind: z.string().meta({ description: 'How the account is connected: CONNECT or OWN_KEY.' }),
      mode: z.string().meta({ description: 'LIVE, or TEST for an account that takes no real money.' }),
      stripeAccount: z.string().describe('Id of the account at Stripe.'),
      keyLast4: z.string().nullable().describe('Last 4 characters of the key. Null for CONNECT.'),
      country: z.string().nullable(),
      defaultCurrency: z.string().nullable(),
      status: z.string().meta({
        description:
          'ONBOARDING until Stripe has every detail, ACTIVE, RESTRICTED while it can’t take payments, or DISCONNECTED.',
      }),
      chargesEnabled: z.boolean(),
      payoutsEnabled: z.boolean(),
      requirements: z.array(z.string()).describe('Details that Stripe still needs, in Stripe’s terms.'),
      openOrders: z.int().describe('Orders that wait for a payment into this account.'),
      pendingRefunds: z.int(),
      openDisputes: z.int(),
      unseenOrders: z
        .array(
          z
            .object({
              orderId: z.string(),
              eventId: z.string(),
              number: z.string(),
              amount: z.int(),
              currency: z.string(),
            })
            .meta({ id: 'UnseenOrder' }),
        )
        .describe(
          'Orders that buyers may still pay into a disconnected CONNECT account, at most 50. The service can’t see these payments: look them up at Stripe.',
        ),
      isDefault: z.boolean().describe('Whether new orders of the calendar are paid into this account.'),
      createdAt: InstantOutput(),
      disconnectedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'PaymentAccount' }),
)
export type PaymentAccountOutput = SchemaOutput<typeof PaymentAccount>

export const ConnectedAccount = lazy(() =>
  z
    .object({
      account: PaymentAccount(),
      onboardingUrl: z
        .string()
        .nullable()
        .describe('Page at Stripe where the owner completes the account. Works once, for some minutes.'),
    })
    .meta({ id: 'ConnectedPaymentAccount' }),
)

export const OnboardingLink = lazy(() =>
  z.object({ onboardingUrl: z.string() }).meta({ id: 'PaymentAccountOnboarding' }),
)

export const DisconnectedAccount = lazy(() =>
  z
    .object({
      account: PaymentAccount(),
      openOrders: z.int().describe('Orders that were waiting for a payment.'),
      pendingRefunds: z.int(),
      openDisputes: z.int(),
    })
    .meta({ id: 'DisconnectedPaymentAccount' }),
)

const RestrictedKey = lazy(() =>
  z
    .string()
    .trim()
    .max(300)
    .regex(/^rk_(?:live|test)_[A-Za-z\d]+$/, 'must be a restricted key (rk_live_… or rk_test_…)'),
)

export const NewPaymentAccount = lazy(() =>
  z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('CONNECT'), country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code') }),
      z.object({ kind: z.literal('OWN_KEY'), key: RestrictedKey() }),
    ])
    .meta({ examples: [{ kind: 'OWN_KEY', key: 'rk_live_example' }] }),
)

export const NewKey = lazy(() => z.object({ key: RestrictedKey() }).meta({ examples: [{ key: 'rk_test_example' }] }))
