import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { toSummary } from './checkins.ts'
import { readExpected } from './checkins.store.ts'

export const summariseCheckins = async ({ event }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const [expected, tally] = await Promise.all([readExpected(deps.db, event.id), deps.desk.tally(event.id)])
  return toSummary(expected, tally)
}
