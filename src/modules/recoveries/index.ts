export { recoveryOutbox } from './recoveries.store.ts'
export { runRecovery } from './run-recovery.ts'
