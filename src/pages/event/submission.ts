import { ADDON_REFUSALS, addonField, assignAddons, type ChosenAddon } from '../../presentation/addons.ts'
import { questionsAsked, type Answered } from '../../kernel/questions.ts'
import {
  allOptionsOf,
  atPrice,
  countOf,
  mostTogether,
  optionsOf,
  preselected,
  priceFault,
  priceField,
  assignTickets,
  sumOf,
  type Chosen,
} from '../../presentation/selection.ts'
import { localeOf } from '../../words/locales.ts'
import type { Language, Words } from '../../words/words.ts'
import type { PublicEvent, Refusal } from '../asking.ts'
import {
  choiceIn,
  choicesOf,
  fieldErrorText,
  fieldOf,
  problemOf,
  registrationOf,
  typedAnswer,
  type Problem,
  type Typed,
} from './form.ts'

const GUESTS = 'guests'
export const ATTENDING = 'attending'
export const QUANTITY = 'quantity.'
export const guestPrefix = (index: number | string) => `${GUESTS}.${index}.`

type FormEvent = PublicEvent

/** The guest's selection and input in the order form. */
export interface Submission {
  typed: Typed
  chosen: Chosen[]
  /** Whether every quantity is a whole number of a ticket of this event. */
  isReadable: boolean
  count: number
  isAttending: boolean
  /** The buyer's ticket, or null if the buyer doesn't attend. */
  own: string | null
  /** The ticket ids of the other attendees, in the order of their fields. */
  guests: string[]
  addons: ChosenAddon[]
  /** Whether the buyer registers only themselves, at a fixed price and without add-ons. */
  isAlone: boolean
}

const wholeNumber = (text: string | null) => (/^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : 0)

const isNone = (text: string) => text.trim() === '' || text.trim() === '0'

/**
 * Reads the chosen tickets, even those that are no longer available: the API decides about them. Without quantities,
 * the form has one seat: that of the ticket `ticketId`, or of the only ticket.
 */
const chosenIn = (typed: Typed, event: FormEvent): { chosen: Chosen[]; isReadable: boolean } => {
  const options = allOptionsOf(event)
  const quantities = [...typed].filter(([name]) => name.startsWith(QUANTITY))
  if (quantities.length > 0) {
    const chosen = quantities.flatMap(([name, text]) => {
      const option = options.find(({ id }) => QUANTITY + id === name)
      const quantity = wholeNumber(text)
      return option === undefined || quantity === 0
        ? []
        : [{ option: atPrice(option, typed.get(priceField(option.id))), quantity }]
    })
    return { chosen, isReadable: chosen.length === quantities.filter(([, text]) => !isNone(text)).length }
  }
  const id = typed.get('ticketId')
  const option = id ? options.find((each) => each.id === id) : options.length === 1 ? options[0] : undefined
  return { chosen: option === undefined ? [] : [{ option, quantity: 1 }], isReadable: true }
}

const addonsIn = (typed: Typed, { addons = [] }: FormEvent): ChosenAddon[] =>
  addons.flatMap((addon) => {
    const quantity = wholeNumber(typed.get(addonField(addon.id)))
    return quantity === 0 ? [] : [{ addon, quantity }]
  })

/** Only the request of a party carries prices. */
const choosesPrice = (chosen: readonly Chosen[]) => chosen.some(({ option }) => option.choice !== null)

export const submissionOf = (typed: Typed, event: FormEvent): Submission => {
  const { chosen, isReadable } = chosenIn(typed, event)
  const count = countOf(chosen)
  const attending = typed.getAll(ATTENDING)
  const isAttending = attending.length === 0 || attending.includes('yes')
  const { own, guests } = assignTickets(chosen, { isAttending, ownTicketId: typed.get('ticketId') })
  const addons = addonsIn(typed, event)
  return {
    typed,
    addons,
    chosen,
    isReadable,
    count,
    isAttending,
    own,
    guests,
    isAlone: isAttending && count <= 1 && !choosesPrice(chosen) && addons.length === 0,
  }
}

/** The selection that the empty form shows. */
export const blankSubmission = (event: FormEvent): Submission => {
  const option = preselected(optionsOf(event))
  const chosen = option === null ? [] : [{ option, quantity: option.least }]
  const typed = new URLSearchParams(chosen.map(({ option: { id }, quantity }) => [QUANTITY + id, String(quantity)]))
  return submissionOf(typed, event)
}

