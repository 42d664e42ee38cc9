import { describe, expect, it } from 'vitest'
import { OPERATION_NAMES, planOf } from '../../../histories/plan.ts'

const start = (seed: number, socket: number, count = 500) => {
  const plan = planOf(seed, socket)
  return Array.from({ length: count }, () => plan.next().value)
}

describe('planOf', () => {
  it('depends only on the seed and the socket', () => {
    expect(start(7, 3)).toEqual(start(7, 3))
    expect(start(8, 3)).not.toEqual(start(7, 3))
    expect(start(7, 4)).not.toEqual(start(7, 3))
  })

  it('includes every operation within 2,000 steps', () => {
    const seen = new Set(start(1, 1, 2_000).map(({ operation }) => operation))
    expect([...seen].toSorted()).toEqual(OPERATION_NAMES.toSorted())
  })
})
