import { area } from '../loaded.ts'

const english = {
  title: 'Tax',
  lead: 'Prices include tax. Each order shows the amount, at the rate when it was placed.',
  name: 'Name',
  example: 'VAT',
  percent: 'Rate in %',
  makeDefault: 'Use for all tickets',
  makeDefaultHint: 'For every ticket without its own rate.',
  isDefault: 'default',
  add: 'Add tax rate',
  remove: 'Delete',
  ofTicket: 'Tax rate',
  usual: 'The default',
  isNet: 'Price is net',
  buyersPay: (total: string, tax: string, rate: string) => `Buyers pay ${total}, including ${tax} tax (${rate}).`,
}

export type TaxRatesWords = typeof english

export const taxRatesWords = area('taxRates', english)
