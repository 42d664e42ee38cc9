export { dropOldChanges } from './read-changes.ts'
