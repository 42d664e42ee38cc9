import * as z from 'zod'
import { one, open, operation } from '../../operation/operation.ts'
import { lazily } from '../../kernel/lazily.ts'
import { hearStripe } from './hear-stripe.ts'

const Received = lazily(() => z.object({ received: z.literal(true) }).meta({ id: 'Received' }))

export const paymentOperations = [
  operation({
    id: 'payments.stripe',
    summary: 'Take in a signed message of Stripe about a payment or a refund',
    subject: 'none',
    limit: 'v1',
    routes: [open('POST /public/payments/stripe', { secret: true })],
    answer: one(Received),
    refusals: ['validation_failed', 'not_found', 'payload_too_large'],
    run: hearStripe,
  }),
]
