import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { toCalendar } from './calendars.ts'
import type { CalendarChanges, PlanChange } from './calendars.schema.ts'
import { updateCalendar as update } from './calendars.store.ts'

const change = async (calendarId: string, changes: Parameters<typeof update>[2], deps: Deps) => {
  const now = deps.clock()
  const [rows] = await deps.commit({
    calendarId,
    seenBy: 'visitors',
    statements: [update(deps.db, calendarId, { ...changes, updatedAt: now, contentChangedAt: now })],
  })
  if (rows[0] === undefined) throw notFound()
  return toCalendar(rows[0], deps.config)
}

type On<Body> = Call<unknown, unknown, Body, 'calendar'>

export const updateCalendar = async ({ calendar, body }: On<Parsed<typeof CalendarChanges>>, deps: Deps) =>
  change(calendar.id, body, deps)

/** A downgrade bites on the next request, because every request reads the plan anew. */
export const setPlan = async ({ calendar, body }: On<Parsed<typeof PlanChange>>, deps: Deps) =>
  change(calendar.id, { plan: body.plan }, deps)
