export { ordersNamed, refundsNamed } from './order-reading.store.ts'
export { Order, Refund } from './orders.schema.ts'
export { orderLifetimeMs, PROMOTED_ORDER_MS, toOrder, toRefund } from './orders.ts'
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
