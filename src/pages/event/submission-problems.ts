import { ADDON_REFUSALS } from '../../presentation/addons.ts'
import { mostTogether, optionsOf, priceFault, priceField, sumOf } from '../../presentation/selection.ts'
import type { Language, Words } from '../../words/words.ts'
import type { Refusal } from '../asking.ts'
import { fieldErrorText, fieldOf, problemOf, type Problem } from './form.ts'
import {
  aloneOf,
  guestPrefix,
  GUESTS_FIELD,
  formParts,
  typedNumber,
  type FormEvent,
  type Submission,
} from './submission.ts'

const missingIn = (submission: Submission, event: FormEvent, words: Words['fault']): Record<string, string> => {
  const { typed } = submission
  const { buyer, attendees } = formParts(submission, event)
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
  typedNumber(typed.get(GUESTS_FIELD)) === guests.length &&
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
  const { buyer, attendees } = formParts(submission, event)
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
