import { actorId } from '../../access/actor.ts'
import { makeKey, visiblePrefixOf } from '../../access/key-format.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { KeyMode } from '../../kernel/vocabulary.ts'
import { limitReached, toApiKey } from './api-keys.ts'
import type { NewApiKey } from './api-keys.schema.ts'
import { insertKey, replaceSecret } from './api-keys.store.ts'

type Creation = Call<unknown, unknown, Parsed<typeof NewApiKey>, 'calendar'>

const makeSecret = async (mode: KeyMode) => {
  const key = makeKey(mode)
  return { key, stored: { hash: await sha256Hex(key), prefix: visiblePrefixOf(key) } }
}

export const createApiKey = async ({ calendar, body, actor }: Creation, deps: Deps) => {
  const now = deps.clock()
  const expiresAt = body.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'must lie in the future')
  const mode = body.mode ?? 'live'
  const { key, stored } = await makeSecret(mode)
  const row = {
    id: deps.newId('key'),
    calendarId: calendar.id,
    name: body.name,
    ...stored,
    scopes: body.scopes,
    mode,
    isActive: true,
    createdBy: actorId(actor),
    createdAt: now,
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
  }
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [insertKey(row)],
    effectId: row.id,
  })
  if (rows.length === 0) throw limitReached()
  return { ...toApiKey(row), key }
}

/** The secret of an interrupted creation was seen by nobody and is kept nowhere: the key gets another one. */
export const recoverApiKey = async (effectId: string, { calendar, body }: Creation, deps: Deps) => {
  const { key, stored } = await makeSecret(body.mode ?? 'live')
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [replaceSecret(deps.db, calendar.id, effectId, stored)],
  })
  return rows[0] === undefined ? null : { ...toApiKey(rows[0]), key }
}
