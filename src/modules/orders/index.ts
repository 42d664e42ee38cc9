export { followUpRefunds } from './send-refund.ts'
export { findRefund } from './settle.store.ts'
export { Order } from './orders.schema.ts'
export { orderLifetimeMs, PROMOTED_ORDER_MS, toOrder } from './orders.ts'
export {
  closeOrders,
  endOrderNow,
  listWithoutCheckout,
  noteCheckout,
  expireOrder,
  handOverRedemptions,
  listOverdue,
  mayBeRedeemed,
  newOrderId,
  openOrders,
  paidOrderOf,
  redeemCoupon,
  totalToPay,
} from './orders.store.ts'
export { concludeRefund, sendRefund } from './send-refund.ts'
export { confirmPaid, countRefund, insertRefund, markPaid } from './settle.store.ts'
