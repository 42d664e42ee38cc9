import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../kernel/failure.ts'
import { toCalendar } from '../calendars/index.ts'

export const identifyKey = async ({ actor, calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  if (actor.kind !== 'key') throw unauthenticated()
  return {
    keyId: actor.keyId,
    calendar: toCalendar(calendar, deps.config),
    scopes: [...actor.scopes],
    plan: calendar.plan,
    mode: actor.mode,
  }
}
