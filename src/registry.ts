import { readMigrationOf } from './modules/system/index.ts'
import type { Operation } from './operation/operation.ts'
import * as gathered from './operations.ts'

const declared: readonly Operation[] = Object.values(gathered).flat()

/** Every operation. The routes of the service, its document and its checks all come from this list. */
export const registry: readonly Operation[] = [...declared, readMigrationOf(declared)]
