export { foldCode } from './coupons.ts'
