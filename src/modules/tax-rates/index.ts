export { asGross, requireFeeRate, withTax } from './net-prices.ts'
export { priceParts } from './tax-rates.schema.ts'
export { listRates, ratesOf, withoutRetiredRate } from './tax-rates.store.ts'
