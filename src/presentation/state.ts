import type { Language, Words } from '../words/words.ts'
import type { ShownEvent } from './event.ts'
import { momentOf } from './when.ts'

const FEW = 10

const isNearlyFull = ({ spotsRemaining }: Pick<ShownEvent, 'spotsRemaining'>) =>
  spotsRemaining !== null && spotsRemaining <= FEW

type StateFields = Pick<
  ShownEvent,
  'status' | 'lifecycle' | 'registrationStatus' | 'spotsRemaining' | 'requiresApproval' | 'tickets'
>

/** Returns whether every registration needs approval. The number of free places then says little to guests. */
const needsApproval = ({ requiresApproval, tickets }: Pick<ShownEvent, 'requiresApproval' | 'tickets'>) =>
  requiresApproval || (tickets.length > 0 && tickets.every((ticket) => ticket.requiresApproval))

export type State = 'cancelled' | 'over' | 'now' | 'soldOut' | 'waitlist' | 'closed' | 'later' | 'onRequest' | 'few'

const STATES = { SOLD_OUT: 'soldOut', WAITLIST: 'waitlist', CLOSED: 'closed', NOT_YET_OPEN: 'later' } as const

/** Returns the most important thing to know about an event in a list. */
export const stateOf = (event: StateFields): State | null => {
  if (event.status === 'CANCELLED') return 'cancelled'
  if (event.lifecycle === 'ENDED') return 'over'
  if (event.lifecycle === 'ONGOING') return 'now'
  if (event.registrationStatus !== 'OPEN') return STATES[event.registrationStatus]
  if (needsApproval(event)) return 'onRequest'
  return isNearlyFull(event) ? 'few' : null
}

/** Whether a list shows the price. It doesn't if no ticket is available, so that a row never reads "Free, sold out". */
export const isPriced = (event: StateFields) => {
  const state = stateOf(event)
  return state !== 'cancelled' && state !== 'over' && state !== 'soldOut' && state !== 'closed'
}

/** Returns the state in about two words, or null for an event that anyone can simply attend. */
export const stateWordsOf = (event: StateFields, { state: words }: Pick<Words, 'state'>) => {
  const state = stateOf(event)
  if (state === null) return null
  return { state, text: state === 'few' ? words.left(event.spotsRemaining ?? 0) : words[state] }
}

export interface Standing {
  kind: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string | null
  /** The label of the submit button. Null hides the form. */
  action: string | null
}

const open = (event: ShownEvent, { words: { standing: words, ticket } }: Language): Standing => {
  const isOnRequest = needsApproval(event)
  const { spotsRemaining } = event
  return {
    kind: 'good',
    title: isOnRequest ? words.onRequest : ticket.tickets,
    text: isOnRequest ? words.decided : spotsRemaining === null ? null : words.placesLeft(spotsRemaining),
    action: isOnRequest ? words.ask : words.register,
  }
}

/** ISO instants from the API can be sorted as text. */
const byTime = (left: string, right: string) => (left < right ? -1 : 1)

/** Returns when the first scheduled ticket sale starts, but no earlier than when registration for the event opens. */
const opensAtOf = ({ tickets, registrationOpensAt: opensAt }: ShownEvent) => {
  const [sale] = tickets
    .flatMap(({ status, salesStartAt }) => (status === 'SCHEDULED' && salesStartAt !== null ? [salesStartAt] : []))
    .toSorted(byTime)
  return [opensAt, sale]
    .flatMap((at) => at ?? [])
    .toSorted(byTime)
    .at(-1)
}

const notYet = (event: ShownEvent, language: Language): Standing => {
  const opensAt = opensAtOf(event)
  const words = language.words.standing
  return {
    kind: 'plain',
    title: words.notYet,
    text: opensAt === undefined ? null : words.opensOn(momentOf(opensAt, event.timezone, language)),
    action: null,
  }
}

const closed = ({ registrationClosesAt: at, timezone }: ShownEvent, now: number, language: Language): Standing => {
  const words = language.words.standing
  return {
    kind: 'plain',
    title: words.closed,
    text: at === null || Date.parse(at) > now ? null : words.closedOn(momentOf(at, timezone, language)),
    action: null,
  }
}

/** Returns whether guests can register, in words. */
export const registrationState = (event: ShownEvent, now: number, language: Language): Standing => {
  const words = language.words.standing
  if (event.status === 'CANCELLED') {
    return { kind: 'bad', title: words.cancelled, text: event.cancellationReason, action: null }
  }
  if (event.lifecycle === 'ENDED') {
    return { kind: 'plain', title: words.over, text: null, action: null }
  }
  switch (event.registrationStatus) {
    case 'OPEN':
      return open(event, language)
    case 'WAITLIST':
      return { kind: 'warn', title: words.full, text: words.joinText, action: words.join }
    case 'SOLD_OUT':
      return { kind: 'warn', title: words.soldOut, text: words.soldOutText, action: null }
    case 'NOT_YET_OPEN':
      return notYet(event, language)
    case 'CLOSED':
    default:
      return closed(event, now, language)
  }
}
