import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { deleteUnusedEvent, findEvent } from './events.store.ts'

export const deleteEvent = async ({ calendar, event }: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: deleteUnusedEvent(deps.db, calendar.id, event.id, deps.clock()),
  })
  if (rows.length > 0) return deleted(event.id)
  if ((await findEvent(deps.db, calendar.id, event.id)) === null) throw notFound()
  throw refusal('event_has_guests', { says: 'An event that has, or had, guests cannot be deleted; cancel it instead.' })
}
