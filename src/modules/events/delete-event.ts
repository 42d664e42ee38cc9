import { eventsWrite } from '../../access/demands.ts'
import { onlyRow } from '../../db/statement.ts'
import { notFound } from '../../kernel/failure.ts'
import { both, deleted, Deleted, one, operation } from '../../operation/operation.ts'
import { deleteUnusedEvent, mayDeleteEvent } from './events.store.ts'

export const deleteEvent = operation({
  id: 'events.delete',
  effects: ['deletes'],
  summary: 'Delete an event',
  description: 'Fails with 409 if the event has or had guests.',
  subject: 'event',
  access: eventsWrite,
  routes: both('DELETE /events/:eventId'),
  answer: one(Deleted),
  refusals: ['event_has_guests'],
  async run({ calendar, event }, deps) {
    const { judged, gone } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: deleteUnusedEvent(deps.db, event, deps.clock()),
    })
    const [row] = judged
    if (row === undefined) throw notFound()
    return mayDeleteEvent.refusal(row) ?? deleted(onlyRow(gone).id)
  },
})
