import { useState } from 'hono/jsx/dom'
import type { GuestAnswer, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { AnswerField, answersOf, type Given } from './answers.tsx'
import type { EventSession } from './event-frame.tsx'
import { PersonFields } from './person-fields.tsx'

export const AddGuest = ({
  tab: { session, event },
  close,
  added,
}: {
  tab: EventSession
  close: () => void
  added: (guest: GuestAnswer) => Promise<void>
}) => {
  const work = useWork()
  const { values, field, shown } = useFields(
    { firstName: '', lastName: '', email: '', ticketId: event.tickets[0]?.id ?? '' },
    work,
  )
  const [given, give] = useState<Given>({})
  const send = () =>
    void work
      .run(async () => {
        const { ticketId, ...who } = values
        const answers = answersOf(given)
        const { data } = await session.api.post<One<GuestAnswer>>(`/events/${event.id}/guests`, {
          ...who,
          ...(ticketId === '' ? {} : { ticketId }),
          ...(answers.length === 0 ? {} : { answers }),
        })
        await added(data)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title="Add a guest" close={close}>
      <Form send={send}>
        <PersonFields field={field} hint="They’ll get their ticket by email immediately." />
        {event.tickets.length > 1 && (
          <SelectField
            label="Ticket"
            {...field('ticketId')}
            options={event.tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {event.registrationQuestions.map((question) => (
          <AnswerField
            key={question.id}
            question={{ ...question, required: false }}
            value={given[question.id]}
            set={(value) => give((before) => ({ ...before, [question.id]: value }))}
            fault={null}
          />
        ))}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>
            Add guest <kbd>⌘↵</kbd>
          </Send>
        </footer>
      </Form>
    </Dialog>
  )
}
