export { BUILT_FOR, OPENAPI_FILE, readMigrationOf, SDK_DOCUMENT_FILE } from './documents.ts'
