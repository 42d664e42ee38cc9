import { operator } from '../../access/demands.ts'
import { notFound } from '../../kernel/failure.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { toCalendar } from './calendars.ts'
import { Calendar, Suspension } from './calendars.schema.ts'
import { dropStale, suspend } from './suspend-calendar.store.ts'

/**
 * Takes a calendar offline. Its emails and deliveries stay pending because `outboxOf` skips suspended calendars.
 * Lifting the suspension sends those that are less than 24 hours old. It cancels the rest, because recipients no longer
 * expect them.
 */
export const suspendCalendar = operation({
  id: 'calendars.suspend',
  summary: 'Suspend or reinstate a calendar',
  description:
    'For the service operator only. A suspended calendar isn’t public, sends no emails or webhooks, and is read-only for its members. Guest links, refunds, erasure, check-in and payment provider webhooks keep working. On reinstatement, the service sends any queued emails and webhooks that are less than 24 hours old.',
  subject: 'calendar',
  access: operator,
  goesOn: true,
  routes: [dashboard('PUT /calendars/:slug/suspension')],
  body: Suspension,
  answer: one(Calendar),
  async run({ calendar, body: { suspended, reason } }, deps) {
    const now = deps.clock()
    // Before the commit, in case of a crash, and again after it, for sandboxes created in between.
    if (suspended) await deps.sandboxes?.removeAll(calendar.id)
    const {
      changed: [row],
    } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        stale: suspended ? [] : dropStale(calendar.id, now),
        changed: suspend(deps.db, calendar.id, suspended ? (reason ?? '') : null, now),
      },
    })
    if (row === undefined) throw notFound()
    if (suspended) await deps.sandboxes?.removeAll(calendar.id)
    return toCalendar(row, deps.config)
  },
})
