import { refusal } from '../../kernel/failure.ts'
import { ASKED_OF, questionsAsked } from '../../kernel/questions.ts'
import { readBytes } from '../../kernel/bytes.ts'
import { localeOf } from '../../words/locales.ts'
import type { Words } from '../../words/words.ts'
import type { PublicEvent, Refusal } from '../asking.ts'

type Question = PublicEvent['registrationQuestions'][number]

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

export const typedAnswer = (question: Question, typed: Typed) => {
  if (question.type === 'MULTISELECT') {
    const chosen = typed.getAll(fieldOf(question)).slice(0, 100)
    return chosen.length === 0 ? '' : chosen
  }
  if (question.type === 'CHECKBOX') return String(typed.has(fieldOf(question)))
  return typed.get(fieldOf(question)) ?? ''
}

/** What somebody typed, as the choices that it stands for. */
export const choicesOf = (question: Question, typed: Typed) => {
  const answer = typedAnswer(question, typed)
  return Array.isArray(answer) ? answer : [answer]
}

type Asking = Pick<PublicEvent, 'registrationQuestions' | 'tickets'>

/** The questions that whoever typed this is asked: what a page without scripts shows besides is left aside. */
const askedIn = (typed: Typed, { registrationQuestions }: Pick<Asking, 'registrationQuestions'>) =>
  questionsAsked(registrationQuestions, {
    of: ASKED_OF,
    tickets: [typed.get('ticketId') ?? ''],
    answered: new Map(registrationQuestions.map((question) => [question.id, choicesOf(question, typed)])),
  })

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** The form as the API takes it: every question that is asked in its order, so that a fault's number names its question. */
export const registrationOf = (typed: Typed, event: Pick<PublicEvent, 'registrationQuestions'>) => ({
  firstName: typed.get('firstName') ?? '',
  lastName: typed.get('lastName') ?? '',
  email: typed.get('email') ?? '',
  ticketId: orAbsent(typed.get('ticketId')),
  couponCode: orAbsent(typed.get('couponCode')),
  locale: localeOf(typed.get('locale')) ?? undefined,
  answers: askedIn(typed, event).map((question) => ({ questionId: question.id, answer: typedAnswer(question, typed) })),
})

/** The same for several dates of a series at once; null where one alone is meant. */
export const datesOf = (typed: Typed, event: Pick<PublicEvent, 'id' | 'seriesId'>) => {
  const dates = typed.getAll('date').filter((id) => id !== '')
  return event.seriesId === null || dates.length === 0
    ? null
    : { seriesId: event.seriesId, eventIds: [event.id, ...dates] }
}

const TYPED_WORDS: Partial<Record<Question['type'], keyof Words['fault']>> = {
  NUMBER: 'number',
  EMAIL: 'email',
  PHONE: 'phone',
  DATE: 'date',
  URL: 'webAddress',
}

const FIELD_WORDS = ['firstName', 'lastName', 'email', 'ticketId', 'couponCode'] as const

export const fieldErrorText = (
  field: string,
  message: string,
  question: Question | undefined,
  words: Words['fault'],
) => {
  if (message.startsWith('Too big')) return words.tooLong
  if (message.endsWith('must be answered')) return words.unanswered
  const own = FIELD_WORDS.find((name) => name === field)
  const kind = own ?? (question === undefined ? undefined : TYPED_WORDS[question.type])
  return words[kind ?? 'notRight']
}

const questionOf = (field: string, questions: readonly Question[]) => {
  const index = /^answers\.(\d+)/.exec(field)?.[1]
  return index === undefined ? undefined : questions[Number(index)]
}

const missingIn = (typed: Typed, { registrationQuestions, tickets }: Asking, words: Words['fault']) =>
  Object.fromEntries<string>([
    ...(tickets.length > 1 && !typed.get('ticketId') ? [['ticketId', words.ticketId] as const] : []),
    ...askedIn(typed, { registrationQuestions }).flatMap(({ id, required }) =>
      required && !typed.get(fieldOf({ id }))?.trim() ? [[fieldOf({ id }), words.unanswered] as const] : [],
    ),
  ])

const REFUSALS: Readonly<Record<string, keyof Words['fault']>> = {
  capacity_exceeded: 'lastPlaceTaken',
  registration_closed: 'closed',
  event_cancelled: 'cancelled',
}

/** A refusal of the API in words for who filled the form in. */
export const problemOf = (
  { status, code, errors }: Refusal,
  typed: Typed,
  { registrationQuestions, tickets }: Asking,
  { fault: words }: Pick<Words, 'fault'>,
): Problem => {
  const asked = askedIn(typed, { registrationQuestions })
  const faults: Record<string, string> = {
    // The API looks at the answers once the rest is right; a person is told everything at once.
    ...(status === 400 ? missingIn(typed, { registrationQuestions, tickets }, words) : {}),
    ...Object.fromEntries(
      errors.map(({ field, message }) => {
        const question = questionOf(field, asked)
        const name = question === undefined ? field : fieldOf(question)
        return [name, fieldErrorText(name, message, question, words)]
      }),
    ),
  }
  if (code === 'coupon_exhausted') return { text: words.lookAtCode, faults: { couponCode: words.couponSpent } }
  if (code === 'coupon_invalid') return { text: words.lookAtCode, faults: { couponCode: words.couponCode } }
  const known = REFUSALS[code]
  if (known !== undefined) return { text: words[known], faults }
  if (Object.keys(faults).length > 0) return { text: words.somethingMissing, faults }
  if (status === 429) return { text: words.tooMuch, faults }
  return { text: status >= 500 ? words.unavailable : words.notNow, faults }
}
