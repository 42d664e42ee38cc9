import type { Scope } from '../../access/scopes.ts'
import type { ApiKeyRow } from '../../db/rows.ts'
import { refusal } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { ApiKeyOutput } from './api-keys.schema.ts'

export const MOST_ACTIVE_KEYS = 3

export const limitReached = () =>
  refusal('api_key_limit_reached', {
    says: `A calendar has at most ${MOST_ACTIVE_KEYS} active keys; revoke or deactivate one first.`,
  })

export const toApiKey = (row: ApiKeyRow): ApiKeyOutput => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes as Scope[],
  isActive: row.isActive,
  mode: row.mode,
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  lastUsedAt: isoOrNull(row.lastUsedAt),
  expiresAt: isoOrNull(row.expiresAt),
  revokedAt: isoOrNull(row.revokedAt),
})
