export { calendarFile } from './calendar-file.ts'
export { fileSettingsOf } from './read-feed.ts'
