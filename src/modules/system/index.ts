export { BUILT_FOR, OPENAPI_FILE, readMigrationOf } from './documents.ts'
