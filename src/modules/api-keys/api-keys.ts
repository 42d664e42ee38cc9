import { actorId } from '../../access/actor.ts'
import { owner } from '../../access/demands.ts'
import { makeKey, makeTestSecret, visiblePrefixOf } from '../../access/key-format.ts'
import { rowIn } from '../../db/commit.ts'
import type { ApiKeyRow } from '../../db/rows.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { type KeyMode, SCOPE_NAMES, type Scope } from '../../kernel/vocabulary.ts'
import { dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { recheckDoors } from '../checkins/index.ts'
import {
  ApiKey,
  ApiKeyChanges,
  CalendarInQuery,
  CreatedApiKey,
  NewApiKey,
  ScopeName,
  type ApiKeyOutput,
} from './api-keys.schema.ts'
import {
  insertKey,
  listKeysOf,
  mayChangeKey,
  mayCreateKey,
  replaceSecret,
  revokeKey,
  updateKey,
} from './api-keys.store.ts'

const plan = 'PRO'

const toApiKey = (row: ApiKeyRow): ApiKeyOutput => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes as Scope[],
  isActive: row.isActive,
  mode: row.mode,
  agentsMay: row.agentsMay,
  createdAt: iso(row.createdAt),
  createdBy: row.createdBy,
  lastUsedAt: isoOrNull(row.lastUsedAt),
  expiresAt: isoOrNull(row.expiresAt),
  revokedAt: isoOrNull(row.revokedAt),
})

export const listScopes = operation({
  id: 'apiKeys.scopes',
  summary: 'List API key scopes',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/api-keys/scopes', { plan })],
  answer: listOf(ScopeName),
  run: async () => [...SCOPE_NAMES],
})

export const listApiKeys = operation({
  id: 'apiKeys.list',
  summary: 'List API keys',
  description: 'Includes revoked keys.',
  subject: 'calendar',
  subjectIn: 'query',
  access: owner,
  routes: [
    dashboard('GET /calendars/:slug/api-keys', { plan }),
    dashboard('GET /v1/api-keys', { plan, current: 'GET /calendars/:slug/api-keys' }),
  ],
  query: CalendarInQuery,
  answer: listOf(ApiKey),
  run: async ({ calendar }, { db }) => (await rowsFrom(db, listKeysOf(calendar.id))).map(toApiKey),
})

/** In a sandbox, every new key is a test key of this sandbox, whatever the mode in the request. */
const makeSecret = async (asked: KeyMode | undefined, { config: { sandboxId } }: Deps) => {
  const mode = sandboxId === null ? (asked ?? 'live') : 'test'
  const key = sandboxId === null ? makeKey(mode) : makeTestSecret(sandboxId)
  return { key, stored: { mode, hash: await sha256Hex(key), prefix: visiblePrefixOf(key) } }
}

export const createApiKey = operation({
  id: 'apiKeys.create',
  summary: 'Create an API key',
  description: 'Only this response contains the full key. Fails with 409 if the calendar already has 3 active keys.',
  subject: 'calendar',
  subjectIn: 'query',
  access: owner,
  routes: [
    dashboard('POST /calendars/:slug/api-keys', { plan }),
    dashboard('POST /v1/api-keys', { plan, current: 'POST /calendars/:slug/api-keys' }),
  ],
  query: CalendarInQuery,
  body: NewApiKey,
  answer: one(CreatedApiKey),
  refusals: ['api_key_limit_reached', 'role_insufficient'],
  /**
   * If the creation was interrupted, no caller has seen the secret, and the database has only its hash. The key
   * therefore gets a new secret.
   */
  async recover(effectId, { calendar, body }, deps) {
    const { key, stored } = await makeSecret(body.mode, deps)
    const [[row]] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [replaceSecret(deps.db, { calendarId: calendar.id, id: effectId }, stored)],
    })
    return row === undefined ? null : { ...toApiKey(row), key }
  },
  async run({ calendar, body, actor }, deps) {
    const now = deps.clock()
    const expiresAt = body.expiresAt ?? null
    if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'must be in the future')
    const { key, stored } = await makeSecret(body.mode, deps)
    const row = {
      id: deps.newId('key'),
      calendarId: calendar.id,
      name: body.name,
      ...stored,
      scopes: body.scopes,
      agentsMay: body.agentsMay ?? ('confirm' as const),
      createdBy: actorId(actor),
      createdAt: now,
      expiresAt,
    }
    const { judged, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: insertKey(row),
      effectId: rowIn('api_keys', row.id),
    })
    return mayCreateKey.refusal(judged[0]) ?? { ...toApiKey(onlyRow(made)), key }
  },
})

export const updateApiKey = operation({
  id: 'apiKeys.update',
  summary: 'Update an API key',
  description:
    'Renames, deactivates or reactivates an API key, or limits its assistants. Fails with 409 if reactivation would exceed 3 active keys.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('PATCH /calendars/:slug/api-keys/:keyId', { plan })],
  body: ApiKeyChanges,
  answer: one(ApiKey),
  refusals: ['api_key_limit_reached'],
  async run({ calendar, params, body }, deps) {
    const { judged, changed } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: updateKey({ calendarId: calendar.id, id: params.keyId }, body, deps.clock()),
    })
    if (judged[0] === undefined) throw notFound()
    if (body.isActive === false) recheckDoors(calendar.id, deps)
    return mayChangeKey.refusal(judged[0]) ?? toApiKey(onlyRow(changed))
  },
})

/**
 * The key stays in the list with `revokedAt`. Requests that start after this response can no longer use it, and its live
 * sockets are closed.
 */
export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  summary: 'Revoke an API key',
  description: 'The key stays listed with `revokedAt` and can’t be restored.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/api-keys/:keyId', { plan })],
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [revokeKey(deps.db, { calendarId: calendar.id, id: params.keyId }, deps.clock())],
    })
    if (rows.length === 0) throw notFound()
    recheckDoors(calendar.id, deps)
    return deleted(params.keyId)
  },
})
