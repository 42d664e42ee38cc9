import type { Vault } from '../kernel/vault.ts'
import type { Instant } from '../kernel/time.ts'

/** What a live ticket stands for: the credential that asked for it, at one event, for a moment. */
export interface LiveTicket {
  eventId: string
  nonce: string
  expiresAt: Instant
  holder:
    | { kind: 'key'; keyId: string }
    | { kind: 'pass'; passId: string }
    | { kind: 'session'; userId: string; expiresAt: Instant }
}

/** Sealed, so that it can be neither read nor made up, and needs no storage until it is used. */
export const sealTicket = async (vault: Vault, ticket: LiveTicket) =>
  (await vault.seal(JSON.stringify(ticket))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const MAX_TICKET_LENGTH = 2_000

/** Null for anything that is not a ticket of ours. */
export const openTicket = async (vault: Vault, text: string): Promise<LiveTicket | null> => {
  if (text.length > MAX_TICKET_LENGTH || !/^(?:[A-Za-z\d]+\.)?[\w-]+\.[\w-]+$/.test(text)) return null
  try {
    return JSON.parse(await vault.open(text.replaceAll('-', '+').replaceAll('_', '/'))) as LiveTicket
  } catch {
    return null
  }
}
