import type { Question, QuestionGiven, TicketAnswer } from '../../shared/answers.ts'
import { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, ChecksField, LongField, SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { questionsWords } from '../words/en/questions.ts'
import { termsWords } from '../words/en/terms.ts'
import { choicesOf, choiceWords } from './question-types.ts'

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
  const words = questionsWords().form
  const { types } = questionsWords()
  const terms = termsWords()
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
    <Dialog title={question === undefined ? words.addTitle : words.editTitle} close={close}>
      <Form send={send}>
        <TextField label={words.question} {...field('label')} isFocused />
        <SelectField
          label={words.answerType}
          {...field('type')}
          options={QUESTION_TYPES.map((value) => ({ value, label: types[value] }))}
        />
        {isList(values.type) && (
          <LongField key="options" label={words.options} aside={words.onePerLine} {...field('options')} />
        )}
        <CheckField label={words.required} {...field('required')} />
        <CheckField label={words.shownAtDoor} hint={words.shownAtDoorHint} {...field('showAtDoor')} />
        <SelectField
          label={words.answeredBy}
          {...field('askOf')}
          options={[
            { value: 'ATTENDEE', label: words.eachAttendee },
            { value: 'BUYER', label: words.buyerOnce },
          ]}
        />
        {deciding.length > 0 && (
          <SelectField
            label={words.condition}
            value={on?.id ?? ''}
            set={(onId) => set({ onId, anyOf: [] })}
            options={[
              { value: '', label: words.always },
              ...deciding.map(({ id, label: earlierLabel }) => ({
                value: id,
                label: words.dependingOn(earlierLabel),
              })),
            ]}
          />
        )}
        {on !== undefined && (
          <ChecksField
            key={on.id}
            label={words.ifTheyAnswered}
            {...field('anyOf')}
            options={choicesOf(on).map((choice) => ({ value: choice, label: choiceWords(on, choice) }))}
          />
        )}
        {tickets.length > 1 && (
          <ChecksField
            label={terms.tickets}
            hint={words.ticketsHint}
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
              {words.remove}
            </button>
          )}
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>{question === undefined ? words.add : words.save}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
