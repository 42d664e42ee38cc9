import { ASKED_OF, questionsAsked } from '../../../src/kernel/questions.ts'
import type { EventAnswer, GuestAnswer, Question } from '../../shared/answers.ts'
import type { Work } from '../parts/asking.ts'
import { faultOf } from '../parts/form.tsx'
import { CheckField, ChecksField, LongField, SelectField, TextField } from '../parts/fields.tsx'
import { termsWords } from '../words/en/terms.ts'

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
  const aside = required ? undefined : termsWords().optional
  const text = typeof value === 'string' ? value : ''
  if (type === 'CHECKBOX') return <CheckField label={label} value={value === true} set={set} fault={fault} />
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
      <ChecksField
        label={label}
        value={chosen}
        set={set}
        fault={fault}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    )
  }
  return <TextField label={label} aside={aside} type={TYPES[type] ?? 'text'} value={text} set={set} fault={fault} />
}

/** Returns the answers to `questions`. */
export const answersOf = (questions: readonly Question[], given: Given) =>
  questions.flatMap(({ id }) => {
    const answer = given[id]
    const isEmpty = answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
    return isEmpty ? [] : [{ questionId: id, answer }]
  })

/** Returns the service's complaint about the answer to one question. */
export const answerFault = (
  work: Pick<Work, 'error'>,
  questions: readonly Question[],
  given: Given,
  questionId: string,
) => {
  const at = answersOf(questions, given).findIndex((answer) => answer.questionId === questionId)
  return at === -1 ? null : faultOf(work, `answers.${String(at)}`)
}

export interface GuestQuestions {
  given: Given
  /** The questions that apply to the guest, given these answers and this ticket. By default it is their own. */
  askedWith(given: Given, ticketId?: string): readonly Question[]
}

const valueOf = ({ type }: Question, answer: string) => {
  if (type === 'CHECKBOX') return answer === 'true'
  return type === 'MULTISELECT' ? answer.split(', ') : answer
}

const choicesOf = (value: Given[string]) => (Array.isArray(value) ? value : [String(value)])

/**
 * A member of a party isn't asked the buyer's questions. Whether a question applies may depend on the buyer's answers or
 * on a ticket's key, which the page doesn't have. Such a question stays if the guest has answered it.
 */
export const questionsOf = (
  { registrationAnswers, partyId = null, ticket = null }: GuestAnswer,
  { registrationQuestions: all }: EventAnswer,
): GuestQuestions => {
  const answerTo = ({ label }: Question) => registrationAnswers.find((each) => each.question === label)?.answer
  return {
    given: Object.fromEntries(
      all.flatMap((question) => {
        const answer = answerTo(question)
        return answer === undefined ? [] : [[question.id, valueOf(question, answer)]]
      }),
    ),
    askedWith: (given, ticketId = ticket?.id) => {
      const asked = questionsAsked(all, {
        of: partyId === null ? ASKED_OF : ['ATTENDEE'],
        tickets: ticketId === undefined ? [] : [ticketId],
        answered: new Map(Object.entries(given).map(([id, value]) => [id, choicesOf(value)])),
      })
      const isUnclear = ({ ticketIds }: Question) => partyId !== null || (ticketIds ?? null) !== null
      return all.filter(
        (question) => asked.includes(question) || (isUnclear(question) && answerTo(question) !== undefined),
      )
    },
  }
}
