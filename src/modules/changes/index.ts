import { readChanges } from './read-changes.ts'
import { readHistory } from './read-history.ts'

export { dropOldChanges } from './read-changes.ts'

export const changeOperations = [readChanges, readHistory]
