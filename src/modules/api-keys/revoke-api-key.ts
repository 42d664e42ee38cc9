import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { ApiKeyParams } from './api-keys.schema.ts'
import { revokeKey } from './api-keys.store.ts'

/** The key stays listed with the time of its end; no request that starts after the answer gets in with it. */
export const revokeApiKey = async (
  { calendar, params }: Call<Parsed<typeof ApiKeyParams>, unknown, unknown, 'calendar'>,
  deps: Deps,
) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [revokeKey(deps.db, calendar.id, params.keyId, deps.clock())],
  })
  if (rows.length === 0) throw notFound()
  return deleted(params.keyId)
}
