import type { DoorPassRow } from '../../db/rows.ts'
import { refusal } from '../../kernel/failure.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import type { DoorPassOutput } from './door-passes.schema.ts'

export const MOST_ACTIVE_PASSES = 50

export const limitReached = () =>
  refusal('door_pass_limit_reached', {
    says: `An event has at most ${MOST_ACTIVE_PASSES} door passes at a time; revoke one first.`,
  })

const statusOf = (pass: DoorPassRow, now: Instant): DoorPassOutput['status'] => {
  if (pass.revokedAt !== null) return 'REVOKED'
  return pass.expiresAt > now ? 'ACTIVE' : 'EXPIRED'
}

export const toDoorPass = (row: DoorPassRow, now: Instant): DoorPassOutput => ({
  id: row.id,
  eventId: row.eventId,
  label: row.label,
  gate: row.gate,
  status: statusOf(row, now),
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  expiresAt: iso(row.expiresAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
  revokedAt: isoOrNull(row.revokedAt),
})

/** The kiosk lies beside the API. A fragment is never sent, so the token reaches no server's log. */
export const kioskLink = (baseUrl: string, eventId: string, token: string) => {
  const url = new URL('kiosk', baseUrl)
  url.hash = new URLSearchParams({ event: eventId, pass: token }).toString()
  return url.href
}
