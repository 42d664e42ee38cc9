import { describe, expect, it } from 'vitest'
import { bulkOf, isTyped } from '../../../src/kernel/bulk.ts'

const effects = (mailed: number, ...refunds: [string, number][]) => ({
  people: { mailed },
  money: refunds.map(([currency, refunded]) => ({ currency, refunded, charged: 0 })),
})

describe('number of a bulk write', () => {
  it.each([
    ['1,000 emails', effects(1_000), null],
    ['1,001 emails', effects(1_001), '1001'],
    ['a refund of EUR 5,000.00', effects(0, ['EUR', 500_000]), null],
    ['a refund of EUR 5,000.50', effects(0, ['EUR', 500_050]), '5000 EUR'],
    ['refunds of two currencies, neither of which is large', effects(2, ['EUR', 300_000], ['USD', 300_050]), null],
    ['refunds of two currencies, one of which is large', effects(2, ['EUR', 300_000], ['USD', 600_050]), '6000 USD'],
    ['two large refunds', effects(2, ['JPY', 600_000], ['GBP', 900_050], ['EUR', 500_100]), '9000 GBP'],
    ['a refund of JPY 5,001, which is about 30 euros', effects(0, ['JPY', 5_001]), null],
    ['a refund of JPY 500,001, which has no decimals', effects(0, ['JPY', 500_001]), '500001 JPY'],
    ['a refund of IDR 5,001.00', effects(0, ['IDR', 500_100]), null],
    ['a refund of HUF 600,000.00, which `Intl` writes without decimals', effects(0, ['HUF', 60_000_000]), '600000 HUF'],
    ['a refund of KWD 5,001.000', effects(0, ['KWD', 5_001_000]), '5001 KWD'],
    ['many emails and a large refund', effects(2_000, ['EUR', 900_000]), '2000'],
  ])('of %s', (_name, given, number) => {
    const bulk = bulkOf(given)
    expect(bulk === null ? null : [bulk.number, bulk.currency ?? ''].join(' ').trim()).toBe(number)
  })

  it('is typed with or without separators and decimals', () => {
    const euros = { number: 5_001, currency: 'EUR', exact: 5_001.5 }
    for (const text of ['5001', '5,001', '5.001', '5 001', '٥٠٠١', '5001.50', '5,001.50', '5.001,50', '٥٬٠٠١٫٥٠'])
      expect(isTyped(euros, text), text).toBe(true)
    for (const text of ['', '5000', '5001.5', '500150.00', '50015', 'x', '-5001'])
      expect(isTyped(euros, text), text).toBe(false)
    expect(isTyped({ number: 1_204, currency: null, exact: 1_204 }, '1,204')).toBe(true)
  })
})