const partOf = (typed: Typed, prefix: string): Typed =>
  new URLSearchParams(
    [...typed].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )

const answeredIn = ({ registrationQuestions }: FormEvent, typed: Typed): Answered =>
  new Map(registrationQuestions.map((question) => [question.id, choicesOf(question, typed)]))

/**
 * Splits the form into the buyer and the attendees, with the questions that apply to each. Without JavaScript the page
 * shows all questions, so answers to questions that do not apply are ignored.
 */
const partsOf = ({ typed, chosen, isAttending, own, guests }: Submission, event: FormEvent) => {
  const { registrationQuestions: questions } = event
  const answered = answeredIn(event, typed)
  const tickets = chosen.map(({ option }) => option.id)
  const ofBuyer = questionsAsked(questions, { of: ['BUYER'], tickets, answered })
  const known = new Map(ofBuyer.map(({ id }) => [id, answered.get(id) ?? []]))
  const attendee = (prefix: string, part: Typed, ticketId: string) => ({
    prefix,
    typed: part,
    ticketId,
    asked: questionsAsked(questions, {
      of: ['ATTENDEE'],
      tickets: [ticketId],
      answered: answeredIn(event, part),
      known,
    }),
  })
  return {
    buyer: { prefix: '', typed, asked: ofBuyer },
    attendees: [
      ...(isAttending ? [attendee('', typed, own ?? '')] : []),
      ...guests.map((ticketId, index) => attendee(guestPrefix(index), partOf(typed, guestPrefix(index)), ticketId)),
    ],
  }
}

type Part = ReturnType<typeof partsOf>['buyer']

const answersOf = ({ typed, asked }: Part) =>
  asked.map((question) => ({ questionId: question.id, answer: typedAnswer(question, typed) }))

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** The values of a form for one person, whose ticket has the field `ticketId`. */
const aloneOf = ({ typed, own }: Submission): Typed => {
  const alone = new URLSearchParams(typed)
  if (own !== null) alone.set('ticketId', own)
  return alone
}

/** Returns the request body of a registration for one person. */
export const bodyOfOne = (submission: Submission, event: FormEvent) => registrationOf(aloneOf(submission), event)

const priceOf = ({ chosen }: Submission, ticketId: string) =>
  chosen.find(({ option }) => option.id === ticketId)?.option.price

/** Returns the request body of a registration for a party. A buyer who attends is its first attendee. */
export const bodyOfParty = (submission: Submission, event: FormEvent) => {
  const { typed } = submission
  const { buyer, attendees } = partsOf(submission, event)
  const { ofOrder, ofSeats } = assignAddons(
    submission.addons,
    attendees.map(({ ticketId }) => ticketId),
  )
  return {
    buyer: {
      firstName: typed.get('firstName') ?? '',
      lastName: typed.get('lastName') ?? '',
      email: typed.get('email') ?? '',
      answers: answersOf(buyer),
    },
    attendees: attendees.map((each, index) => ({
      ticketId: orAbsent(each.ticketId),
      firstName: orAbsent(each.typed.get('firstName')),
      lastName: orAbsent(each.typed.get('lastName')),
      email: orAbsent(each.typed.get('email')),
      answers: answersOf(each),
      ...(choosesPrice(submission.chosen) ? { price: priceOf(submission, each.ticketId) } : {}),
      ...(submission.addons.length > 0 ? { addons: ofSeats[index] } : {}),
    })),
    ...(ofOrder.length > 0 ? { addons: ofOrder } : {}),
    couponCode: orAbsent(typed.get('couponCode')),
    payBy: choiceIn(typed),
    locale: localeOf(typed.get('locale')) ?? undefined,
  }
}

const missingIn = (submission: Submission, event: FormEvent, words: Words['fault']): Record<string, string> => {
  const { typed } = submission
  const { buyer, attendees } = partsOf(submission, event)
  return Object.fromEntries<string>([
    ...(submission.count === 0 ? [['ticketId', words.ticketId] as const] : []),
    ...(['firstName', 'lastName', 'email'] as const).flatMap((name) =>
      typed.get(name)?.trim() ? [] : [[name, words[name]] as const],
    ),
    ...[buyer, ...attendees].flatMap(({ prefix, typed: part, asked }) =>
      asked.flatMap((question) =>
        question.required && !part.get(fieldOf(question))?.trim()
          ? [[prefix + fieldOf(question), words.unanswered] as const]
          : [],
      ),
    ),
  ])
}

