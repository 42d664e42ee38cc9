import { describe, expect, it } from 'vitest'
import { bulkNumber } from '../../../src/kernel/bulk.ts'

const effects = (mailed: number, ...refunds: [string, number][]) => ({
  people: { mailed },
  money: refunds.map(([currency, refunded]) => ({ currency, refunded, charged: 0 })),
})

describe('number of a bulk write', () => {
  it.each([
    ['1,000 emails', effects(1_000), null],
    ['1,001 emails', effects(1_001), 1_001],
    ['a refund of EUR 5,000.00', effects(0, ['EUR', 500_000]), null],
    ['a refund of EUR 5,000.50', effects(0, ['EUR', 500_050]), 5_000],
    ['refunds of two currencies', effects(2, ['EUR', 300_000], ['USD', 300_050]), 6_000],
    ['a refund of JPY 5,001, which has no decimals', effects(0, ['JPY', 5_001]), 5_001],
    ['a refund of HUF 4,000.00, which `Intl` writes without decimals', effects(0, ['HUF', 400_000]), null],
    ['a refund of KWD 5,001.000', effects(0, ['KWD', 5_001_000]), 5_001],
    ['many emails and a large refund', effects(2_000, ['EUR', 900_000]), 2_000],
  ])('of %s', (_name, given, number) => {
    expect(bulkNumber(given)).toBe(number)
  })
})
