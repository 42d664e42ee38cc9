import type { GuestAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { fromNow, nameOf } from '../parts/words.ts'

const STATES: Readonly<Record<string, ChipLook>> = {
  CONFIRMED: { mark: 'disc', tone: 'good', words: 'Confirmed' },
  CHECKED_IN: { mark: 'check', tone: 'good', words: 'Checked in' },
  PENDING: { mark: 'half', tone: 'warn', words: 'Awaits approval' },
  WAITLISTED: { mark: 'dots', tone: 'plain', words: 'Waiting' },
  INVITED: { mark: 'ring', tone: 'plain', words: 'Invited' },
  DECLINED: { mark: 'cross', tone: 'plain', words: 'Declined' },
  CANCELLED: { mark: 'cross', tone: 'plain', words: 'Cancelled' },
  TRANSFERRED: { mark: 'cross', tone: 'plain', words: 'Passed on' },
  OFFERED: { mark: 'clock', tone: 'accent', words: 'Offered a seat' },
}

/** Statuses may grow in number: one that is new is said as it is called. */
export const guestState = ({
  status,
  waitlistPosition,
  orderId,
  offerExpiresAt,
}: {
  status: string
  waitlistPosition?: number | null | undefined
  orderId?: string | null | undefined
  offerExpiresAt?: string | null | undefined
}): ChipLook => {
  // Whoever has an order is let, and has not paid it.
  if (status === 'PENDING' && orderId !== undefined && orderId !== null)
    return { mark: 'dotted', tone: 'warn', words: 'Unpaid' }
  const known = STATES[status] ?? { mark: 'ring', tone: 'plain', words: status.toLowerCase() }
  if (status === 'OFFERED' && offerExpiresAt !== undefined && offerExpiresAt !== null)
    return { ...known, words: `Offered, lapses ${fromNow(offerExpiresAt)}` }
  return waitlistPosition === undefined || waitlistPosition === null
    ? known
    : { ...known, words: `${known.words}, place ${String(waitlistPosition)}` }
}

/** What an erasure leaves in the place of an address; whoever came with them had no other, and is there still. */
export const hasBlankAddress = ({ email }: { email: string }) => email.endsWith('@erased.invalid')

interface Somebody {
  firstName: string
  lastName: string
  email: string
  emailIsBuyers?: boolean
  status?: string
}

/** Of an erased guest neither a name nor a place is left. */
export const isErased = (who: Somebody) =>
  hasBlankAddress(who) && !(who.emailIsBuyers === true && (nameOf(who) !== '' || !isGone(who.status ?? '')))

/** What somebody is called in a list, and what stands below: of a party some are named later. */
export const guestName = (guest: GuestAnswer) => {
  if (isErased(guest)) return { name: 'Erased', below: 'nothing tells any more who this was' }
  const name = nameOf(guest)
  const email = hasBlankAddress(guest) ? 'no address' : guest.email
  if (name !== '') return { name, below: email }
  if (guest.emailIsBuyers === true)
    return { name: 'Not named yet', below: hasBlankAddress(guest) ? email : `through ${email}` }
  return { name: guest.email, below: 'has not answered yet' }
}

export const isGone = (status: string) => ['DECLINED', 'CANCELLED', 'TRANSFERRED'].includes(status)
