import { addonField, assignAddons, type ChosenAddon } from '../../presentation/addons.ts'
import { questionsAsked, type Answered } from '../../kernel/questions.ts'
import {
  allOptionsOf,
  atPrice,
  countOf,
  optionsOf,
  preselected,
  priceField,
  assignTickets,
  type Chosen,
} from '../../presentation/selection.ts'
import { localeOf } from '../../words/locales.ts'
import type { PublicEvent } from '../asking.ts'
import { choiceIn, choicesOf, registrationOf, typedAnswer, type Typed } from './form.ts'

export const GUESTS_FIELD = 'guests'
export const ATTENDING = 'attending'
export const QUANTITY = 'quantity.'
export const guestPrefix = (index: number | string) => `${GUESTS_FIELD}.${index}.`

export type FormEvent = PublicEvent

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

export const typedNumber = (text: string | null) => (/^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : 0)

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
      const quantity = typedNumber(text)
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
    const quantity = typedNumber(typed.get(addonField(addon.id)))
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
export const formParts = ({ typed, chosen, isAttending, own, guests }: Submission, event: FormEvent) => {
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

type Part = ReturnType<typeof formParts>['buyer']

const answersOf = ({ typed, asked }: Part) =>
  asked.map((question) => ({ questionId: question.id, answer: typedAnswer(question, typed) }))

const orAbsent = (text: string | null) => (text === null || text.trim() === '' ? undefined : text)

/** The values of a form for one person, whose ticket has the field `ticketId`. */
export const aloneOf = ({ typed, own }: Submission): Typed => {
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
  const { buyer, attendees } = formParts(submission, event)
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
