export { feedUrlsOf, siteUrlOf, toCalendar } from './calendars.ts'
export { Calendar, OpenCalendar, type CalendarOutput } from './calendars.schema.ts'
