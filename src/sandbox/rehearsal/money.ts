import { excludedMethods } from '../../kernel/payment-methods.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { BookedCheckout } from '../provider-rows.ts'
import type { PlannedParty } from './plan.ts'
import type { Stage } from './stage.ts'

interface OrderState extends Record<string, SqlStorageValue> {
  status: string
  refunded: number
}

const DEBIT = 'sepa_debit'

const orderOf = ({ control }: Stage, orderId: string) =>
  control.books.rows<OrderState>('select status, refunded from orders where id = ?', orderId)[0]

const dispute = async (stage: Stage, orderId: string) => {
  const { provider, tellPayment } = stage.control
  const checkout = provider.checkoutOfOrder(orderId)
  // A bank doesn't return money that the organiser has already refunded, so the buyer doesn't dispute it.
  if (checkout?.status !== 'paid' || orderOf(stage, orderId)?.refunded !== 0) return
  await tellPayment(provider.dispute(checkout).id)
}

/** The bank confirms a debit days later, by when its order may no longer hold a seat. */
const payLate = async (stage: Stage, party: PlannedParty, checkout: BookedCheckout) => {
  const { control, played, now, plan } = stage
  const settlesAt = now() + party.bankTakesMs
  const pending = control.provider.act(checkout, { outcome: 'pending', settlesAt, settlesAs: 'paid' })
  if (pending !== null) await control.tellPayment(pending.id)
  // The service processes the payment at its own instant, and may give the order its seats back.
  plan(settlesAt - SECOND_MS, async () => {
    const status = orderOf(stage, checkout.order_id)?.status
    if (status === 'EXPIRED' || status === 'CANCELLED')
      played.latePayments.push({ at: settlesAt, guest: party.guests[0]?.number ?? 0 })
  })
}

/** The buyer opens the payment page after some minutes, and pays as planned. */
export const planPayment = (stage: Stage, party: PlannedParty, orderId: string) => {
  const { control, facts, now, plan } = stage
  plan(now() + party.payAfterMs, async () => {
    const checkout = control.provider.checkoutOfOrder(orderId)
    if (checkout?.status !== 'open') return
    const hasDebit = !excludedMethods(facts.startAt, now(), facts.delayedPayments).includes(DEBIT)
    if (party.payment === 'late' && hasDebit) return payLate(stage, party, checkout)
    const message = control.provider.act(checkout, { outcome: party.payment === 'failed' ? 'failed' : 'paid' })
    if (message !== null) await control.tellPayment(message.id)
    if (party.disputesAfterMs !== null) plan(now() + party.disputesAfterMs, () => dispute(stage, orderId))
  })
}
