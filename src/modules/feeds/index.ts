export { aboutEvent, calendarFile, PRODUCT } from './calendar-file.ts'
export { fileHeadOf, fileSettingsOf } from './read-feed.ts'
