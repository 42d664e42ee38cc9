export { expireUnpaidOrders } from './expire-unpaid.ts'
export { manageUrlOf } from './manage-token.ts'
export { PROMOTED_MAIL } from './move-guest.ts'
export { promoteAll } from './seats.store.ts'
