import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { InstantOutput, oneLine } from '../../kernel/wire.ts'
import { Iban } from '../payment-accounts/index.ts'

export const NewRefundAccount = lazy(() =>
  z
    .object({
      holder: oneLine(70).describe('Account holder, as the bank knows them.'),
      iban: Iban().describe('Spaces are ignored.'),
    })
    .meta({
      id: 'NewRefundAccount',
      examples: [{ holder: 'Ada Lovelace', iban: 'DE89 3704 0044 0532 0130 00' }],
    }),
)

export const RefundAccount = lazy(() =>
  z
    .object({
      amount: z.int().describe('Refunds to transfer whose account the organiser doesn’t know. 0 if there are none.'),
      currency: z.string().nullable(),
      canChange: z.boolean().describe('Whether you can enter an account now.'),
      holder: z.string().nullable().describe('Account holder that you have entered. Null if there is none.'),
      iban: z.string().nullable().describe('IBAN that you have entered, masked to the last 4 characters.'),
      usableAt: InstantOutput()
        .nullable()
        .describe('Time from which the organiser can transfer the money to the account that you have entered.'),
    })
    .meta({ id: 'RefundAccount' }),
)
export type RefundAccountOutput = SchemaOutput<typeof RefundAccount>
