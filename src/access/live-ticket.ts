import type { Vault } from '../kernel/vault.ts'
import type { Instant } from '../kernel/time.ts'

/** The contents of a live ticket: the credential that requested it, one event, and an expiry time. */
export interface LiveTicket {
  eventId: string
  nonce: string
  expiresAt: Instant
  holder:
    | { kind: 'key'; keyId: string }
    | { kind: 'app'; grantId: string }
    | { kind: 'pass'; passId: string }
    | { kind: 'session'; userId: string; expiresAt: Instant }
}

/** Encrypts the ticket, so callers can neither read nor forge it. No row exists until `spendTicket` records the nonce. */
export const sealTicket = async (vault: Vault, ticket: LiveTicket) =>
  (await vault.seal(JSON.stringify(ticket))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const MAX_TICKET_LENGTH = 2_000

/** Returns null for any text that `sealTicket` did not produce. */
export const openTicket = async (vault: Vault, text: string): Promise<LiveTicket | null> => {
  if (text.length > MAX_TICKET_LENGTH || !/^(?:[A-Za-z\d]+\.)?[\w-]+\.[\w-]+$/.test(text)) return null
  try {
    return JSON.parse(await vault.open(text.replaceAll('-', '+').replaceAll('_', '/'))) as LiveTicket
  } catch {
    return null
  }
}
