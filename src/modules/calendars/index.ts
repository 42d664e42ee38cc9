import { createCalendar } from './create-calendar.ts'
import { deleteCalendar, setPlan, updateCalendar } from './manage-calendar.ts'
import { listMyCalendars, readCalendar, readSettings } from './read-calendars.ts'

export { feedUrlsOf, siteUrlOf, toCalendar } from './calendars.ts'
export { Calendar, type CalendarOutput } from './calendars.schema.ts'

export const calendarOperations = [
  readCalendar,
  listMyCalendars,
  createCalendar,
  readSettings,
  updateCalendar,
  deleteCalendar,
  setPlan,
]
