import type { Language, Words } from '../words/words.ts'
import type { ShownEvent } from './event.ts'
import { momentOf } from './when.ts'

const FEW = 10

/** Whether so few places are left that it is worth a word. */
const isNearlyFull = ({ spotsRemaining }: Pick<ShownEvent, 'spotsRemaining'>) =>
  spotsRemaining !== null && spotsRemaining <= FEW

type Stated = Pick<
  ShownEvent,
  'status' | 'lifecycle' | 'registrationStatus' | 'spotsRemaining' | 'requiresApproval' | 'tickets'
>

/** Whether nobody comes without having been let: how many places are left then says nothing. */
const mustAsk = ({ requiresApproval, tickets }: Pick<ShownEvent, 'requiresApproval' | 'tickets'>) =>
  requiresApproval || (tickets.length > 0 && tickets.every((ticket) => ticket.requiresApproval))

export type State = 'cancelled' | 'over' | 'now' | 'soldOut' | 'waitlist' | 'closed' | 'later' | 'onRequest' | 'few'

const STATES = { SOLD_OUT: 'soldOut', WAITLIST: 'waitlist', CLOSED: 'closed', NOT_YET_OPEN: 'later' } as const

/** The one thing about an event that somebody scanning a list must not miss. */
export const stateOf = (event: Stated): State | null => {
  if (event.status === 'CANCELLED') return 'cancelled'
  if (event.lifecycle === 'ENDED') return 'over'
  if (event.lifecycle === 'ONGOING') return 'now'
  if (event.registrationStatus !== 'OPEN') return STATES[event.registrationStatus]
  if (mustAsk(event)) return 'onRequest'
  return isNearlyFull(event) ? 'few' : null
}

/** The state in two words; an event that can simply be gone to needs none. */
export const stateWordsOf = (event: Stated, { state: words }: Pick<Words, 'state'>) => {
  const state = stateOf(event)
  if (state === null) return null
  return { state, text: state === 'few' ? words.left(event.spotsRemaining ?? 0) : words[state] }
}

export interface Standing {
  kind: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string | null
  /** What the button of the form says; null where there is no form. */
  action: string | null
}

const open = (event: ShownEvent, { words: { standing: words } }: Language): Standing => {
  const isAsked = mustAsk(event)
  const { spotsRemaining } = event
  return {
    kind: 'good',
    title: isAsked ? words.onRequest : words.open,
    text: isAsked ? words.decided : spotsRemaining === null ? null : words.placesLeft(spotsRemaining),
    action: isAsked ? words.ask : words.register,
  }
}

/** Instants as the API writes them sort as texts. */
const inOrder = (left: string, right: string) => (left < right ? -1 : 1)

/** The sale that begins first, of those that have not yet; never before the event's registration does. */
const opensAtOf = ({ tickets, registrationOpensAt: opensAt }: ShownEvent) => {
  const [sale] = tickets
    .flatMap(({ status, salesStartAt }) => (status === 'SCHEDULED' && salesStartAt !== null ? [salesStartAt] : []))
    .toSorted(inOrder)
  return [opensAt, sale]
    .flatMap((at) => at ?? [])
    .toSorted(inOrder)
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
    text: at === null || Date.parse(at) > now ? words.noMore : words.closedOn(momentOf(at, timezone, language)),
    action: null,
  }
}

/** Whether somebody can come to this event, in words. */
export const registrationState = (event: ShownEvent, now: number, language: Language): Standing => {
  const words = language.words.standing
  if (event.status === 'CANCELLED') {
    return { kind: 'bad', title: words.cancelled, text: event.cancellationReason, action: null }
  }
  if (event.lifecycle === 'ENDED') {
    return { kind: 'plain', title: words.over, text: words.tookPlace, action: null }
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
