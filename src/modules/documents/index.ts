export { toKeptDocument } from './documents.ts'
export { KeptDocument, type DocumentOutput, type OwnDocumentsOutput } from './documents.schema.ts'
export { documentsKept, eraseBuyersOfDocuments } from './documents.store.ts'
