import { base32, equalInConstantTime, fromBase64url } from '../kernel/crypto.ts'
import type { Vault } from '../kernel/vault.ts'

/** Ids and tokens are derived with `DERIVATION_KEY`, which never changes. The database doesn't store them. */
interface Deriving {
  vault: Vault
}

/** Returns the `usr_` id of an email address in a calendar. The id is the same at every event of the calendar. */
export const personIdOf = async (calendarId: string, email: string, { vault }: Deriving) =>
  `usr_${await vault.derive('user', `${calendarId}:${email}`)}`

/**
 * Returns the token in the `rsvp+…` address that a guest's calendar replies to. A corrected `email` gets a new token, so the
 * calendar of the old address can no longer reply.
 */
export const replyTokenOf = async ({ id, email }: { id: string; email: string }, { vault }: Deriving) =>
  base32(fromBase64url(await vault.derive('rsvp', `${id}:${email}`)))

/** Id prefix for each purpose. The proof in a link is derived from its purpose, so it never works for another one. */
const PREFIXES = {
  manage: 'gst_',
  party: 'pty_',
  unsubscribe: 'gst_',
  unsubscribeParty: 'pty_',
  pass: 'gst_',
  member: 'inv_',
} as const
export type LinkPurpose = keyof typeof PREFIXES

/** The holder of a link: a guest, or an invited member (`inv_`), with the current version of their links. */
export interface Linked {
  id: string
  linkVersion: number
}

/** Derives the signature of a link. A new `linkVersion` invalidates all earlier links. */
export const proofOf = (purpose: LinkPurpose, { id, linkVersion }: Linked, { vault }: Deriving) =>
  vault.derive(purpose, linkVersion === 0 ? id : `${id}:${linkVersion.toString(36)}`)

/**
 * Returns `id.proof` for version 0, and `id.version.proof` from version 1 on. Omitting version 0 keeps links valid that
 * were sent before versions existed.
 */
export const linkTokenOf = async (purpose: LinkPurpose, linked: Linked, deriving: Deriving) => {
  const { id, linkVersion } = linked
  const version = linkVersion === 0 ? '' : `${linkVersion.toString(36)}.`
  return `${id.replace(PREFIXES[purpose], '')}.${version}${await proofOf(purpose, linked, deriving)}`
}

/**
 * Returns null if this service did not issue the token. The caller must compare `linkVersion` with the stored version.
 */
export const linkedBy = async (purpose: LinkPurpose, token: string, deriving: Deriving): Promise<Linked | null> => {
  const parts = token.split('.')
  const linkVersion = parts.length === 3 ? Number.parseInt(parts[1] ?? '', 36) : 0
  if (!Number.isSafeInteger(linkVersion)) return null
  const linked = { id: PREFIXES[purpose] + (parts[0] ?? ''), linkVersion }
  return equalInConstantTime(token, await linkTokenOf(purpose, linked, deriving)) ? linked : null
}
