import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { limitReached, toApiKey } from './api-keys.ts'
import type { ApiKeyChanges, ApiKeyParams } from './api-keys.schema.ts'
import { isUnrevoked, updateKey } from './api-keys.store.ts'

export const updateApiKey = async (
  { calendar, params, body }: Call<Parsed<typeof ApiKeyParams>, unknown, Parsed<typeof ApiKeyChanges>, 'calendar'>,
  deps: Deps,
) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [updateKey(deps.db, calendar.id, params.keyId, body, deps.clock())],
  })
  if (rows[0] !== undefined) return toApiKey(rows[0])
  throw (await isUnrevoked(deps.db, calendar.id, params.keyId)) ? limitReached() : notFound()
}
