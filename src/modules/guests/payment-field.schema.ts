import * as z from 'zod'
import { PAYMENT_CHOICES } from '../../kernel/vocabulary.ts'

export const paymentField = () => ({
  payBy: z
    .enum(PAYMENT_CHOICES)
    .optional()
    .describe(
      'Payment method, if there is something to pay. BANK: by transfer to the calendar’s bank account. Default: online if the calendar takes online payments, otherwise by transfer if it has a bank account. A guest who first waits for a place or an approval keeps the choice, unless it has closed by then.',
    ),
})
