import { describe, expect, it } from 'vitest'
import { reads, writes } from '../../../histories/world.ts'

const asked = { kind: 'refund' as const, order: 'ord', amount: 5 }
const known = { ...asked, amount: 7 }
const meaning = writes<{ amount: number }>([asked], ({ amount }) => [{ ...asked, amount }])

describe('meaning of a response', () => {
  it('returns the act of a 2xx response as done', () => {
    expect(meaning({ status: 200, body: { data: { amount: 7 } } })).toEqual([{ act: known, outcome: 'done' }])
  })

  it.each([
    ['a lost response', null],
    ['a 503', { status: 503, body: { code: 'unavailable' } }],
    ['a 409 idempotency_in_progress', { status: 409, body: { code: 'idempotency_in_progress' } }],
  ])('%s is uncertain for a write and yields nothing for a read', (_name, answer) => {
    expect(meaning(answer)).toEqual([{ act: asked, outcome: 'maybe' }])
    expect(reads(() => [known])(answer)).toEqual([])
  })

  it('yields nothing for a 4xx response, because the request changed nothing', () => {
    expect(meaning({ status: 409, body: { code: 'order_not_refundable' } })).toEqual([])
    expect(meaning({ status: 404, body: { code: 'not_found' } })).toEqual([])
  })
})
