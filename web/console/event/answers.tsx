import type { Question } from '../../shared/answers.ts'
import { CheckField, LongField, SelectField, TextField } from '../parts/fields.tsx'

export type Given = Readonly<Record<string, string | string[] | boolean>>

const TYPES: Partial<Record<Question['type'], string>> = {
  NUMBER: 'number',
  EMAIL: 'email',
  PHONE: 'tel',
  URL: 'url',
  DATE: 'date',
}

/** The form field for a registration question. */
export const AnswerField = ({
  question: { label, type, options, required },
  value,
  set,
  fault,
}: {
  question: Question
  value: string | string[] | boolean | undefined
  set: (value: string | string[] | boolean) => void
  fault: string | null
}) => {
  const aside = required ? undefined : 'optional'
  const text = typeof value === 'string' ? value : ''
  if (type === 'CHECKBOX') return <CheckField label={label} value={value === true} set={set} />
  if (type === 'TEXTAREA')
    return <LongField label={label} aside={aside} value={text} set={set} fault={fault} rows={3} />
  if (type === 'SELECT')
    return (
      <SelectField
        label={label}
        aside={aside}
        value={text}
        set={set}
        fault={fault}
        options={[{ value: '', label: '–' }, ...options.map((option) => ({ value: option, label: option }))]}
      />
    )
  if (type === 'MULTISELECT') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset class="field">
        <legend>{label}</legend>
        {options.map((option) => (
          <CheckField
            key={option}
            label={option}
            value={chosen.includes(option)}
            set={(isOn) => set(isOn ? [...chosen, option] : chosen.filter((each) => each !== option))}
          />
        ))}
      </fieldset>
    )
  }
  return <TextField label={label} aside={aside} type={TYPES[type] ?? 'text'} value={text} set={set} fault={fault} />
}

export const answersOf = (given: Given) =>
  Object.entries(given).flatMap(([questionId, answer]) => {
    const isEmpty = answer === '' || (Array.isArray(answer) && answer.length === 0)
    return isEmpty ? [] : [{ questionId, answer }]
  })
