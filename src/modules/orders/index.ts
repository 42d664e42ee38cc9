export { followUpRefunds } from './send-refund.ts'
export { findRefund } from './settle.store.ts'
export { Order, Refund } from './orders.schema.ts'
export { OFFLINE_ORDER_MS, PROMOTED_ORDER_MS, refuseCoupon, toOrder, type CouponRefusal } from './orders.ts'
export {
  closeOrders,
  couponCanBeRedeemed,
  expireOrder,
  findCoupon,
  findOrder,
  handOverRedemptions,
  listOverdue,
  newOrderId,
  openOrders,
  paidOrderOf,
  redeemCoupon,
  releaseCoupons,
  totalToPay,
} from './orders.store.ts'
