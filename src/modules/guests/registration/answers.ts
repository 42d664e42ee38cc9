import type { RegistrationAnswer, RegistrationQuestion } from '../../../db/rows.ts'
import type { FieldError } from '../../../kernel/failure.ts'
import type { GivenAnswer } from '../guests.schema.ts'

const FORMS: Partial<Record<RegistrationQuestion['type'], { form: RegExp; is: string }>> = {
  NUMBER: { form: /^[+-]?\d+(?:\.\d+)?$/, is: 'a number' },
  EMAIL: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, is: 'an e-mail address' },
  PHONE: { form: /^\+?[\d\s()./-]{3,30}$/, is: 'a telephone number' },
  DATE: { form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, is: 'a date such as 2027-03-28' },
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const faultOf = ({ type, options }: RegistrationQuestion, given: GivenAnswer['answer']): string | null => {
  if (Array.isArray(given)) {
    if (type !== 'MULTISELECT') return 'takes one answer'
    return given.every((choice) => options.includes(choice)) ? null : 'must be among the options'
  }
  const text = String(given).trim()
  if (text === '') return null
  if (type === 'SELECT' || type === 'MULTISELECT')
    return options.includes(String(given)) ? null : 'must be among the options'
  if (type === 'CHECKBOX') return text === 'true' || text === 'false' ? null : 'must be true or false'
  if (type === 'URL') return isWebAddress(text) ? null : 'must be a web address'
  const form = FORMS[type]
  return form === undefined || form.form.test(text) ? null : `must be ${form.is}`
}

const textOf = (given: GivenAnswer['answer']) => (Array.isArray(given) ? given.join(', ') : String(given))

const isAnswered = (question: RegistrationQuestion, text: string) =>
  question.type === 'CHECKBOX' && question.required ? text === 'true' : text.trim() !== ''

/** The answers to keep, in the order of the questions, or everything that is wrong with them. */
export const checkAnswers = (
  questions: readonly RegistrationQuestion[],
  given: readonly GivenAnswer[],
  { requireAll }: { requireAll: boolean },
): { answers: RegistrationAnswer[]; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const texts = new Map<string, string>()
  for (const [index, { questionId, answer }] of given.entries()) {
    const question = questions.find(({ id }) => id === questionId)
    if (question === undefined) {
      faults.push({ field: `answers.${index}.questionId`, message: 'is no question of this event' })
      continue
    }
    if (texts.has(questionId)) faults.push({ field: `answers.${index}.questionId`, message: 'is answered twice' })
    const fault = faultOf(question, answer)
    if (fault !== null) faults.push({ field: `answers.${index}.answer`, message: fault })
    texts.set(questionId, textOf(answer))
  }
  for (const question of requireAll ? questions : []) {
    if (question.required && !isAnswered(question, texts.get(question.id) ?? '')) {
      const index = given.findIndex(({ questionId }) => questionId === question.id)
      const field = index === -1 ? 'answers' : `answers.${index}.answer`
      faults.push({ field, message: `'${question.label}' must be answered` })
    }
  }
  const answers = questions.flatMap((question) => {
    const answer = texts.get(question.id)
    return answer === undefined || answer === '' ? [] : [{ questionId: question.id, question: question.label, answer }]
  })
  return { answers, faults }
}
