import { refusal } from '../../kernel/failure.ts'
import { ASKED_OF, questionsAsked } from '../../kernel/questions.ts'
import { readBytes } from '../../kernel/bytes.ts'
import { PAYMENT_CHOICES } from '../../kernel/vocabulary.ts'
import { localeOf } from '../../words/locales.ts'
import type { Words } from '../../words/words.ts'
import type { PublicEvent, Refusal } from '../asking.ts'

type Question = PublicEvent['registrationQuestions'][number]

/** The submitted values by field name. */
export type Typed = URLSearchParams

export interface Problem {
  /** The message to show above the form. */
  text: string
  /** Error messages by field name. */
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

/** Returns the answer as a list, as `Answered` expects it: the chosen options, or the typed text as one option. */
export const choicesOf = (question: Question, typed: Typed) => {
  const answer = typedAnswer(question, typed)
  return Array.isArray(answer) ? answer : [answer]
}

type QuestionSource = Pick<PublicEvent, 'registrationQuestions' | 'tickets'>

/**
 * Returns the questions that apply to the submitted values. Without JavaScript the page shows all questions, so answers
 * to questions that do not apply are ignored.
 */
const applicableQuestions = (typed: Typed, { registrationQuestions }: Pick<QuestionSource, 'registrationQuestions'>) =>
  questionsAsked(registrationQuestions, {
    of: ASKED_OF,
    tickets: [typed.get('ticketId') ?? ''],
    answered: new Map(registrationQuestions.map((question) => [question.id, choicesOf(question, typed)])),
  })

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** Returns how the buyer wants to pay, or undefined if the form had no choice. */
export const choiceIn = (typed: Typed) => PAYMENT_CHOICES.find((choice) => choice === typed.get('payBy'))

/**
 * Returns the request body. `answers` has an entry for every question that applies, in the same order, so that the
 * index in an API error (`answers.3`) identifies the question.
 */
export const registrationOf = (typed: Typed, event: Pick<PublicEvent, 'registrationQuestions'>) => ({
  firstName: typed.get('firstName') ?? '',
  lastName: typed.get('lastName') ?? '',
  email: typed.get('email') ?? '',
  ticketId: orAbsent(typed.get('ticketId')),
  couponCode: orAbsent(typed.get('couponCode')),
  payBy: choiceIn(typed),
  locale: localeOf(typed.get('locale')) ?? undefined,
  answers: applicableQuestions(typed, event).map((question) => ({
    questionId: question.id,
    answer: typedAnswer(question, typed),
  })),
})

/** Returns the series and the dates the guest chose, or null if the guest registers for this date only. */
export const datesOf = (typed: Typed, event: Pick<PublicEvent, 'id' | 'seriesId'>) => {
  const dates = typed.getAll('date').filter((id) => id !== '')
  return event.seriesId === null || dates.length === 0
    ? null
    : { seriesId: event.seriesId, eventIds: [event.id, ...dates] }
}

type Faults = Words['fault']
/** The messages without a number. */
type PlainFault = { [Key in keyof Faults]: Faults[Key] extends string ? Key : never }[keyof Faults]

const TYPED_WORDS: Partial<Record<Question['type'], PlainFault>> = {
  NUMBER: 'number',
  EMAIL: 'email',
  PHONE: 'phone',
  DATE: 'date',
  URL: 'webAddress',
}

const FIELD_WORDS = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  recipientEmail: 'email',
  ticketId: 'ticketId',
  couponCode: 'couponCode',
} as const
const ownWordOf = (field: string) =>
  Object.hasOwn(FIELD_WORDS, field) ? FIELD_WORDS[field as keyof typeof FIELD_WORDS] : undefined

/** Returns the message for a value that does not fit its field. */
export const invalidText = (field: string, type: Question['type'] | undefined, words: Faults) => {
  return words[ownWordOf(field) ?? (type === undefined ? undefined : TYPED_WORDS[type]) ?? 'notRight']
}

/** Returns the message for a required field that is empty. */
export const emptyText = (field: string, words: Faults) => words[ownWordOf(field) ?? 'unanswered']

export const fieldErrorText = (field: string, message: string, question: Question | undefined, words: Faults) => {
  if (message.startsWith('Too big')) return words.tooLong
  if (message.endsWith('must be answered')) return words.unanswered
  return invalidText(field, question?.type, words)
}

const questionOf = (field: string, questions: readonly Question[]) => {
  const index = /^answers\.(\d+)/.exec(field)?.[1]
  return index === undefined ? undefined : questions[Number(index)]
}

const missingIn = (typed: Typed, { registrationQuestions, tickets }: QuestionSource, words: Words['fault']) =>
  Object.fromEntries<string>([
    ...(tickets.length > 1 && !typed.get('ticketId') ? [['ticketId', words.ticketId] as const] : []),
    ...applicableQuestions(typed, { registrationQuestions }).flatMap(({ id, required }) =>
      required && !typed.get(fieldOf({ id }))?.trim() ? [[fieldOf({ id }), words.unanswered] as const] : [],
    ),
  ])

const REFUSALS: Readonly<Record<string, PlainFault>> = {
  capacity_exceeded: 'lastPlaceTaken',
  registration_closed: 'closed',
  event_cancelled: 'cancelled',
  payment_unavailable: 'unpayable',
  payment_account_not_ready: 'unpayable',
}

/** Translates an API error into messages for the person who filled in the form. */
export const problemOf = (
  { status, code, errors }: Refusal,
  typed: Typed,
  { registrationQuestions, tickets }: QuestionSource,
  { fault: words }: Pick<Words, 'fault'>,
): Problem => {
  const asked = applicableQuestions(typed, { registrationQuestions })
  const faults: Record<string, string> = {
    // The API validates answers only after all other fields are valid. The form shows both kinds of errors together.
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
  if (code === 'payment_method_closed') return { text: words.payMethodClosed, faults: { payBy: words.payMethodClosed } }
  const known = REFUSALS[code]
  if (known !== undefined) return { text: words[known], faults }
  if (Object.keys(faults).length > 0) return { text: words.somethingMissing, faults }
  if (status === 429) return { text: words.tooMuch, faults }
  return { text: status >= 500 ? words.unavailable : words.notNow, faults }
}