/** Returns whether the submitted form had fields for each guest. Otherwise the guest has not seen them yet. */
const hasAskedForAll = ({ typed, guests }: Submission) =>
  wholeNumber(typed.get(GUESTS)) === guests.length &&
  guests.every((ticketId, index) => typed.get(`${guestPrefix(index)}ticketId`) === ticketId)

const problemWithTickets = (submission: Submission, event: FormEvent, words: Words['fault']): string | null => {
  const most = mostTogether(event)
  if (!submission.isReadable) return words.quantity
  if (submission.count === 0) return words.ticketId
  if (submission.count > most) return words.partyTooLarge(most)
  return sumOf(submission.chosen).isMixed ? words.oneCurrency : null
}

const faultsOfPrices = ({ typed, chosen }: Submission, language: Language) =>
  Object.fromEntries(
    chosen.flatMap(({ option }) => {
      const fault = priceFault(option, typed.get(priceField(option.id)), language)
      return fault === null ? [] : [[priceField(option.id), fault]]
    }),
  )

/**
 * Returns a problem that the page finds without the API, or null: no tickets, too many, or more tickets than the form
 * had people: the page never registers fewer people than the guest chose.
 */
export const problemBefore = (submission: Submission, event: FormEvent, language: Language): Problem | null => {
  const { fault: words } = language.words
  // The API returns the reason why guests cannot register at all.
  if (optionsOf(event).length === 0) return null
  const missing = missingIn(submission, event, words)
  const withTickets = problemWithTickets(submission, event, words)
  const prices = faultsOfPrices(submission, language)
  if (Object.keys(prices).length > 0) return { text: words.somethingMissing, faults: { ...missing, ...prices } }
  if (withTickets !== null) return { text: words.somethingMissing, faults: { ...missing, ticketId: withTickets } }
  if (!hasAskedForAll(submission)) return { text: words.guestsMissing(submission.count), faults: missing }
  if (submission.typed.has('date') && !submission.isAlone)
    return { text: words.somethingMissing, faults: { ...missing, date: words.datesAlone } }
  return null
}

const REFUSALS: Readonly<Record<string, 'partyTooBig' | 'quantity'>> = {
  party_exceeds_capacity: 'partyTooBig',
  quantity_not_allowed: 'quantity',
}

/** Translates an API error into messages for the fields of the person it concerns. */
export const problemAfter = (refusal: Refusal, submission: Submission, event: FormEvent, words: Words): Problem => {
  if (submission.isAlone) return problemOf(refusal, aloneOf(submission), event, words)
  const { buyer, attendees } = partsOf(submission, event)
  const faults: Record<string, string> = refusal.status === 400 ? missingIn(submission, event, words.fault) : {}
  for (const { field, message } of refusal.errors) {
    const [, whose = '', rest = field] = /^(buyer\.|attendees\.\d+\.)(.*)$/.exec(field) ?? []
    const part = whose === 'buyer.' ? buyer : attendees[Number(whose.split('.')[1])]
    const index = /^answers\.(\d+)/.exec(rest)?.[1]
    const question = index === undefined ? undefined : part?.asked[Number(index)]
    const isOfTickets = field === 'attendees' || rest === 'ticketId'
    const name =
      isOfTickets || rest === 'price'
        ? 'ticketId'
        : `${part?.prefix ?? ''}${question === undefined ? rest : fieldOf(question)}`
    faults[name] = fieldErrorText(question === undefined ? rest : '', message, question, words.fault)
  }
  const known = REFUSALS[refusal.code]
  if (known !== undefined) return { text: words.fault[known], faults: { ticketId: words.fault[known] } }
  const gone = ADDON_REFUSALS[refusal.code]
  if (gone !== undefined) return { text: words.fault[gone], faults: { addons: words.fault[gone] } }
  if (refusal.code === 'attendee_repeated') return { text: words.fault.repeated, faults }
  const general = problemOf(
    { ...refusal, errors: [] },
    new URLSearchParams(),
    { registrationQuestions: [], tickets: [] },
    words,
  )
  return {
    text: Object.keys(faults).length > 0 ? words.fault.somethingMissing : general.text,
    faults: { ...faults, ...general.faults },
  }
}
