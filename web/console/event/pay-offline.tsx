import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { LongField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { ordersWords } from '../words/en/orders.ts'
import { termsWords } from '../words/en/terms.ts'

export const PayOffline = ({
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
  const words = ordersWords().offline
  const work = useWork()
  const { values, field, shown } = useFields({ paymentInstructions: event.paymentInstructions ?? '' }, work)
  const send = () =>
    void work
      .run(async () => {
        const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, {
          paymentInstructions: values.paymentInstructions.trim() === '' ? null : values.paymentInstructions,
        })
        saved(data)
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title} close={close}>
      <Form send={send}>
        <LongField
          label={words.instructions}
          aside={words.markdown}
          rows={7}
          {...field('paymentInstructions')}
          hint={words.instructionsHint}
        />
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
