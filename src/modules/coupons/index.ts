import { createCoupon, deleteCoupon, listCoupons, updateCoupon } from './manage-coupons.ts'

export { couponsNamed } from './coupons.store.ts'
export { Coupon, foldCode, toCoupon } from './coupons.ts'

export const couponOperations = [listCoupons, createCoupon, updateCoupon, deleteCoupon]
