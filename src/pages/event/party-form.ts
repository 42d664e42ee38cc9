import { questionsAsked, type Answered } from '../../kernel/questions.ts'
import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { localeOf } from '../../words/locales.ts'
import type { Words } from '../../words/words.ts'
import type { PublicEvent, Refusal } from '../asking.ts'
import { typedAnswer, choicesOf, fieldOf, problemOf, fieldErrorText, type Problem, type Typed } from './form.ts'

type QuestionSource = Pick<PublicEvent, 'registrationQuestions' | 'tickets'>

/** Returns the number of attendees submitted with the form, from 1 to `MAX_PARTY_SIZE` (10). */
export const peopleIn = (typed: Typed) => {
  const people = Number(typed.get('people') ?? '1')
  return Number.isInteger(people) ? Math.min(Math.max(people, 1), MAX_PARTY_SIZE) : 1
}

export const BUYER = 'buyer.'
export const prefixOf = (index: number) => `attendees.${index}.`

const partOf = (typed: Typed, prefix: string): Typed =>
  new URLSearchParams(
    [...typed].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )

const answeredIn = ({ registrationQuestions }: QuestionSource, typed: Typed): Answered =>
  new Map(registrationQuestions.map((question) => [question.id, choicesOf(question, typed)]))

/**
 * Splits the form into the fields of the buyer and of each attendee, with the questions that apply to each person.
 * Without JavaScript the page shows all questions, so answers to questions that do not apply are ignored.
 */
const partsOf = (typed: Typed, event: QuestionSource) => {
  const people = Array.from({ length: peopleIn(typed) }, (_, index) => partOf(typed, prefixOf(index)))
  const [only] = event.tickets
  const ticketIds = people.map((each) => each.get('ticketId') ?? (event.tickets.length === 1 ? (only?.id ?? '') : ''))
  const buyer = partOf(typed, BUYER)
  const buyerAnswered = answeredIn(event, buyer)
  const ofBuyer = questionsAsked(event.registrationQuestions, {
    of: ['BUYER'],
    tickets: ticketIds,
    answered: buyerAnswered,
  })
  const known = new Map(ofBuyer.map(({ id }) => [id, buyerAnswered.get(id) ?? []]))
  return {
    buyer: { typed: buyer, asked: ofBuyer },
    people: people.map((each, index) => ({
      typed: each,
      ticketId: ticketIds[index] ?? '',
      asked: questionsAsked(event.registrationQuestions, {
        of: ['ATTENDEE'],
        tickets: [ticketIds[index] ?? ''],
        answered: answeredIn(event, each),
        known,
      }),
    })),
  }
}

type Part = Pick<ReturnType<typeof partsOf>['buyer'], 'typed' | 'asked'>
const answersOf = ({ typed, asked }: Part) =>
  asked.map((question) => ({ questionId: question.id, answer: typedAnswer(question, typed) }))

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** Returns the request body for registering a party. */
export const partyBodyOf = (typed: Typed, event: QuestionSource) => {
  const { buyer, people } = partsOf(typed, event)
  return {
    buyer: {
      firstName: buyer.typed.get('firstName') ?? '',
      lastName: buyer.typed.get('lastName') ?? '',
      email: buyer.typed.get('email') ?? '',
      answers: answersOf(buyer),
    },
    attendees: people.map((each) => ({
      ticketId: orAbsent(each.ticketId),
      firstName: orAbsent(each.typed.get('firstName')),
      lastName: orAbsent(each.typed.get('lastName')),
      email: orAbsent(each.typed.get('email')),
      answers: answersOf(each),
    })),
    couponCode: orAbsent(typed.get('couponCode')),
    locale: localeOf(typed.get('locale')) ?? undefined,
  }
}

const REFUSALS: Readonly<Record<string, keyof Words['fault']>> = {
  party_too_large: 'partyTooLarge',
  party_exceeds_capacity: 'partyTooBig',
  attendee_repeated: 'repeated',
  quantity_not_allowed: 'quantity',
}

/** Translates an API error into messages for the fields of the person it concerns. */
export const problemOfParty = (
  refusal: Refusal,
  typed: Typed,
  event: QuestionSource,
  words: Pick<Words, 'fault'>,
): Problem => {
  const { buyer, people } = partsOf(typed, event)
  const faults = Object.fromEntries(
    refusal.errors.map(({ field, message }) => {
      const [, prefix = '', rest = field] = /^(buyer\.|attendees\.\d+\.)(.*)$/.exec(field) ?? []
      const part = prefix === BUYER ? buyer : people[Number(prefix.split('.')[1])]
      const index = /^answers\.(\d+)/.exec(rest)?.[1]
      const question = index === undefined ? undefined : part?.asked[Number(index)]
      const name = question === undefined ? rest : fieldOf(question)
      return [`${prefix}${name}`, fieldErrorText(name, message, question, words.fault)]
    }),
  )
  const known = REFUSALS[refusal.code]
  if (known !== undefined) return { text: words.fault[known], faults }
  const { text, faults: others } = problemOf(
    { ...refusal, errors: [] },
    typed,
    { ...event, registrationQuestions: [], tickets: [] },
    words,
  )
  return {
    text: Object.keys(faults).length > 0 ? words.fault.somethingMissing : text,
    faults: { ...others, ...faults },
  }
}
