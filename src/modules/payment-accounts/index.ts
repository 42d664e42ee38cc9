export { maskedIban } from './bank-accounts.ts'
export { findBankAccount } from './bank-accounts.store.ts'
export { eraseUnneededKeys, resealAccountKeys } from './disconnect.ts'
export type { PaymentWayOutput } from './payment-ways.ts'
