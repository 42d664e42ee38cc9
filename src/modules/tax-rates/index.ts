export { asGross, requireFeeRate, withTax } from './net-prices.ts'
export { priceParts } from './tax-rates.schema.ts'
export { listRates, ratesOf } from './tax-rates.store.ts'
