import { useState } from 'hono/jsx/dom'
import type { Question, QuestionGiven } from '../../shared/answers.ts'
import { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Form, LongField, OtherFault, SelectField, Send, TextField } from '../parts/fields.tsx'
import { TYPE_NAMES } from './question-types.ts'

const isList = (type: string) => type === 'SELECT' || type === 'MULTISELECT'

export const QuestionForm = ({
  question,
  close,
  save,
  remove,
}: {
  question: Question | undefined
  close: () => void
  save: (question: QuestionGiven) => Promise<void>
  remove: () => Promise<void>
}) => {
  const [label, setLabel] = useState(question?.label ?? '')
  const [type, setType] = useState<Question['type']>(question?.type ?? 'TEXT')
  const [options, setOptions] = useState(question?.options.join('\n') ?? '')
  const [required, setRequired] = useState(question?.required ?? false)
  const [showAtDoor, setShown] = useState(question?.showAtDoor ?? false)
  const work = useWork()
  const send = () =>
    void work
      .run(() =>
        save({
          label,
          type,
          required,
          showAtDoor,
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
          set={(value) => setType(value as Question['type'])}
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
