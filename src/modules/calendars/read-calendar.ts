import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { toCalendar } from './calendars.ts'

export const readCalendar = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) =>
  toCalendar(calendar, deps.config)
