export { mayPayBy } from './bank-orders.store.ts'
export { BANK_BEFORE_START_MS, deadlineAt, PROMOTED_ORDER_MS, shortenDeadlines } from './order-deadlines.store.ts'
export {
  type AddonsOfOrder,
  findAddonsOf,
  findTermsOf,
  type PaidBefore,
  findPaidBefore,
  orderDetailsOf,
  findOrderOf,
  orderView,
  ordersNamed,
  refundsNamed,
  withSeats,
} from './order-reading.store.ts'
export {
  areAsSeen,
  areWritten,
  bothHold,
  countOwnRefunds,
  findRefundRule,
  heldSeatsOf,
  insertOwnRefunds,
  type Condition,
  type OwnRefund,
  type SeenOrder,
} from './own-refunds.store.ts'
export { NewRefund, Order, Payment, Refund, Refunded } from './orders.schema.ts'
export { instructionsFor, orderDeadlines, toOrder, toOrderOfGuest, toRefund, transferOf } from './orders.ts'
export { leastOfTicket, mayBeRedeemed, seatPriceOf, stepOfTicket, totalToPay } from './order-prices.store.ts'
export {
  couponCovers,
  couponHeldBy,
  openPartyOrder,
  redeemForParty,
  shrinkPartyOrders,
  totalOfParty,
} from './party-orders.store.ts'
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
  newOrderId,
  openOrderOf,
  openSeatOf,
  openOrders,
  paidOrderOf,
  redeemCoupon,
} from './orders.store.ts'
export {
  adoptRefundByHand,
  findRefund,
  findRefundByReference,
  insertRefundMadeThere,
  insertSecondRefund,
  listPendingRefunds,
  mayBecome,
  noteReference,
  settleRefund,
  type KnownRefund,
  type RefundOutcome,
} from './refund-outcomes.store.ts'
export {
  discardAccount,
  findRefundAccount,
  giveAccount,
  lineOfRefund,
  mailOfAccount,
  REFUND_ACCOUNT_WAIT_MS,
  type RefundAccountRow,
} from './refund-accounts.store.ts'
export {
  countRefunds,
  insertLateRefund,
  insertRefund,
  insertSeatRefund,
  leaveRefunded,
  mailOfRefund,
  mayRefund,
  whyNotRefunded,
} from './refunds.store.ts'
export {
  confirmPaid,
  isOfflineOrderOf,
  isPaymentUnused,
  markPaidStatement,
  mayReopen,
  takeBackPayment,
} from './settle.store.ts'
export { paidForSeat } from './sums.store.ts'
