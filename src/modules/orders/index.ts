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
export {
  confirmPaid,
  countRefund,
  findRefund,
  insertLateRefund,
  listPendingRefunds,
  mailOfRefund,
  markPaid,
  noteReference,
  settleRefund,
  type RefundOutcome,
} from './settle.store.ts'
