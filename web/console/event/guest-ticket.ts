import type { EventAnswer, GuestAnswer } from '../../shared/answers.ts'
import { numberOf } from '../parts/words.ts'
import { guestSheetWords } from '../words/en/guest-sheet.ts'

export interface GuestTickets {
  /** The id of the guest's ticket. */
  held: string
  options: { value: string; label: string; isDisabled: boolean }[]
  /** Whether the guest's order excludes tickets of another price. */
  isOfOnePrice: boolean
}

const CHANGES = ['PENDING', 'OFFERED', 'WAITLISTED', 'CONFIRMED', 'CHECKED_IN']

/** Returns the tickets the guest can have, or undefined if there is no other one. */
export const ticketsFor = (
  { status, ticket, orderId = null }: GuestAnswer,
  { tickets, status: eventStatus }: Pick<EventAnswer, 'tickets' | 'status'>,
): GuestTickets | undefined => {
  const held = tickets.find(({ id }) => id === ticket?.id)
  if (held === undefined || eventStatus === 'CANCELLED' || !CHANGES.includes(status)) return undefined
  const words = guestSheetWords().edit
  const takesSeat = orderId !== null || status === 'OFFERED' || status === 'CONFIRMED' || status === 'CHECKED_IN'
  const isCharged = orderId !== null && held.price > 0
  const possible = tickets.filter(
    ({ price, currency }) => !isCharged || (price === held.price && currency === held.currency),
  )
  if (possible.length < 2) return undefined
  return {
    held: held.id,
    options: possible.map(({ id, name, available }) => {
      const isFull = id !== held.id && available === 0
      const label = available === null || id === held.id ? name : words.ticketLeft(name, numberOf(available))
      return { value: id, label: isFull ? words.ticketFull(name) : label, isDisabled: isFull && takesSeat }
    }),
    isOfOnePrice: possible.length < tickets.length,
  }
}
