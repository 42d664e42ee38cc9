import { claimOf, linkTokenOf, type LinkCalendar, type Linked } from '../../access/derived.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { findManaged, findParty, linkOf, linkOfParty, passedOnLast } from './guests.store.ts'

type Links = Pick<Deps, 'vault' | 'config'>

export const manageUrlOf = async (guest: Linked, calendar: LinkCalendar, deps: Links) =>
  `${deps.config.pagesUrl}/r/${await linkTokenOf('manage', guest, calendar, deps)}`

/** Returns the buyer's link, which covers the whole party. */
export const manageUrlOfParty = async (party: Linked, calendar: LinkCalendar, deps: Links) =>
  `${deps.config.pagesUrl}/r/${await linkTokenOf('party', party, calendar, deps)}`

/** Like `manageUrlOfParty`, for callers that have only a `partyId`. */
export const manageUrlOfBuyer = async (partyId: string, deps: Links & Pick<Deps, 'db'>) => {
  const found = await linkOfParty(deps.db, partyId)
  if (found === null) throw notFound()
  return manageUrlOfParty(found, found.calendar, deps)
}

/** Returns the guest's current link, for callers that have only a `guestId`. */
export const manageUrlOfGuest = async (guestId: string, deps: Links & Pick<Deps, 'db'>) => {
  const linked = await linkOf(deps.db, guestId)
  if (linked === null) throw notFound()
  return manageUrlOf(linked, linked.calendar, deps)
}

/**
 * Returns the party of a buyer's link together with one of its guests: the first whose status is in `ACTIVE_STATUSES`,
 * otherwise the first member, otherwise the guest who was the last to transfer their place.
 */
const managedByBuyer = async (token: string, deps: Deps) => {
  const claim = await claimOf('party', token, deps)
  const found = claim === null ? null : await findParty(deps.db, claim.id)
  if (claim === null || found === null || found.party.erasedAt !== null) throw notFound()
  const first = found.members.find(({ guest }) => ACTIVE_STATUSES.includes(guest.status)) ?? found.members[0]
  const guestId = first?.guest.id ?? (await passedOnLast(deps.db, found.party.id))
  const managed = guestId === undefined ? null : await findManaged(deps.db, guestId)
  if (managed === null || !(await claim.opens(found.party, managed.calendar))) throw notFound()
  return { ...managed, together: found, isBuyers: true }
}

const ACTIVE_STATUSES: readonly string[] = ['CHECKED_IN', 'CONFIRMED', 'PENDING', 'OFFERED', 'WAITLISTED']

/** Resolves a manage link to its guest, or to the buyer's whole party, with event and calendar. */
export const managedBy = async (token: string, deps: Deps) => {
  const claim = await claimOf('manage', token, deps)
  if (claim === null) return managedByBuyer(token, deps)
  const managed = await findManaged(deps.db, claim.id)
  if (managed === null || !(await claim.opens(managed.guest, managed.calendar))) throw notFound()
  // The link stops working when its guest is erased or transfers their place.
  if (managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return { ...managed, isBuyers: false }
}

type Managed = Awaited<ReturnType<typeof managedBy>>

/**
 * Returns the order that the link's holder bought. A party member, or someone who received the place by transfer, must
 * not see who bought it.
 */
export const ownOrderOf = ({ isBuyers, together, order, guest }: Managed) =>
  (isBuyers && together !== null) || (order?.buyerGuestId ?? guest.id) === guest.id ? order : null

/**
 * Returns the guest who may answer an offer. A party can answer only through the buyer's link; a member's own link
 * yields null.
 */
export const whoAnswers = ({ guest, together, isBuyers }: Managed) => {
  if (!isBuyers) return together === null ? guest : null
  return together?.members.find((member) => member.guest.status === 'OFFERED')?.guest ?? guest
}
