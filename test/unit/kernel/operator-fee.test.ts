import { describe, expect, it } from 'vitest'
import { feeRuleOf, operatorFee } from '../../../src/kernel/operator-fee.ts'

describe('operator’s fee', () => {
  it.each([
    ['250', '{"EUR":30}', 2_500, 'EUR', 92],
    ['250', '{"EUR":30}', 2_500, 'CHF', 62],
    ['33', '', 999, 'EUR', 3],
    ['9999', '{"EUR":5000}', 2_500, 'EUR', 2_499],
    ['0', '{"EUR":30}', 1, 'EUR', 0],
    ['', '', 2_500, 'EUR', 0],
  ])('of %s bps and %s on %d %s is %d', (bps, fixed, total, currency, fee) => {
    expect(operatorFee(feeRuleOf(bps, fixed), total, currency)).toBe(fee)
  })
})
