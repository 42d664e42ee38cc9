export { eventData } from './event-data.schema.ts'
