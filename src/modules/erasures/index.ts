export { runErasures } from './run-erasures.ts'
export { GRACE_MS } from './mark.store.ts'
