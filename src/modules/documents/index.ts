export { toDocument, toKeptDocument } from './documents.ts'
export { KeptDocument, OrderDocument, type DocumentOutput, type OwnDocumentsOutput } from './documents.schema.ts'
export { documentsKept, documentsNamed, eraseBuyersOfDocuments } from './documents.store.ts'
