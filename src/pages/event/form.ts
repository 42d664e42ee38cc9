import { refusal } from '../../kernel/failure.ts'
import { readBytes } from '../../kernel/bytes.ts'
import type { OpenEvent, Refusal } from '../asking.ts'

type Question = OpenEvent['registrationQuestions'][number]

/** What somebody typed, by the name of the field. */
export type Typed = URLSearchParams

export interface Problem {
  /** Said above the form. */
  text: string
  /** By the name of the field. */
  faults: Record<string, string>
}

const FORM_BYTES = 64 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

export const readForm = async (request: Request): Promise<Typed> => {
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE) throw refusal('unsupported_media_type', { says: `Send the form as ${FORM_TYPE}.` })
  return new URLSearchParams(new TextDecoder().decode(await readBytes(request, FORM_BYTES)))
}

export const fieldOf = ({ id }: Pick<Question, 'id'>) => `answer.${id}`

const answerOf = (question: Question, typed: Typed) => {
  if (question.type === 'MULTISELECT') {
    const chosen = typed.getAll(fieldOf(question)).slice(0, 100)
    return chosen.length === 0 ? '' : chosen
  }
  if (question.type === 'CHECKBOX') return String(typed.has(fieldOf(question)))
  return typed.get(fieldOf(question)) ?? ''
}

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** The form as the API takes it: every question in its order, so that a fault's number names its question. */
export const registrationOf = (typed: Typed, { registrationQuestions }: Pick<OpenEvent, 'registrationQuestions'>) => ({
  firstName: typed.get('firstName') ?? '',
  lastName: typed.get('lastName') ?? '',
  email: typed.get('email') ?? '',
  ticketId: orAbsent(typed.get('ticketId')),
  couponCode: orAbsent(typed.get('couponCode')),
  answers: registrationQuestions.map((question) => ({ questionId: question.id, answer: answerOf(question, typed) })),
})

const WORDS: Record<string, string> = {
  firstName: 'Give your first name.',
  lastName: 'Give your last name.',
  email: 'Give an e-mail address, such as ada@example.org.',
  ticketId: 'Choose a ticket.',
  couponCode: 'This code cannot be used here.',
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

const wordsOf = (field: string, message: string) => {
  if (message.startsWith('Too big')) return 'This is too long.'
  if (message.endsWith('must be answered')) return 'This needs an answer.'
  return WORDS[field] ?? sentence(message)
}

const nameOf = (field: string, questions: readonly Question[]) => {
  const index = /^answers\.(\d+)/.exec(field)?.[1]
  const question = index === undefined ? undefined : questions[Number(index)]
  return question === undefined ? field : fieldOf(question)
}

type Asking = Pick<OpenEvent, 'registrationQuestions' | 'tickets'>

const missingIn = (typed: Typed, { registrationQuestions, tickets }: Asking): [string, string][] => [
  ...(tickets.length > 1 && !typed.get('ticketId') ? [['ticketId', 'Choose a ticket.'] as [string, string]] : []),
  ...registrationQuestions.flatMap(({ id, required }) =>
    required && !typed.get(fieldOf({ id }))?.trim()
      ? [[fieldOf({ id }), 'This needs an answer.'] as [string, string]]
      : [],
  ),
]

/** A refusal of the API in words for who filled the form in. */
export const problemOf = (
  { status, code, message, errors }: Refusal,
  typed: Typed,
  { registrationQuestions, tickets }: Asking,
): Problem => {
  const faults: Record<string, string> = Object.fromEntries<string>([
    // The API looks at the answers once the rest is right; a person is told everything at once.
    ...(status === 400 ? missingIn(typed, { registrationQuestions, tickets }) : []),
    ...errors.map(({ field, message: words }) => {
      const name = nameOf(field, registrationQuestions)
      return [name, wordsOf(name, words)] as [string, string]
    }),
  ])
  if (code === 'coupon_exhausted') return { text: 'Look at the code again.', faults: { couponCode: message } }
  if (code === 'capacity_exceeded') return { text: 'The last place has just been taken.', faults }
  if (Object.keys(faults).length > 0) return { text: 'Something is missing or not right yet.', faults }
  if (status === 429) return { text: 'That was a lot at once. Wait a minute, then send it again.', faults }
  if (status >= 500)
    return { text: 'A part of the service does not answer just now. Send it again in a moment.', faults }
  return { text: message, faults }
}
