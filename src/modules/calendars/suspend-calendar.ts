import { operator } from '../../access/demands.ts'
import { notFound } from '../../kernel/failure.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { toCalendar } from './calendars.ts'
import { Calendar, Suspension } from './calendars.schema.ts'
import { dropStale, suspend } from './suspend-calendar.store.ts'

/**
 * Takes a calendar out of public. What waits to be sent stays where it is, since no outbox takes it: see `outboxOf`.
 * Once it is lifted, what is not a day old goes, and what nobody would expect any more is cancelled.
 */
export const suspendCalendar = operation({
  id: 'calendars.suspend',
  summary: 'Suspend a calendar, or lift that, as the operator of the service',
  description:
    'Suspended, it is open to nobody and sends nothing, and its members can only read. Links of guests, refunds, erasure, the door and messages of the payment provider go on. Lifted, what waits goes if it is less than 24 hours old.',
  subject: 'calendar',
  access: operator,
  goesOn: true,
  routes: [dashboard('PUT /calendars/:slug/suspension')],
  body: Suspension,
  answer: one(Calendar),
  async run({ calendar, body: { suspended, reason } }, deps) {
    const now = deps.clock()
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
    return toCalendar(row, deps.config)
  },
})
