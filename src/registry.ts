import { readMigrationOf } from './modules/system/index.ts'
import type { Operation } from './operation/operation.ts'
import * as gathered from './operations.ts'

const declared: readonly Operation[] = Object.values(gathered).flat()

/** All operations. The routes, the OpenAPI document and the checks are built from this list. */
export const registry: readonly Operation[] = [...declared, readMigrationOf(declared)]
