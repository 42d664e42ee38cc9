export { asGross, requireFeeRate } from './net-prices.ts'
