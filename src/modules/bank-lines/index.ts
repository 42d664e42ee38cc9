export type { RefundAccountOutput } from './refund-account.schema.ts'
