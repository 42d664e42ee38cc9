import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitLine } from '../../../../web/console/money/split-line.ts'

it.each([
  [2_500, [2_500], [2_500], 0, true],
  [2_000, [2_500], [2_000], 0, true],
  [3_000, [2_500], [3_000], 500, true],
  [5_000, [2_500, 2_500], [2_500, 2_500], 0, true],
  [4_000, [2_500, 2_500], [2_500, 1_500], 0, true],
  [6_000, [2_500, 2_500], [2_500, 2_500], 1_000, false],
  [2_500, [2_500, 2_500], [2_500, 0], 0, false],
  [2_500, [], [], 2_500, false],
])('splits %i over orders that owe %j', (amount, owed, shares, rest, isReady) => {
  expect(splitLine(amount, owed)).toEqual({ shares, rest, isReady })
})

it('never splits off more than the line has', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(fc.nat(5_000), { maxLength: 5 }), (amount, owed) => {
      const { shares, isReady } = splitLine(amount, owed)
      const total = shares.reduce((sum, share) => sum + share, 0)
      expect(total).toBeLessThanOrEqual(amount)
      if (isReady) expect(total).toBe(amount)
    }),
  )
})
