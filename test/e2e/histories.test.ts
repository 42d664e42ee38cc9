import { describe, expect, it } from 'vitest'
import { holds, judge, reportOf } from '../../histories/judge.ts'
import { recordHistory } from '../../histories/record.ts'

const SEED = 20_261_121

describe('64 sockets with a SIGKILL and a restart', () => {
  it('leave a history that satisfies every rule', async () => {
    const history = await recordHistory({
      seed: SEED,
      seconds: 3,
      answers: 300,
      kills: 1,
      drains: false,
      report: () => {},
    })
    const rulings = judge(history)
    expect(holds(rulings), reportOf(rulings)).toBe(true)
    expect(
      history.entries.some(({ outcome }) => outcome === 'maybe'),
      'the kill cut nobody off',
    ).toBe(true)
  })
})
