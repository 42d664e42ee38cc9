import type { GuestAnswer, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf, Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { eventHash } from '../place.ts'
import { guestsWords } from '../words/en/guests.ts'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'
import { AnswerField, answersOf, type Given } from './answers.tsx'
import type { EventSession } from './event-frame.tsx'
import { PersonFields } from './person-fields.tsx'

/** The ways to add guests. */
export const AddMenu = ({
  tab: { session, event },
  add,
  bring,
  move,
}: {
  tab: EventSession
  add: () => void
  bring: () => void
  /** Opens the import of another product's list. */
  move: () => void
}) => {
  const words = guestsWords().add
  return (
    <Menu
      look="button"
      button={
        <>
          <Icon name="plus" /> {words.menu} <Icon name="down" />
        </>
      }
    >
      <button type="button" onClick={add}>
        <Icon name="plus" /> {words.one}
      </button>
      <button type="button" onClick={bring}>
        <Icon name="people" /> {words.fromFile}
      </button>
      <button type="button" onClick={move}>
        <Icon name="download" /> {importWords().openGuests}
      </button>
      <a href={eventHash(session.calendar.slug, event.id, 'messages', { invite: '1' })}>
        <Icon name="messages" /> {words.invite}
      </a>
    </Menu>
  )
}

export const AddGuest = ({
  tab: { session, event },
  close,
  added,
}: {
  tab: EventSession
  close: () => void
  added: (guest: GuestAnswer) => Promise<void>
}) => {
  const [words, terms] = [guestsWords().add, termsWords()]
  const work = useWork()
  const { values, field, shown } = useFields(
    { firstName: '', lastName: '', email: '', ticketId: event.tickets[0]?.id ?? '' },
    work,
  )
  const [given, give] = useState<Given>({})
  /** Errors name answers by their position in the request, which leaves out empty answers. */
  const faultOfAnswer = (id: string) => {
    const name = `answers.${String(answersOf(event.registrationQuestions, given).findIndex(({ questionId }) => questionId === id))}`
    shown.add(name)
    return faultOf(work, name)
  }
  const send = () =>
    void work
      .run(async () => {
        const { ticketId, ...who } = values
        const answers = answersOf(event.registrationQuestions, given)
        const { data } = await session.api.post<One<GuestAnswer>>(`/events/${event.id}/guests`, {
          ...who,
          ...(ticketId === '' ? {} : { ticketId }),
          ...(answers.length === 0 ? {} : { answers }),
        })
        await added(data)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title} close={close}>
      <Form send={send}>
        <PersonFields field={field} hint={words.emailHint} />
        {event.tickets.length > 1 && (
          <SelectField
            label={terms.ticket}
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
            fault={faultOfAnswer(question.id)}
          />
        ))}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>
            {words.action} <SendKey />
          </Send>
        </footer>
      </Form>
    </Dialog>
  )
}
