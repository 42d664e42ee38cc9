import { makeTestSecret, visiblePrefixOf } from '../access/key-format.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import type { Instant } from '../kernel/time.ts'
import { SCOPE_NAMES } from '../kernel/vocabulary.ts'

/** Makes a key that leads to the sandbox, and its row. */
export const makeTestKey = async (sandboxId: string, of: { id: string; calendarId: string; now: Instant }) => {
  const key = makeTestSecret(sandboxId)
  const row = {
    id: of.id,
    calendar_id: of.calendarId,
    name: 'Test key',
    prefix: visiblePrefixOf(key),
    hash: await sha256Hex(key),
    scopes: JSON.stringify(SCOPE_NAMES),
    mode: 'test',
    is_active: 1,
    created_by: 'sandbox',
    created_at: of.now,
  }
  return { key, row }
}
