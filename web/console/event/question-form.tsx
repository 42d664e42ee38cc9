import type { Question, QuestionGiven, TicketAnswer } from '../../shared/answers.ts'
import { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, ChecksField, LongField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
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
  /** The questions before this one. `showIf` can depend on the answers to them. */
  earlier: readonly Question[]
  close: () => void
  save: (question: QuestionGiven) => Promise<void>
  remove: () => Promise<void>
}) => {
  const work = useWork()
  const { values, set, field, shown } = useFields(
    {
      label: question?.label ?? '',
      type: question?.type ?? ('TEXT' as const),
      options: question?.options.join('\n') ?? '',
      required: question?.required ?? false,
      showAtDoor: question?.showAtDoor ?? false,
      askOf: question?.askOf ?? ('ATTENDEE' as const),
      ticketIds: [...(question?.ticketIds ?? [])],
      onId: question?.showIf?.questionId ?? '',
      anyOf: [...(question?.showIf?.anyOf ?? [])],
    },
    work,
  )
  const deciding = earlier.filter((each) => choicesOf(each).length > 0)
  const on = deciding.find(({ id }) => id === values.onId)
  const send = () =>
    void work
      .run(() =>
        save({
          label: values.label,
          type: values.type,
          required: values.required,
          showAtDoor: values.showAtDoor,
          askOf: values.askOf,
          showIf: on === undefined || values.anyOf.length === 0 ? null : { questionId: on.id, anyOf: values.anyOf },
          ticketIds: values.ticketIds.length === 0 ? null : values.ticketIds,
          options: isList(values.type)
            ? values.options
                .split('\n')
                .map((option) => option.trim())
                .filter((option) => option !== '')
            : [],
        }),
      )
      .then((isDone) => isDone && close())
  return (
    <Dialog title={question === undefined ? 'Add question' : 'Edit question'} close={close}>
      <Form send={send}>
        <TextField label="Question" {...field('label')} isFocused />
        <SelectField
          label="Answer type"
          {...field('type')}
          options={QUESTION_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
        />
        {isList(values.type) && <LongField key="options" label="Options" aside="one per line" {...field('options')} />}
        <CheckField label="Required" {...field('required')} />
        <CheckField
          label="Shown at the door"
          hint="The person who checks in the guest sees the answer."
          {...field('showAtDoor')}
        />
        <SelectField
          label="Answered by"
          {...field('askOf')}
          options={[
            { value: 'ATTENDEE', label: 'each attendee' },
            { value: 'BUYER', label: 'the buyer, once' },
          ]}
        />
        {deciding.length > 0 && (
          <SelectField
            label="Condition"
            value={on?.id ?? ''}
            set={(onId) => set({ onId, anyOf: [] })}
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
          <ChecksField
            key={on.id}
            label="If they answered"
            {...field('anyOf')}
            options={choicesOf(on).map((choice) => ({ value: choice, label: choiceWords(on, choice) }))}
          />
        )}
        {tickets.length > 1 && (
          <ChecksField
            label="Tickets"
            hint="Choose none to ask for every ticket."
            {...field('ticketIds')}
            options={tickets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <OtherFault work={work} fields={shown} />
        <footer>
          {question !== undefined && (
            <button
              type="button"
              class="button bare bad"
              onClick={() => void work.run(remove).then((isDone) => isDone && close())}
            >
              Remove question
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            Cancel
          </button>
          <Send work={work}>{question === undefined ? 'Add question' : 'Save question'}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
