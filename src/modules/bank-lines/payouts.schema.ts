import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { InstantOutput } from '../../kernel/wire.ts'

const MAX_REFUNDS = 500

export const Payout = lazy(() =>
  z
    .object({
      refundId: z.string(),
      orderId: z.string(),
      eventId: z.string(),
      number: z.string().describe('Number of the order.'),
      amount: z.int(),
      currency: z.string(),
      name: z
        .string()
        .describe('Holder that the buyer has entered, otherwise the payer of the transfer or, if unknown, the buyer.'),
      iban: z
        .string()
        .nullable()
        .describe(
          'Account from which the money came, or that the buyer has entered. Null if unknown. For API keys masked to the last 4 characters.',
        ),
      ibanFrom: z
        .enum(['BANK', 'BUYER'])
        .nullable()
        .describe('BANK: the account that paid. BUYER: someone entered it with the buyer’s link.'),
      usableAt: InstantOutput()
        .nullable()
        .describe('Time from which `iban` is the account that the buyer has entered. Null otherwise.'),
      reason: z.string().nullable(),
      fileId: z.string().nullable().describe('Payment file with the refund.'),
      discardedAt: InstantOutput()
        .nullable()
        .describe('When the organiser discarded the account that was entered. Null once another is entered.'),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'Payout' }),
)
export type PayoutOutput = SchemaOutput<typeof Payout>

export const NewPayoutFile = lazy(() =>
  z
    .object({
      bankAccountId: z.string().max(100).describe('Account from which the money is paid.'),
      refundIds: z.array(z.string().max(100)).min(1).max(MAX_REFUNDS),
      again: z
        .boolean()
        .optional()
        .describe('Whether refunds that are already in a file may be in this one too. Default: false.'),
    })
    .meta({ id: 'NewPayoutFile', examples: [{ bankAccountId: 'bka_8Q2m', refundIds: ['rfd_4f9a'] }] }),
)

export const PayoutFile = lazy(() =>
  z
    .object({
      id: z.string(),
      holder: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
      createdAt: InstantOutput(),
      payouts: z.array(Payout()),
    })
    .meta({ id: 'PayoutFile' }),
)

export const PaidOut = lazy(() =>
  z.object({ refundId: z.string(), paidOutAt: InstantOutput() }).meta({ id: 'PaidOutRefund' }),
)

export const DiscardedAccount = lazy(() =>
  z.object({ refundId: z.string(), discardedAt: InstantOutput() }).meta({ id: 'DiscardedRefundAccount' }),
)
