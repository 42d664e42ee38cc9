import type { Deps } from '../../deps.ts'
import type { PaymentMessage, ProviderCheckout } from '../../kernel/payment-provider.ts'
import { renewal } from './checkouts.ts'
import { settleFailed, settleProcessing } from './delayed-payments.ts'
import { applyDispute, applyRefund, applyRefundsOf } from './hear-about.ts'
import { endOrderOf, findOrderById } from './payments.store.ts'
import { settlePaid } from './settle-payment.ts'

const settleEnded = async ({ orderId, sessionId }: ProviderCheckout, deps: Deps) => {
  const order = await findOrderById(deps.db, orderId)
  if (order === null) return
  const { statements, mails } = renewal(order, sessionId, deps)
  await deps.commit({
    calendarId: order.calendarId,
    seenBy: 'visitors',
    statements: { ...statements, ended: endOrderOf(orderId, sessionId, deps.clock()) },
    mails,
  })
}

/** Webhooks can safely arrive out of order or more than once, because every step checks the status it starts from. */
export const settle = async (message: PaymentMessage, deps: Deps) => {
  if (message.kind === 'paid') await settlePaid(message.checkout, message, deps)
  if (message.kind === 'processing') await settleProcessing(message.checkout, deps)
  if (message.kind === 'failed') await settleFailed(message.checkout, deps)
  if (message.kind === 'ended') await settleEnded(message.checkout, deps)
  if (message.kind === 'refund') await applyRefund(message.refund, deps)
  if (message.kind === 'refunded') await applyRefundsOf(message, deps)
  if (message.kind === 'dispute') await applyDispute(message.dispute, { isAsked: false }, deps)
}
