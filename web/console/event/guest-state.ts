import type { GuestAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { fromNow, nameOf } from '../parts/words.ts'

const STATES: Readonly<Record<string, ChipLook>> = {
  CONFIRMED: { mark: 'disc', tone: 'good', words: 'Confirmed' },
  CHECKED_IN: { mark: 'check', tone: 'good', words: 'Checked in' },
  PENDING: { mark: 'half', tone: 'warn', words: 'Awaiting approval' },
  WAITLISTED: { mark: 'dots', tone: 'plain', words: 'Waiting list' },
  INVITED: { mark: 'ring', tone: 'plain', words: 'Invited' },
  DECLINED: { mark: 'cross', tone: 'plain', words: 'Declined' },
  CANCELLED: { mark: 'cross', tone: 'plain', words: 'Cancelled' },
  TRANSFERRED: { mark: 'cross', tone: 'plain', words: 'Transferred' },
  OFFERED: { mark: 'clock', tone: 'accent', words: 'Offered a seat' },
}

/**
 * Returns the chip for a status. If this version of the page doesn't know the status, the chip shows its code in
 * lowercase.
 */
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
  // `PENDING` with an order means approved but unpaid.
  if (status === 'PENDING' && orderId !== undefined && orderId !== null)
    return { mark: 'dotted', tone: 'warn', words: 'Unpaid' }
  const known = STATES[status] ?? { mark: 'ring', tone: 'plain', words: status.toLowerCase() }
  if (status === 'OFFERED' && offerExpiresAt !== undefined && offerExpiresAt !== null)
    return { ...known, words: `Offered, expires ${fromNow(offerExpiresAt)}` }
  return waitlistPosition === undefined || waitlistPosition === null
    ? known
    : { ...known, words: `${known.words}, no. ${String(waitlistPosition)}` }
}

/**
 * Whether an erasure replaced the email address. Guests without an address of their own used the erased buyer's, and
 * may still attend.
 */
export const hasBlankAddress = ({ email }: { email: string }) => email.endsWith('@erased.invalid')

interface Somebody {
  firstName: string
  lastName: string
  email: string
  emailIsBuyers?: boolean
  status?: string
}

/**
 * Whether the guest was erased. If only the buyer whose address they used was erased, the guest still has a name or an
 * active status.
 */
export const isErased = (who: Somebody) =>
  hasBlankAddress(who) && !(who.emailIsBuyers === true && (nameOf(who) !== '' || !isGone(who.status ?? '')))

/** Returns the guest's name and the text below it. Guests in a party may not have a name yet. */
export const guestName = (guest: GuestAnswer) => {
  if (isErased(guest)) return { name: 'Erased', below: 'personal data erased' }
  const name = nameOf(guest)
  const email = hasBlankAddress(guest) ? 'no address' : guest.email
  if (name !== '') return { name, below: email }
  if (guest.emailIsBuyers === true)
    return { name: 'Name missing', below: hasBlankAddress(guest) ? email : `via ${email}` }
  return { name: guest.email, below: 'hasn’t replied yet' }
}

export const isGone = (status: string) => ['DECLINED', 'CANCELLED', 'TRANSFERRED'].includes(status)
