import { describe, expect, it } from 'vitest'
import { reads, writes } from '../../../histories/world.ts'

const asked = { kind: 'refund' as const, order: 'ord', amount: 5 }
const known = { ...asked, amount: 7 }
const meaning = writes<{ amount: number }>([asked], ({ amount }) => [{ ...asked, amount }])

describe('what an answer means', () => {
  it('is what it says, where it is good', () => {
    expect(meaning({ status: 200, body: { data: { amount: 7 } } })).toEqual([{ act: known, outcome: 'done' }])
  })

  it.each([
    ['that was lost', null],
    ['of a service in trouble', { status: 503, body: { code: 'unavailable' } }],
    ['that the first try is still at work', { status: 409, body: { code: 'idempotency_in_progress' } }],
  ])('%s is in doubt for a write, and nothing for a read', (_name, answer) => {
    expect(meaning(answer)).toEqual([{ act: asked, outcome: 'maybe' }])
    expect(reads(() => [known])(answer)).toEqual([])
  })

  it('that refuses is that nothing happened', () => {
    expect(meaning({ status: 409, body: { code: 'order_not_refundable' } })).toEqual([])
    expect(meaning({ status: 404, body: { code: 'not_found' } })).toEqual([])
  })
})
