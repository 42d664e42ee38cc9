import { linkedBy, linkTokenOf, type Linked } from '../../access/derived.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { findManaged, findParty, linkOf, passedOnLast } from './guests.store.ts'

export const manageUrlOf = async (guest: Linked, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.pagesUrl}/r/${await linkTokenOf('manage', guest, deps)}`

/** Of whoever registered a party: behind it stand all of them. */
export const manageUrlOfParty = async (party: Linked, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.pagesUrl}/r/${await linkTokenOf('party', party, deps)}`

/** The same, for who knows no more than the party's id. */
export const manageUrlOfBuyer = async (partyId: string, deps: Pick<Deps, 'vault' | 'config' | 'db'>) => {
  const found = await findParty(deps.db, partyId)
  if (found === null) throw notFound()
  return manageUrlOfParty(found.party, deps)
}

/** The link that holds, for who knows no more than the guest's id. */
export const manageUrlOfGuest = async (guestId: string, deps: Pick<Deps, 'vault' | 'config' | 'db'>) => {
  const linked = await linkOf(deps.db, guestId)
  if (linked === null) throw notFound()
  return manageUrlOf(linked, deps)
}

/** The party whose buyer's link it is, with the first of those who are still in it; or with who was in it last. */
const managedByBuyer = async (token: string, deps: Deps) => {
  const linked = await linkedBy('party', token, deps)
  const found = linked === null ? null : await findParty(deps.db, linked.id)
  if (found === null || found.party.linkVersion !== linked?.linkVersion || found.party.erasedAt !== null)
    throw notFound()
  const first = found.members.find(({ guest }) => HERE.includes(guest.status)) ?? found.members[0]
  const guestId = first?.guest.id ?? (await passedOnLast(deps.db, found.party.id))
  const managed = guestId === undefined ? null : await findManaged(deps.db, guestId)
  if (managed === null) throw notFound()
  return { ...managed, together: found, isBuyers: true }
}

const HERE: readonly string[] = ['CHECKED_IN', 'CONFIRMED', 'PENDING', 'OFFERED', 'WAITLISTED']

/** Whom the link is of, with all that is shown of their registration: of one guest, or of all whom a buyer brought. */
export const managedBy = async (token: string, deps: Deps) => {
  const linked = await linkedBy('manage', token, deps)
  if (linked === null) return managedByBuyer(token, deps)
  const managed = await findManaged(deps.db, linked.id)
  if (managed === null || managed.guest.linkVersion !== linked?.linkVersion) throw notFound()
  // A link dies with its guest: transferred to somebody else, or erased.
  if (managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return { ...managed, isBuyers: false }
}

/** Who answers an offer behind the link: a party as one, by the link of its buyer. Null behind that of one of them. */
export const whoAnswers = ({ guest, together, isBuyers }: Awaited<ReturnType<typeof managedBy>>) => {
  if (!isBuyers) return together === null ? guest : null
  return together?.members.find((member) => member.guest.status === 'OFFERED')?.guest ?? guest
}
