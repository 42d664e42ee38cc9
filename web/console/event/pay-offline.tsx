import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { LongField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'

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
  const work = useWork()
  const { values, field, shown } = useFields({ paymentInstructions: event.paymentInstructions ?? '' }, work)
  const send = () =>
    void work
      .run(async () => {
        const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, {
          paymentInstructions: values.paymentInstructions.trim() === '' ? null : values.paymentInstructions,
        })
        saved(data)
        session.toast('Instructions saved.')
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title="Offline payment" close={close}>
      <Form send={send}>
        <LongField
          label="Instructions"
          aside="Markdown"
          rows={7}
          {...field('paymentInstructions')}
          hint="Shown to guests with an unpaid order, on their page and in their emails. Leave it blank to use the instructions in the calendar’s settings."
        />
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Save instructions</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
