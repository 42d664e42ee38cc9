export { findCalendar } from './calendars.store.ts'
export { feedUrlsOf, siteUrlOf, toCalendar } from './calendars.ts'
export { Calendar, type CalendarOutput } from './calendars.schema.ts'
