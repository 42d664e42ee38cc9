import type { RegistrationAnswer, RegistrationQuestion } from '../../../db/rows.ts'
import { invalidFields, refusal, type FieldError } from '../../../kernel/failure.ts'
import { questionsAsked, type QuestionContext } from '../../../kernel/questions.ts'
import type { GivenAnswer } from '../answers.schema.ts'

const FORMS: Partial<Record<RegistrationQuestion['type'], { form: RegExp; is: string }>> = {
  NUMBER: { form: /^[+-]?\d+(?:\.\d+)?$/, is: 'a number' },
  EMAIL: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, is: 'an email address' },
  PHONE: { form: /^\+?[\d\s()./-]{3,30}$/, is: 'a phone number' },
  DATE: { form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, is: 'a date such as 2027-03-28' },
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const faultOf = ({ type, options }: RegistrationQuestion, given: GivenAnswer['answer']): string | null => {
  if (Array.isArray(given)) {
    if (type !== 'MULTISELECT') return 'must be a single answer'
    return given.every((choice) => options.includes(choice)) ? null : 'must be one of the options'
  }
  const text = String(given).trim()
  if (text === '') return null
  if (type === 'SELECT' || type === 'MULTISELECT')
    return options.includes(String(given)) ? null : 'must be one of the options'
  if (type === 'CHECKBOX') return text === 'true' || text === 'false' ? null : 'must be true or false'
  if (type === 'URL') return isWebAddress(text) ? null : 'must be an http or https URL'
  const form = FORMS[type]
  return form === undefined || form.form.test(text) ? null : `must be ${form.is}`
}

const textOf = (given: GivenAnswer['answer']) => (Array.isArray(given) ? given.join(', ') : String(given))

const isAnswered = (question: RegistrationQuestion, text: string) =>
  question.type === 'CHECKBOX' && question.required ? text === 'true' : text.trim() !== ''

const choicesOf = (given: GivenAnswer['answer']) => (Array.isArray(given) ? given : [String(given)])

type Respondent = Pick<QuestionContext, 'of' | 'tickets'> & Partial<Pick<QuestionContext, 'known'>>

export interface Checked {
  answers: RegistrationAnswer[]
  faults: FieldError[]
  /** Errors for answers from organisers and API keys to questions that don't apply to the respondent. */
  unasked: FieldError[]
  /** Choices by question id. Questions to the other attendees may depend on them. */
  known: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns the answers, in the order of the questions that apply to `respondent`, along with all errors in them.
 * `isOwn`: guests must answer every required question, and their answers to questions that don't apply are dropped,
 * because a form hides a question without clearing its answer.
 */
export const checkAnswers = (
  questions: readonly RegistrationQuestion[],
  given: readonly GivenAnswer[],
  { isOwn, path = '', ...respondent }: { isOwn: boolean; path?: string } & Respondent,
): Checked => {
  const faults: FieldError[] = []
  const unasked: FieldError[] = []
  const answered = new Map(given.map(({ questionId, answer }) => [questionId, choicesOf(answer)]))
  const asked = questionsAsked(questions, { ...respondent, answered })
  const texts = new Map<string, string>()
  for (const [index, { questionId, answer }] of given.entries()) {
    const field = `${path}answers.${index}`
    const question = questions.find(({ id }) => id === questionId)
    if (question === undefined) {
      faults.push({ field: `${field}.questionId`, message: 'isn’t a question of this event' })
      continue
    }
    if (!asked.includes(question)) {
      if (!isOwn && isAnswered(question, textOf(answer)) && textOf(answer) !== 'false')
        unasked.push({ field: `${field}.questionId`, message: 'doesn’t apply to this person' })
      continue
    }
    if (texts.has(questionId)) faults.push({ field: `${field}.questionId`, message: 'is answered twice' })
    const fault = faultOf(question, answer)
    if (fault !== null) faults.push({ field: `${field}.answer`, message: fault })
    texts.set(questionId, textOf(answer))
  }
  for (const question of isOwn ? asked : []) {
    if (question.required && !isAnswered(question, texts.get(question.id) ?? '')) {
      const index = given.findIndex(({ questionId }) => questionId === question.id)
      const field = index === -1 ? `${path}answers` : `${path}answers.${index}.answer`
      faults.push({ field, message: `'${question.label}' must be answered` })
    }
  }
  const answers = asked.flatMap((question) => {
    const answer = texts.get(question.id)
    return answer === undefined || answer === '' ? [] : [{ questionId: question.id, question: question.label, answer }]
  })
  return { answers, faults, unasked, known: new Map(asked.map(({ id }) => [id, answered.get(id) ?? []])) }
}

/** If everything else is valid, answers to questions that don't apply get their own code, `question_not_asked`. */
export const refusalOfAnswers = ({ faults, unasked }: Pick<Checked, 'faults' | 'unasked'>) =>
  faults.length === 0 && unasked.length > 0
    ? refusal('question_not_asked', { fields: unasked })
    : invalidFields([...faults, ...unasked])

export const dependOnTickets = (questions: readonly RegistrationQuestion[]) =>
  questions.some(({ ticketIds }) => ticketIds)

/** Returns the values by which `ticketIds` of a question can refer to this ticket. */
export const namesOf = ({ id, key }: { id: string; key: string | null }) => (key === null ? [id] : [id, key])

/** A single registrant is asked the questions for buyers as well as those for attendees. */
export const ALONE = ['BUYER', 'ATTENDEE'] as const
