import { manager, operator, owner } from '../../access/demands.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { planCovers } from '../../kernel/ranks.ts'
import { dashboard, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { requireFeeRate, withoutRetiredRate } from '../tax-rates/index.ts'
import { toCalendar } from './calendars.ts'
import { Calendar, CalendarChanges, PlanChange } from './calendars.schema.ts'
import { deleteEmptyCalendar, hasEvents, updateCalendarStatement as update } from './calendars.store.ts'

const change = async (calendarId: string, changes: Parameters<typeof update>[2], deps: Deps) => {
  const now = deps.clock()
  const {
    rows: [changed],
  } = await deps.commit({
    calendarId,
    seenBy: 'visitors',
    statements: {
      rows: update(deps.db, calendarId, { ...changes, updatedAt: now, contentChangedAt: now }),
      fee: withoutRetiredRate(calendarId, changes.serviceFee),
    },
  })
  if (changed === undefined) throw notFound()
  return toCalendar(changed, deps.config)
}

export const updateCalendar = operation({
  id: 'calendars.update',
  summary: 'Update a calendar',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('PATCH /calendars/:slug')],
  body: CalendarChanges,
  answer: one(Calendar),
  async run({ calendar, body }, deps) {
    await requireFeeRate(body.serviceFee, calendar.id, deps.db)
    return change(calendar.id, body, deps)
  },
})

/**
 * A downgrade takes effect with the next request, because every request reads `calendars.plan`. Sandboxes have a plan
 * of their own, so they are closed explicitly.
 */
export const setPlan = operation({
  id: 'calendars.setPlan',
  summary: 'Update a calendar’s plan',
  description: 'For the service operator only.',
  subject: 'calendar',
  access: operator,
  goesOn: true,
  routes: [dashboard('PUT /calendars/:slug/plan')],
  body: PlanChange,
  answer: one(Calendar),
  async run({ calendar, body }, deps) {
    const isClosed = !planCovers(body.plan, 'PRO')
    // Before the commit, because a crash after it would leave them open.
    if (isClosed) await deps.sandboxes?.setClosed(calendar.id, true)
    const changed = await change(calendar.id, { plan: body.plan }, deps)
    await deps.sandboxes?.setClosed(calendar.id, isClosed)
    return changed
  },
})

export const deleteCalendar = operation({
  id: 'calendars.delete',
  effects: ['deletes'],
  summary: 'Delete a calendar',
  description: 'Fails with 409 if the calendar has events.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug')],
  answer: one(Deleted),
  refusals: ['calendar_has_events'],
  async run({ calendar }, deps) {
    if (await hasEvents(deps.db, calendar.id)) return refusal('calendar_has_events')
    // Before the commit: after a crash, the calendar would be deleted, and no one could repeat the request.
    await deps.sandboxes?.removeAll(calendar.id)
    const [rows] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: [deleteEmptyCalendar(deps.db, calendar.id)],
    })
    if (rows.length === 0) return refusal('calendar_has_events')
    await deps.sandboxes?.removeAll(calendar.id)
    return deleted(calendar.id)
  },
})
