import { refusal } from '../kernel/failure.ts'
import { one, operation, type Operation } from '../operation/operation.ts'
import { drainQueues } from './advance.ts'
import type { Control } from './control.ts'
import { writeReply } from './guest-reply.ts'
import { mayDecide } from './provider-rows.ts'
import { access, at, doneSince, durationIn } from './test-routes.ts'
import { PaymentOutcome, TestDone, TestRefundOutcome, TestReply, TestTrigger } from './test-schema.ts'
import { trigger, TRIGGER_REFUSALS } from './triggers.ts'

const missing = (sentence: string) => refusal('not_found', { says: sentence })

/** Events that come from outside the service, simulated in a sandbox: buyers pay, banks refund, guests reply. */
export const testActs = (control: Control): Operation[] => {
  const { books, clock, effects, provider } = control

  const settleTestPayment = operation({
    id: 'test.payment',
    summary: 'Decide a simulated payment',
    description:
      'Pays, declines, expires or disputes the payment of an order, or lets it settle later. The service receives the same message as from Stripe.',
    subject: 'none',
    access,
    routes: at('POST /test/orders/:orderId/payment'),
    body: PaymentOutcome,
    answer: one(TestDone),
    refusals: ['invalid_transition', 'clock_advancing'],
    async run({ params, body }) {
      const before = effects.head()
      const checkout = provider.checkoutOfOrder(params.orderId)
      if (checkout === null)
        throw missing('No payment page was opened for this order. Free orders and bank transfers have none.')
      const { outcome, settlesIn = '', then: settlesAs = 'paid' } = body
      if (!mayDecide(books, checkout, outcome))
        return refusal('invalid_transition', { data: { status: checkout.status } })
      const message =
        outcome === 'disputed'
          ? provider.dispute(checkout)
          : provider.act(
              checkout,
              outcome === 'pending'
                ? { outcome, settlesAt: clock.read() + durationIn(settlesIn), settlesAs }
                : { outcome },
            )
      if (message !== null) await control.tellPayment(message.id)
      return doneSince(effects, before)
    },
  })

  const settleTestRefund = operation({
    id: 'test.refund',
    summary: 'Decide a simulated refund',
    description: 'Every refund first succeeds. This changes its result afterwards, as a bank can.',
    subject: 'none',
    access,
    routes: at('POST /test/refunds/:refundId'),
    body: TestRefundOutcome,
    answer: one(TestDone),
    refusals: ['clock_advancing'],
    async run({ params, body }) {
      const before = effects.head()
      const refund = provider.refundNamed(params.refundId)
      if (refund === null)
        throw missing('The simulated provider has no refund with this id. Refund a paid order first.')
      await control.tellPayment(provider.settleRefund(refund, body.outcome === 'failed' ? 'FAILED' : 'SUCCEEDED').id)
      return doneSince(effects, before)
    },
  })

  const replyAsGuest = operation({
    id: 'test.reply',
    summary: 'Reply to an invite as a guest',
    description: 'Delivers the email that the guest’s calendar app would send. Emails in a sandbox contain invites.',
    subject: 'none',
    access,
    routes: at('POST /test/guests/:guestId/reply'),
    body: TestReply,
    answer: one(TestDone),
    refusals: ['clock_advancing'],
    async run({ params, body }) {
      const before = effects.head()
      const mail = writeReply(books, params.guestId, body.answer, clock.read())
      if (mail === null) throw missing('This guest got no email with an invite. Register a guest for an event first.')
      await control.receive(mail)
      control.noteChanges()
      return doneSince(effects, before)
    },
  })

  const triggerTestEvent = operation({
    id: 'test.trigger',
    summary: 'Trigger a webhook',
    description:
      'Creates the required objects, such as an event with a guest, and causes the event through the API with the caller’s rights. The webhook is a real one, not a sample.',
    subject: 'none',
    access,
    routes: at('POST /test/triggers'),
    body: TestTrigger,
    answer: one(TestDone),
    refusals: [...TRIGGER_REFUSALS, 'rate_limited', 'clock_advancing'],
    async run({ body }) {
      const before = effects.head()
      const refused = await trigger(body.type, control)
      if (refused !== null) return refused
      await control.settle()
      control.noteChanges()
      await drainQueues(control)
      return doneSince(effects, before)
    },
  })

  return [settleTestPayment, settleTestRefund, replyAsGuest, triggerTestEvent]
}
