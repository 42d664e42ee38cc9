import * as z from 'zod'
import type { BankAccountRow, EventRow } from '../../db/rows.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { DAY_MS, HOUR_MS, iso, type Instant } from '../../kernel/time.ts'
import { PAYMENT_CHOICES } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'
import { listOf, open, operation } from '../../operation/operation.ts'
import { BANK_BEFORE_START_MS } from '../orders/index.ts'
import { readActiveAccounts } from './payment-ways.store.ts'

const PaymentWay = lazy(() =>
  z
    .object({
      payBy: z.enum(PAYMENT_CHOICES).describe('Value for `payBy` of a registration.'),
      currency: z.string().nullable().describe('The only currency that can be paid this way. Null means any.'),
      closesAt: InstantOutput()
        .nullable()
        .describe('Time from which new orders can’t be paid this way. Null means never.'),
      heldUntil: InstantOutput()
        .nullable()
        .describe('Deadline for the money of an order placed now. Null for ONLINE, which takes minutes.'),
    })
    .meta({ id: 'PaymentWay' }),
)
export type PaymentWayOutput = SchemaOutput<typeof PaymentWay>

const byTransfer = (
  { currency, bankDays, bankClosesHours }: BankAccountRow,
  { startAt }: EventRow,
  now: Instant,
): PaymentWayOutput[] => {
  const closesAt = startAt - bankClosesHours * HOUR_MS
  const heldUntil = Math.min(now + bankDays * DAY_MS, startAt - BANK_BEFORE_START_MS)
  return closesAt > now ? [{ payBy: 'BANK', currency, closesAt: iso(closesAt), heldUntil: iso(heldUntil) }] : []
}

export const listPaymentWays = operation({
  id: 'bankAccounts.paymentWays',
  summary: 'List ways to pay',
  description: 'Returns how buyers of this event can pay an order placed now. Empty if the organiser arranges payment.',
  subject: 'event',
  routes: [open('GET /public/events/:eventId/payment-ways')],
  answer: listOf(PaymentWay),
  async run({ event }, deps) {
    const [[account], banks] = await readActiveAccounts(deps.db, event.calendarId)
    const isOnline = account === undefined ? deps.payments.payBy === 'STRIPE' : account.status === 'ACTIVE'
    const online: PaymentWayOutput = { payBy: 'ONLINE', currency: null, closesAt: null, heldUntil: null }
    return [...(isOnline ? [online] : []), ...banks.flatMap((bank) => byTransfer(bank, event, deps.clock()))]
  },
})
