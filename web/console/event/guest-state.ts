import type { GuestAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { fromNow, nameOf, numberOf } from '../parts/words.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'

const LOOKS: Readonly<Record<string, Pick<ChipLook, 'mark' | 'tone'>>> = {
  CONFIRMED: { mark: 'disc', tone: 'good' },
  CHECKED_IN: { mark: 'check', tone: 'good' },
  PENDING: { mark: 'half', tone: 'warn' },
  WAITLISTED: { mark: 'dots', tone: 'plain' },
  INVITED: { mark: 'ring', tone: 'plain' },
  DECLINED: { mark: 'cross', tone: 'plain' },
  CANCELLED: { mark: 'cross', tone: 'plain' },
  TRANSFERRED: { mark: 'cross', tone: 'plain' },
  OFFERED: { mark: 'clock', tone: 'accent' },
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
  const terms = termsWords()
  // `PENDING` with an order means approved but unpaid.
  if (status === 'PENDING' && orderId !== undefined && orderId !== null)
    return { mark: 'dotted', tone: 'warn', words: terms.guestUnpaid }
  const look = LOOKS[status] ?? { mark: 'ring', tone: 'plain' }
  if (status === 'OFFERED' && offerExpiresAt !== undefined && offerExpiresAt !== null)
    return { ...look, words: terms.offerExpires(fromNow(offerExpiresAt)) }
  const statuses: Readonly<Record<string, string>> = terms.guestStatuses
  const words = statuses[status] ?? status.toLowerCase()
  return waitlistPosition === undefined || waitlistPosition === null
    ? { ...look, words }
    : { ...look, words: terms.waitlistPosition(words, numberOf(waitlistPosition)) }
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
  const words = guestsWords().names
  if (isErased(guest)) return { name: words.erased, below: words.erasedBelow }
  const name = nameOf(guest)
  const email = hasBlankAddress(guest) ? words.noAddress : guest.email
  if (name !== '') return { name, below: email }
  if (guest.emailIsBuyers === true)
    return { name: words.missing, below: hasBlankAddress(guest) ? email : words.via(email) }
  return { name: guest.email, below: words.noReply }
}

export const isGone = (status: string) => ['DECLINED', 'CANCELLED', 'TRANSFERRED'].includes(status)
