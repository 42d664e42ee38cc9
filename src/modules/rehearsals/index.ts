export type { FindingCode, RehearsalResultOutput } from './rehearsals.schema.ts'
