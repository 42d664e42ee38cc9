export { followUpRefunds } from './send-refund.ts'
export { findRefund } from './settle.store.ts'
export { Order } from './orders.schema.ts'
export { orderLifetimeMs, PROMOTED_ORDER_MS, refuseCoupon, toOrder, type CouponRefusal } from './orders.ts'
export {
  closeOrders,
  endOrderNow,
  listWithoutCheckout,
  noteCheckout,
  couponCanBeRedeemed,
  expireOrder,
  findCoupon,
  handOverRedemptions,
  listOverdue,
  newOrderId,
  openOrders,
  paidOrderOf,
  redeemCoupon,
  totalToPay,
} from './orders.store.ts'
export { concludeRefund, sendRefund } from './send-refund.ts'
export { confirmPaid, countRefund, insertRefund, markPaid } from './settle.store.ts'
