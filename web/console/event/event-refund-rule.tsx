import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { DelayedPaymentsField, ServiceFeeFields } from '../parts/payment-rules.tsx'
import { RefundRuleFields } from '../parts/refund-rule.tsx'
import { useFields } from '../parts/use-fields.ts'
import { paymentRulesWords } from '../words/en/payment-rules.ts'
import { refundRuleWords } from '../words/en/refund-rule.ts'
import { termsWords } from '../words/en/terms.ts'

export const EventRefundRule = ({
  session,
  event,
  close,
  saved,
}: {
  session: CalendarSession
  event: EventAnswer
  close: () => void
  saved: (event: EventAnswer) => void
}) => {
  const words = refundRuleWords()
  const work = useWork()
  const { values, field, shown } = useFields(
    {
      refundPolicy: event.refundPolicy,
      serviceFee: event.serviceFee,
      delayedPayments: event.delayedPayments,
    },
    work,
  )
  const currency = event.tickets.find((ticket) => ticket.currency !== null)?.currency ?? session.calendar.currency
  const send = () =>
    void work
      .run(async () => {
        const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, values)
        saved(data)
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title} close={close}>
      <Form send={send}>
        <RefundRuleFields
          label={words.ofEvent}
          hint={words.ofEventHint}
          currency={currency}
          {...field('refundPolicy', 'refundPolicy.steps', 'refundPolicy')}
        />
        <ServiceFeeFields
          session={session}
          label={paymentRulesWords().ofEvent}
          hint={paymentRulesWords().ofEventHint}
          currency={currency}
          {...field('serviceFee', 'serviceFee.taxRateId', 'serviceFee')}
        />
        <DelayedPaymentsField isOfEvent {...field('delayedPayments')} />
        <p class="soft">{words.later}</p>
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {termsWords().cancel}
          </button>
          <Send work={work}>{words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
