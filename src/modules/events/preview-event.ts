import { eventsWrite } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields } from '../../kernel/failure.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { mergeEvent } from './event-fields.ts'
import { homeOf, toOpenEvent, type EventView } from './events.ts'
import { EventDraft, NewEvent, OpenEvent } from './events.schema.ts'
import { loadEventView } from './events.store.ts'
import { composeEvent } from './new-event.ts'

/** Returns the event as visitors will see it. A draft is shown as if it were published. */
const asPublished = (view: EventView, { config, clock }: Pick<Deps, 'config' | 'clock'>) => {
  const status: EventRow['status'] = view.event.status === 'DRAFT' ? 'PUBLISHED' : view.event.status
  return toOpenEvent({ ...view, event: { ...view.event, status } }, config, clock())
}

export const previewNewEvent = operation({
  id: 'events.previewNew',
  summary: 'Preview a new event',
  description: 'Returns the event as visitors would see it. Stores nothing.',
  subject: 'calendar',
  subjectIn: 'body',
  access: eventsWrite,
  routes: [dashboard('POST /events/preview')],
  body: NewEvent,
  answer: one(OpenEvent),
  async run({ calendar, body }, deps) {
    const { faults, event, tickets } = composeEvent(body, calendar.id, deps)
    if (faults.length > 0) throw invalidFields(faults)
    const row = { ...event, slug: 'preview' }
    return asPublished({ event: row, ...homeOf(calendar), tickets, seats: {}, leftByLine: null }, deps)
  },
})

export const previewEvent = operation({
  id: 'events.preview',
  summary: 'Preview changes of an event',
  description: 'Returns the event as visitors would see it after the changes. Stores nothing.',
  subject: 'event',
  access: eventsWrite,
  routes: [dashboard('POST /events/:eventId/preview')],
  body: EventDraft,
  answer: one(OpenEvent),
  async run({ calendar, event, body }, deps) {
    const { faults, fields } = mergeEvent(body, event, deps.newId)
    if (faults.length > 0) throw invalidFields(faults)
    return asPublished({ ...(await loadEventView(deps.db, calendar, event)), event: { ...event, ...fields } }, deps)
  },
})
