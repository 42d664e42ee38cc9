export { calendarFile } from './calendar-file.ts'
export { fileHeadOf, fileSettingsOf } from './read-feed.ts'
