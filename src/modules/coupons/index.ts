export { couponsNamed, couponsToCopy } from './coupons.store.ts'
export { Coupon, foldCode, toCoupon } from './coupons.ts'
