import { useState } from 'hono/jsx/dom'
import type { EventAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf, Form, LongField, OtherFault, Send } from '../parts/fields.tsx'

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
  const [text, type] = useState(event.paymentInstructions ?? '')
  const work = useWork()
  const send = () =>
    void work
      .run(async () => {
        const { data } = await session.api.patch<One<EventAnswer>>(`/events/${event.id}`, {
          paymentInstructions: text.trim() === '' ? null : text,
        })
        saved(data)
        session.toast('Saved.')
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title="How to pay offline" close={close}>
      <Form send={send}>
        <LongField
          label="Instructions"
          aside="Markdown"
          rows={7}
          value={text}
          set={type}
          hint="Shown to whoever owes something, on their page and in their mail. Empty: as the calendar says in its settings."
          fault={faultOf(work, 'paymentInstructions')}
        />
        <OtherFault work={work} fields={['paymentInstructions']} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>Save</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
