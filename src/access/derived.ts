import { base32, equalInConstantTime, fromBase64url } from '../kernel/crypto.ts'
import type { Vault } from '../kernel/vault.ts'

/** Ids and tokens are derived with `DERIVATION_KEY`, which never changes. The database doesn't store them. */
interface Deriving {
  vault: Vault
}

/** Returns the `usr_` id of an email address on a calendar. It is the same for every event of the calendar. */
export const personIdOf = async (calendarId: string, email: string, { vault }: Deriving) =>
  `usr_${await vault.derive('user', `${calendarId}:${email}`)}`

/**
 * Returns the token in the `rsvp+…` address that a guest's calendar replies to. A corrected `email` gets a new token, so the
 * calendar of the old address can no longer reply.
 */
export const replyTokenOf = async ({ id, email }: { id: string; email: string }, { vault }: Deriving) =>
  base32(fromBase64url(await vault.derive('rsvp', `${id}:${email}`)))

/** Id prefix per purpose. Each proof is derived from its purpose, so a link never works for another one. */
const PREFIXES = {
  manage: 'gst_',
  party: 'pty_',
  unsubscribe: 'gst_',
  unsubscribeParty: 'pty_',
  pass: 'gst_',
  member: 'inv_',
} as const
export type LinkPurpose = keyof typeof PREFIXES

/** A guest, or the invitation of a member (`inv_`), with the current version of its links. */
export interface Linked {
  id: string
  linkVersion: number
}

/** Derives the signature of a link. A new `linkVersion` invalidates all earlier links. */
export const proofOf = (purpose: LinkPurpose, { id, linkVersion }: Linked, { vault }: Deriving) =>
  vault.derive(purpose, linkVersion === 0 ? id : `${id}:${linkVersion.toString(36)}`)

/**
 * Returns `id.proof`, or `id.version.proof` from version 1 on. Version 0 is left out so that links sent before versions
 * existed stay valid.
 */
export const linkTokenOf = async (purpose: LinkPurpose, linked: Linked, deriving: Deriving) => {
  const { id, linkVersion } = linked
  const version = linkVersion === 0 ? '' : `${linkVersion.toString(36)}.`
  return `${id.replace(PREFIXES[purpose], '')}.${version}${await proofOf(purpose, linked, deriving)}`
}

/** Returns null for a token that this service did not issue. The caller compares `linkVersion` with the stored one. */
export const linkedBy = async (purpose: LinkPurpose, token: string, deriving: Deriving): Promise<Linked | null> => {
  const parts = token.split('.')
  const linkVersion = parts.length === 3 ? Number.parseInt(parts[1] ?? '', 36) : 0
  if (!Number.isSafeInteger(linkVersion)) return null
  const linked = { id: PREFIXES[purpose] + (parts[0] ?? ''), linkVersion }
  return equalInConstantTime(token, await linkTokenOf(purpose, linked, deriving)) ? linked : null
}
