import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { deleteEmptyCalendar } from './calendars.store.ts'

export const deleteCalendar = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [deleteEmptyCalendar(deps.db, calendar.id)],
  })
  if (rows.length === 0) throw refusal('calendar_has_events')
  return deleted(calendar.id)
}
