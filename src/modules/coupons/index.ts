import { createCoupon, deleteCoupon, listCoupons, updateCoupon } from './manage-coupons.ts'

export { foldCode } from './coupons.ts'

export const couponOperations = [listCoupons, createCoupon, updateCoupon, deleteCoupon]
