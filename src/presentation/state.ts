import type { ShownEvent } from './event.ts'
import { momentOf } from './when.ts'

const FEW = 10

/** Whether so few places are left that it is worth a word. */
export const isNearlyFull = ({ spotsRemaining }: Pick<ShownEvent, 'spotsRemaining'>) =>
  spotsRemaining !== null && spotsRemaining <= FEW

export type State = 'cancelled' | 'over' | 'now' | 'soldOut' | 'waitlist' | 'closed' | 'later' | 'few'

const STATES = { SOLD_OUT: 'soldOut', WAITLIST: 'waitlist', CLOSED: 'closed', NOT_YET_OPEN: 'later' } as const

/** The one thing about an event that somebody scanning a list must not miss. */
export const stateOf = (
  event: Pick<ShownEvent, 'status' | 'lifecycle' | 'registrationStatus' | 'spotsRemaining'>,
): State | null => {
  if (event.status === 'CANCELLED') return 'cancelled'
  if (event.lifecycle === 'ENDED') return 'over'
  if (event.lifecycle === 'ONGOING') return 'now'
  if (event.registrationStatus !== 'OPEN') return STATES[event.registrationStatus]
  return isNearlyFull(event) ? 'few' : null
}

export interface Standing {
  kind: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string | null
  /** What the button of the form says; null where there is no form. */
  action: string | null
}

const placesLeft = (left: number) => (left === 1 ? 'One place is left.' : `${left} places are left.`)

const open = (event: ShownEvent): Standing => {
  const mustAsk = event.requiresApproval || event.tickets.every(({ requiresApproval }) => requiresApproval)
  return {
    kind: 'good',
    title: mustAsk ? 'Registration on request' : 'Registration is open',
    text: [
      ...(event.spotsRemaining === null ? [] : [placesLeft(event.spotsRemaining)]),
      ...(mustAsk ? ['The organiser looks at each registration and answers by mail.'] : []),
    ].join(' '),
    action: mustAsk ? 'Ask for a place' : 'Register',
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

const notYet = (event: ShownEvent): Standing => {
  const opensAt = opensAtOf(event)
  return {
    kind: 'plain',
    title: 'Registration is not open yet',
    text: opensAt === undefined ? null : `It opens on ${momentOf(opensAt, event.timezone)}.`,
    action: null,
  }
}

const closed = ({ registrationClosesAt: at, timezone }: ShownEvent, now: number): Standing => ({
  kind: 'plain',
  title: 'Registration is closed',
  text:
    at === null || Date.parse(at) > now
      ? 'No more registrations are taken for this event.'
      : `It closed on ${momentOf(at, timezone)}.`,
  action: null,
})

/** Whether somebody can come to this event, in words. */
export const standingOf = (event: ShownEvent, now: number): Standing => {
  if (event.status === 'CANCELLED') {
    return { kind: 'bad', title: 'This event is cancelled', text: event.cancellationReason, action: null }
  }
  if (event.lifecycle === 'ENDED') {
    return { kind: 'plain', title: 'This event is over', text: 'It has taken place already.', action: null }
  }
  switch (event.registrationStatus) {
    case 'OPEN':
      return open(event)
    case 'WAITLIST':
      return {
        kind: 'warn',
        title: 'Every place is taken',
        text: 'Join the waiting list: when a place becomes free, the first in line gets it and a mail.',
        action: 'Join the waiting list',
      }
    case 'SOLD_OUT':
      return {
        kind: 'warn',
        title: 'Sold out',
        text: 'Every place is taken, and there is no waiting list.',
        action: null,
      }
    case 'NOT_YET_OPEN':
      return notYet(event)
    case 'CLOSED':
    default:
      return closed(event, now)
  }
}
