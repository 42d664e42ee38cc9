import { base32, equalInConstantTime, fromBase64url } from '../kernel/crypto.ts'
import type { Vault } from '../kernel/vault.ts'

/** What follows from an id and the key that is for ever: nothing of it is stored. */
interface Deriving {
  vault: Vault
}

/** The same person on the same calendar has the same id, in every event. */
export const personIdOf = async (calendarId: string, email: string, { vault }: Deriving) =>
  `usr_${await vault.derive('user', `${calendarId}:${email}`)}`

/** Stands in the address at which a guest's calendar answers. Another address of the guest is another calendar. */
export const replyTokenOf = async ({ id, email }: { id: string; email: string }, { vault }: Deriving) =>
  base32(fromBase64url(await vault.derive('rsvp', `${id}:${email}`)))

/** What a link is for, and whose it is: one for another purpose opens nothing. */
const PREFIXES = {
  manage: 'gst_',
  party: 'pty_',
  unsubscribe: 'gst_',
  unsubscribeParty: 'pty_',
  pass: 'gst_',
  member: 'inv_',
} as const
export type LinkPurpose = keyof typeof PREFIXES

/** The guest, or the invitation of a member, and the version of its links that holds. */
export interface Linked {
  id: string
  linkVersion: number
}

/** What only the service can make, and only for this version. */
export const proofOf = (purpose: LinkPurpose, { id, linkVersion }: Linked, { vault }: Deriving) =>
  vault.derive(purpose, linkVersion === 0 ? id : `${id}:${linkVersion.toString(36)}`)

/**
 * The guest, the version, and a proof of both that only the service can make. The first version says nothing of itself, so
 * that links keep their form which were made before there were versions.
 */
export const linkTokenOf = async (purpose: LinkPurpose, linked: Linked, deriving: Deriving) => {
  const { id, linkVersion } = linked
  const version = linkVersion === 0 ? '' : `${linkVersion.toString(36)}.`
  return `${id.replace(PREFIXES[purpose], '')}.${version}${await proofOf(purpose, linked, deriving)}`
}

/** The guest that a token was made for, and in which version; null for one that was not made here. */
export const linkedBy = async (purpose: LinkPurpose, token: string, deriving: Deriving): Promise<Linked | null> => {
  const parts = token.split('.')
  const linkVersion = parts.length === 3 ? Number.parseInt(parts[1] ?? '', 36) : 0
  if (!Number.isSafeInteger(linkVersion)) return null
  const linked = { id: PREFIXES[purpose] + (parts[0] ?? ''), linkVersion }
  return equalInConstantTime(token, await linkTokenOf(purpose, linked, deriving)) ? linked : null
}
