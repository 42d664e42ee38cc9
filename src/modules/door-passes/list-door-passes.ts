import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { toDoorPass } from './door-passes.ts'
import { listPassesOf } from './door-passes.store.ts'

export const listDoorPasses = async ({ event }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const now = deps.clock()
  return (await listPassesOf(deps.db, event.id)).map((row) => toDoorPass(row, now))
}
