import { base32, equalInConstantTime, fromBase64url } from '../kernel/crypto.ts'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import type { LinkKey, Vault } from '../kernel/vault.ts'

/** Ids and tokens are derived with keys that never change. The database doesn't store them. */
interface Deriving {
  vault: Vault
}

/** The calendar whose link key derives and proves a link. */
export type LinkCalendar = Pick<CalendarRow, 'id' | 'linkKeyCipher'>
/** The calendar in which an email address gets its `usr_` id. */
export type PersonCalendar = Pick<CalendarRow, 'id' | 'linkKeyCipher' | 'personIdsByLinkKey'>

/** An event with its calendar, for callers that create guests. */
export interface EventInCalendar {
  event: EventRow
  calendar: PersonCalendar
}

const linkKeyOf = ({ id, linkKeyCipher }: LinkCalendar, { vault }: Deriving) => vault.linkKeyOf(id, linkKeyCipher)

/** Returns the `usr_` id of an email address in a calendar. The id is the same at every event of the calendar. */
export const personIdOf = async (calendar: PersonCalendar, email: string, deriving: Deriving) => {
  const isByLinkKey = calendar.personIdsByLinkKey || calendar.linkKeyCipher !== null
  const key = isByLinkKey ? await linkKeyOf(calendar, deriving) : deriving.vault
  return `usr_${await key.derive('user', `${calendar.id}:${email}`)}`
}

/** Hash of an email address. The calendar stores it after an erasure, in order to recognise the address in a file. */
export const erasedAddressHash = (key: LinkKey, email: string) => key.derive('erased address', email)

export const erasedAddressOf = async (calendar: LinkCalendar, email: string, deriving: Deriving) =>
  erasedAddressHash(await linkKeyOf(calendar, deriving), email)

const replySubject = ({ id, email }: { id: string; email: string }) => `${id}:${email}`
const inReplyAddress = (token: string) => base32(fromBase64url(token))

/**
 * Returns the token in the `rsvp+…` address that a guest's calendar app replies to. A corrected `email` gets a new token,
 * so the calendar app of the old address can no longer reply.
 */
export const replyTokenOf = async (guest: { id: string; email: string }, calendar: LinkCalendar, deriving: Deriving) =>
  inReplyAddress(await (await linkKeyOf(calendar, deriving)).derive('rsvp', replySubject(guest)))

/** True for the token of a guest, including one from an invite sent before link keys existed. */
export const isReplyTokenOf = async (
  guest: { id: string; email: string },
  token: string,
  calendar: LinkCalendar,
  deriving: Deriving,
) => {
  const earlier = inReplyAddress(await deriving.vault.derive('rsvp', replySubject(guest)))
  return (
    equalInConstantTime(token, await replyTokenOf(guest, calendar, deriving)) || equalInConstantTime(token, earlier)
  )
}

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

const signedPart = ({ id, linkVersion }: Linked) => (linkVersion === 0 ? id : `${id}:${linkVersion.toString(36)}`)

/** Derives the signature of a link. A new `linkVersion` invalidates all earlier links. */
export const proofOf = async (purpose: LinkPurpose, linked: Linked, calendar: LinkCalendar, deriving: Deriving) =>
  (await linkKeyOf(calendar, deriving)).derive(purpose, signedPart(linked))

/** Derives the signature that links had before link keys existed. Those links remain valid. */
export const earlierProofOf = (purpose: LinkPurpose, linked: Linked, { vault }: Deriving) =>
  vault.derive(purpose, signedPart(linked))

/** First part of a link that the calendar's link key proves. Earlier links start with an id without its prefix. */
const KEYED_FORM = '2'

/** Returns `2.id.version.proof`, with the version in base 36. */
export const linkTokenOf = async (purpose: LinkPurpose, linked: Linked, calendar: LinkCalendar, deriving: Deriving) =>
  [KEYED_FORM, linked.id, linked.linkVersion.toString(36), await proofOf(purpose, linked, calendar, deriving)].join('.')

/** The object that a link claims to open. Only `opens` decides whether it does. */
export interface LinkClaim extends Linked {
  /** True if the link is of this holder's current version and this service, or the calendar's link key, issued it. */
  opens(holder: Linked, calendar: LinkCalendar): Promise<boolean>
}

const isOfVersion = (claimed: Linked, { id, linkVersion }: Linked) =>
  claimed.id === id && claimed.linkVersion === linkVersion

const keyedClaim = (purpose: LinkPurpose, [, id = '', version = '', proof = '']: string[], deriving: Deriving) => {
  const claimed = { id, linkVersion: Number.parseInt(version, 36) }
  if (!id.startsWith(PREFIXES[purpose]) || claimed.linkVersion.toString(36) !== version) return null
  return {
    ...claimed,
    opens: async (holder: Linked, calendar: LinkCalendar) =>
      isOfVersion(claimed, holder) && equalInConstantTime(proof, await proofOf(purpose, claimed, calendar, deriving)),
  }
}

/**
 * Links issued before link keys existed: `id.proof` for version 0, and `id.version.proof` from version 1 on. The proof
 * needs no calendar, so a forged link costs no read.
 */
const earlierClaim = async (purpose: LinkPurpose, parts: string[], deriving: Deriving) => {
  const [bareId = '', ...rest] = parts
  const linkVersion = rest.length === 2 ? Number.parseInt(rest[0] ?? '', 36) : 0
  if (!Number.isSafeInteger(linkVersion)) return null
  const claimed = { id: PREFIXES[purpose] + bareId, linkVersion }
  const version = linkVersion === 0 ? [] : [linkVersion.toString(36)]
  const expected = [bareId, ...version, await earlierProofOf(purpose, claimed, deriving)].join('.')
  return equalInConstantTime(parts.join('.'), expected)
    ? { ...claimed, opens: async (holder: Linked) => isOfVersion(claimed, holder) }
    : null
}

/** Returns null if the token is not a link for this purpose. */
export const claimOf = async (purpose: LinkPurpose, token: string, deriving: Deriving): Promise<LinkClaim | null> => {
  const parts = token.split('.')
  return parts[0] === KEYED_FORM && parts.length === 4
    ? keyedClaim(purpose, parts, deriving)
    : earlierClaim(purpose, parts, deriving)
}
