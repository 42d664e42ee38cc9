export { accountOf } from './account.store.ts'
export { membershipsOf } from './me.store.ts'
