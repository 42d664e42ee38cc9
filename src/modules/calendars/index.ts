export { findCalendar } from './calendars.store.ts'
export { feedUrlsOf, siteUrlIn, siteUrlOf, toCalendar } from './calendars.ts'
export { Calendar, type CalendarOutput } from './calendars.schema.ts'
