import { useState } from 'hono/jsx/dom'
import type { Question, QuestionGiven, TicketAnswer } from '../../shared/answers.ts'
import { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Form, LongField, OtherFault, SelectField, Send, TextField } from '../parts/fields.tsx'
import { choicesOf, choiceWords, TYPE_NAMES } from './question-types.ts'

const isList = (type: string) => type === 'SELECT' || type === 'MULTISELECT'

export const QuestionForm = ({
  question,
  tickets,
  earlier,
  close,
  save,
  remove,
}: {
  question: Question | undefined
  tickets: readonly TicketAnswer[]
  /** Those that stand before it: what it is asked for may hang on their answers. */
  earlier: readonly Question[]
  close: () => void
  save: (question: QuestionGiven) => Promise<void>
  remove: () => Promise<void>
}) => {
  const [label, setLabel] = useState(question?.label ?? '')
  const [type, setType] = useState<Question['type']>(question?.type ?? 'TEXT')
  const [options, setOptions] = useState(question?.options.join('\n') ?? '')
  const [required, setRequired] = useState(question?.required ?? false)
  const [showAtDoor, setShown] = useState(question?.showAtDoor ?? false)
  const [askOf, setAskOf] = useState<Question['askOf']>(question?.askOf ?? 'ATTENDEE')
  const [ticketIds, setTickets] = useState<readonly string[]>(question?.ticketIds ?? [])
  const [onId, hangOn] = useState(question?.showIf?.questionId ?? '')
  const [anyOf, setAnyOf] = useState<readonly string[]>(question?.showIf?.anyOf ?? [])
  const deciding = earlier.filter((each) => choicesOf(each).length > 0)
  const on = deciding.find(({ id }) => id === onId)
  const work = useWork()
  const send = () =>
    void work
      .run(() =>
        save({
          label,
          type,
          required,
          showAtDoor,
          askOf,
          showIf: on === undefined || anyOf.length === 0 ? null : { questionId: on.id, anyOf: [...anyOf] },
          ticketIds: ticketIds.length === 0 ? null : [...ticketIds],
          options: isList(type)
            ? options
                .split('\n')
                .map((option) => option.trim())
                .filter((option) => option !== '')
            : [],
        }),
      )
      .then((isDone) => isDone && close())
  return (
    <Dialog title={question === undefined ? 'Ask something' : 'Edit the question'} close={close}>
      <Form send={send}>
        <TextField label="Question" value={label} set={setLabel} isFocused />
        <SelectField
          label="Answered with"
          value={type}
          set={(value) => setType(value)}
          options={QUESTION_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
        />
        {isList(type) && (
          <LongField key="options" label="To choose from" aside="a line each" value={options} set={setOptions} />
        )}
        <CheckField label="Must be answered" value={required} set={setRequired} />
        <CheckField
          label="Shown at the door"
          hint="Whoever lets the guest in reads the answer."
          value={showAtDoor}
          set={setShown}
        />
        <SelectField
          label="Asked of"
          value={askOf}
          set={(value) => setAskOf(value)}
          options={[
            { value: 'ATTENDEE', label: 'everybody who comes' },
            { value: 'BUYER', label: 'whoever registers, once' },
          ]}
        />
        {deciding.length > 0 && (
          <SelectField
            label="Asked"
            value={on?.id ?? ''}
            set={(id) => {
              hangOn(id)
              setAnyOf([])
            }}
            options={[
              { value: '', label: 'always' },
              ...deciding.map(({ id, label: earlierLabel }) => ({
                value: id,
                label: `depending on “${earlierLabel}”`,
              })),
            ]}
          />
        )}
        {on !== undefined && (
          <fieldset class="field" key={on.id}>
            <legend>When they answered</legend>
            {choicesOf(on).map((choice) => (
              <CheckField
                key={choice}
                label={choiceWords(on, choice)}
                value={anyOf.includes(choice)}
                set={(isIn) => setAnyOf(isIn ? [...anyOf, choice] : anyOf.filter((each) => each !== choice))}
              />
            ))}
          </fieldset>
        )}
        {tickets.length > 1 && (
          <fieldset class="field">
            <legend>Of whose tickets</legend>
            <p class="hint">None chosen: of all.</p>
            {tickets.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                value={ticketIds.includes(id)}
                set={(isIn) => setTickets(isIn ? [...ticketIds, id] : ticketIds.filter((each) => each !== id))}
              />
            ))}
          </fieldset>
        )}
        <OtherFault work={work} />
        <footer>
          {question !== undefined && (
            <button
              type="button"
              class="button bare bad"
              onClick={() => void work.run(remove).then((isDone) => isDone && close())}
            >
              Remove
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{question === undefined ? 'Ask' : 'Save'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
