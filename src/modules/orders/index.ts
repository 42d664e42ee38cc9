export { orderDetailsOf, findOrderOf, orderView, ordersNamed, refundsNamed, withSeats } from './order-reading.store.ts'
export { NewRefund, Order, Refund, Refunded } from './orders.schema.ts'
export { instructionsFor, orderLifetimeMs, toOrder, toRefund } from './orders.ts'
export { couponHeldBy, openPartyOrder, redeemForParty, shrinkPartyOrders, totalOfParty } from './party-orders.store.ts'
export {
  closeOrders,
  endOrderNow,
  listWithoutCheckout,
  noteCheckout,
  expireOrder,
  forgetCheckout,
  handOverRedemptions,
  hasGoneBack,
  isCalledOff,
  isOfOrder,
  isOverdue,
  isToReplacePage,
  listOverdue,
  mayBeRedeemed,
  newOrderId,
  openOrderOf,
  openSeatOf,
  openOrders,
  paidOrderOf,
  PROMOTED_ORDER_MS,
  redeemCoupon,
  stepOfTicket,
  totalToPay,
} from './orders.store.ts'
export {
  countRefunds,
  findRefund,
  findRefundByReference,
  insertRefund,
  leaveRefunded,
  mayRefund,
  whyNotRefunded,
  insertLateRefund,
  insertSeatRefund,
  insertRefundMadeThere,
  insertSecondRefund,
  listPendingRefunds,
  mailOfRefund,
  noteReference,
  settleRefund,
  type KnownRefund,
  type RefundOutcome,
} from './refunds.store.ts'
export { confirmPaid, isOfflineOrderOf, markPaidStatement } from './settle.store.ts'
