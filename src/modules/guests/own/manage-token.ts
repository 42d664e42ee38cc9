import { linkedBy, linkTokenOf, type Linked } from '../../../access/derived.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../kernel/failure.ts'
import { findManaged, linkOf } from '../guests.store.ts'

export const manageUrlOf = async (guest: Linked, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.pagesUrl}/r/${await linkTokenOf('manage', guest, deps)}`

/** The link that holds, for who knows no more than the guest's id. */
export const manageUrlOfGuest = async (guestId: string, deps: Pick<Deps, 'vault' | 'config' | 'db'>) => {
  const linked = await linkOf(deps.db, guestId)
  if (linked === null) throw notFound()
  return manageUrlOf(linked, deps)
}

/** Whom the link is of, with all that is shown of their registration. */
export const managedBy = async (token: string, deps: Deps) => {
  const linked = await linkedBy('manage', token, deps)
  const managed = linked === null ? null : await findManaged(deps.db, linked.id)
  if (managed === null || managed.guest.linkVersion !== linked?.linkVersion) throw notFound()
  // A link dies with its guest: transferred to somebody else, or erased.
  if (managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return managed
}
