import type { Operation } from '../../operation/operation.ts'
import { readDocument, readMigrationOf } from './documents.ts'
import { readHealth } from './health.ts'

export { BUILT_FOR, OPENAPI_FILE } from './documents.ts'

/** What the service says of itself and of all its other operations. */
export const systemOperations = (others: readonly Operation[]) => [readHealth, readDocument, readMigrationOf(others)]
