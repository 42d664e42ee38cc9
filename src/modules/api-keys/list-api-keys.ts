import { SCOPE_NAMES } from '../../access/scopes.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { toApiKey } from './api-keys.ts'
import { listKeysOf } from './api-keys.store.ts'

export const listApiKeys = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) =>
  (await listKeysOf(deps.db, calendar.id)).map(toApiKey)

export const listScopes = async () => [...SCOPE_NAMES]
