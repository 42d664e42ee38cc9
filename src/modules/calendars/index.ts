export { feedUrlsOf, siteUrlOf, toCalendar } from './calendars.ts'
export { Calendar } from './calendars.schema.ts'
export type { CalendarOutput } from './calendars.schema.ts'
