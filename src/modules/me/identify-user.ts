import { actorId } from '../../access/actor.ts'
import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { membershipsOf } from './me.store.ts'

export const identifyUser = async ({ actor }: Call, deps: Deps) => {
  const userId = actorId(actor)
  return { userId, calendars: await membershipsOf(deps.db, userId) }
}
