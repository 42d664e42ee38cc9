import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../kernel/failure.ts'
import { deleteEmptyCalendar } from './calendars.store.ts'

export const deleteCalendar = async ({ calendar }: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  const [rows] = await deps.commit({ calendarId: calendar.id, statements: [deleteEmptyCalendar(deps.db, calendar.id)] })
  if (rows.length === 0) throw conflict('calendar_has_events', 'A calendar with events cannot be deleted.')
  return deleted(calendar.id)
}
