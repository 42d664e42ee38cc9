import type { Deps } from '../../deps.ts'
import type { PaymentMessage, ProviderCheckout } from '../../kernel/payment-provider.ts'
import { renewal } from './checkouts.ts'
import { settleFailed, settleProcessing } from './delayed-payments.ts'
import { applyDispute, applyRefund, applyRefundsOf } from './apply-provider-changes.ts'
import { endOrderOf, findOrderFrom } from './payments.store.ts'
import type { PaymentSource } from './provider-of.ts'
import { settlePaid } from './settle-payment.ts'

const settleEnded = async ({ orderId, sessionId }: ProviderCheckout, source: PaymentSource, deps: Deps) => {
  const order = await findOrderFrom(deps.db, source, orderId)
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
export const settle = async (message: PaymentMessage, source: PaymentSource, deps: Deps) => {
  if (message.kind === 'paid') await settlePaid(message.checkout, message, source, deps)
  if (message.kind === 'processing') await settleProcessing(message.checkout, source, deps)
  if (message.kind === 'failed') await settleFailed(message.checkout, source, deps)
  if (message.kind === 'ended') await settleEnded(message.checkout, source, deps)
  if (message.kind === 'refund') await applyRefund(message.refund, source, deps)
  if (message.kind === 'refunded') await applyRefundsOf(message, source, deps)
  if (message.kind === 'dispute') await applyDispute(message.dispute, { isAsked: false }, source, deps)
}
