import type { Deps } from '../../../deps.ts'
import { equalInConstantTime } from '../../../kernel/crypto.ts'
import { notFound } from '../../../kernel/failure.ts'
import { findManaged } from '../guests.store.ts'

const PURPOSE = 'manage'
const PREFIX = 'gst_'

/** The guest and a proof that only the service can make: nothing is stored, and the same guest keeps the same link. */
const manageTokenOf = async (guestId: string, { vault }: Pick<Deps, 'vault'>) =>
  `${guestId.replace(PREFIX, '')}.${await vault.derive(PURPOSE, guestId)}`

export const manageUrlOf = async (guestId: string, deps: Pick<Deps, 'vault' | 'config'>) =>
  `${deps.config.pagesUrl}/r/${await manageTokenOf(guestId, deps)}`

/** The guest that a token is of; null for one that was not made here. */
const guestIdOfToken = async (token: string, deps: Pick<Deps, 'vault'>) => {
  const [name = ''] = token.split('.')
  const guestId = PREFIX + name
  return equalInConstantTime(token, await manageTokenOf(guestId, deps)) ? guestId : null
}

/** Whom the link is of, with all that is shown of their registration. */
export const managedBy = async (token: string, deps: Deps) => {
  const guestId = await guestIdOfToken(token, deps)
  const managed = guestId === null ? null : await findManaged(deps.db, guestId)
  // A link dies with its guest: transferred to somebody else, or erased.
  if (managed === null || managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return managed
}

/** The same person on the same calendar has the same user id, in every event. */
export const userIdOf = async (calendarId: string, email: string, { vault }: Pick<Deps, 'vault'>) =>
  `usr_${await vault.derive('user', `${calendarId}:${email}`)}`
