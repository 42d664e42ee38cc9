import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { OpenEvent, Own } from '../asking.ts'

export const isInvited = ({ guest }: Own) => guest.status === 'INVITED'

/** The order that somebody still has to pay. */
export const debtOf = ({ order }: Own) => (order?.status === 'PENDING' && order.total > 0 ? order : null)

export const isTakingPlace = ({ status, lifecycle }: OpenEvent) => status !== 'CANCELLED' && lifecycle !== 'ENDED'

export interface Words {
  kind: 'good' | 'warn' | 'bad' | 'plain'
  /** The state, as short as it can be said. */
  title: string
  text: string
}

const ordinal = (place: number) => {
  if (place === 1) return 'You are first in line'
  return `You are number ${place} in line`
}

const pending = (own: Own): Words => {
  const debt = debtOf(own)
  if (debt === null) {
    return {
      kind: 'warn',
      title: 'The organiser is looking at it',
      text: 'Your registration has arrived. Somebody decides on each one; you hear by mail either way.',
    }
  }
  const until = debt.expiresAt === null ? '' : ` until ${momentOf(debt.expiresAt, own.event.timezone)}`
  return {
    kind: 'warn',
    title: 'Your place is kept for you',
    text: `${moneyOf(debt.total, debt.currency)} is still to be paid. The place is kept${until}.`,
  }
}

const declined = ({ guest }: Own): Words =>
  guest.source === 'INVITE' && guest.ticket === null
    ? { kind: 'plain', title: 'You turned it down', text: 'You will not be expected. Thank you for saying so.' }
    : {
        kind: 'bad',
        title: 'There is no place for you this time',
        text: 'The organiser could not give you a place. We are sorry.',
      }

/** Where a registration stands, in words. Statuses may grow in number. */
export const wordsOf = (own: Own): Words => {
  const { guest, event } = own
  if (event.status === 'CANCELLED') {
    return {
      kind: 'bad',
      title: 'This event is cancelled',
      text: event.cancellationReason ?? 'It will not take place.',
    }
  }
  switch (guest.status) {
    case 'INVITED':
      return {
        kind: 'plain',
        title: 'You are invited',
        text: 'Say whether you are coming; nothing is booked before you do.',
      }
    case 'PENDING':
      return pending(own)
    case 'CONFIRMED':
      return event.lifecycle === 'ENDED'
        ? { kind: 'plain', title: 'This event is over', text: 'You were registered for it.' }
        : { kind: 'good', title: 'You are in', text: 'Show this code at the entrance, on your phone or on paper.' }
    case 'CHECKED_IN':
      return {
        kind: 'good',
        title: 'You are checked in',
        text: guest.checkedInAt === null ? 'Enjoy it.' : `Since ${momentOf(guest.checkedInAt, event.timezone)}.`,
      }
    case 'WAITLISTED':
      return {
        kind: 'warn',
        title: ordinal(guest.waitlistPosition ?? 1),
        text: 'Every place is taken just now. When one becomes free, the first in line gets it and a mail.',
      }
    case 'DECLINED':
      return declined(own)
    case 'CANCELLED':
      return { kind: 'plain', title: 'Your registration is cancelled', text: 'Your place is no longer kept.' }
    default:
      return { kind: 'plain', title: 'Your registration', text: guest.status }
  }
}
