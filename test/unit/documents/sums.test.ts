import { array, assert as holds, boolean, constantFrom, integer, nat, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumsOf } from '../../../src/modules/documents/document-sums.ts'
import { factsOf, RATES } from './facts.ts'

/** 20,000 with `DEEP=1`. */
const numRuns = process.env['DEEP'] === '1' ? 20_000 : 400
const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)

const seats = array(
  record({ ticketId: constantFrom(...Object.keys(RATES), 'none'), price: nat(1_000_000), percentOff: nat(100) }),
  { minLength: 1, maxLength: 10 },
)
const addons = array(record({ quantity: integer({ min: 1, max: 9 }), price: nat(10_000), isPerSeat: boolean() }), {
  maxLength: 3,
})
const order = record({ seats, addons, fee: constantFrom(0, 199) })
const parts = array(integer({ min: 1, max: 1_000 }), { maxLength: 5 })

describe('sums of documents', () => {
  it('state the order in the invoice, line by line', () => {
    holds(
      property(order, (of) => {
        const facts = factsOf(of)
        const { lines, gross, net, tax } = sumsOf({ facts, kind: 'INVOICE' })
        expect(gross).toBe(facts.order.total)
        expect(net + tax).toBe(gross)
        expect(sum(lines.map((line) => line.gross))).toBe(gross)
        expect(sum(lines.map((line) => line.net))).toBe(net)
        for (const line of lines) {
          expect(line.quantity * line.unitPrice - line.discount).toBe(line.gross)
          expect(line.net).toBeGreaterThanOrEqual(0)
          expect(line.net).toBeLessThanOrEqual(line.gross)
        }
      }),
      { numRuns },
    )
  })

  it('add up to the order minus its refunds, through failed refunds and a correction, to the cent of tax', () => {
    holds(
      property(order, parts, nat(9), (of, shares, correctedAt) => {
        const facts = factsOf(of)
        const whole = sum(shares) + 1
        const refunds = shares
          .map((share, index) => ({
            id: `r${index}`,
            amount: Math.floor((facts.order.total * share) / whole),
            guestIds: null,
          }))
          .filter(({ amount }) => amount > 0)
        const documents = [sumsOf({ facts, kind: 'INVOICE' })].map((each) => ({ ...each, sign: 1 }))
        const add = (kind: 'INVOICE' | 'CREDIT_NOTE', before: typeof refunds | null, after: typeof refunds | null) =>
          documents.push({ ...sumsOf({ facts: { ...facts, before, after }, kind }), sign: kind === 'INVOICE' ? 1 : -1 })
        let stated: typeof refunds = []
        for (const [index, refund] of refunds.entries()) {
          add('CREDIT_NOTE', stated, [...stated, refund])
          stated = [...stated, refund]
          if (index % 3 === 2) {
            const without = stated.filter(({ id }) => id !== stated[0]?.id)
            add('INVOICE', stated, without)
            stated = without
          }
          if (index === correctedAt) {
            add('CREDIT_NOTE', stated, null)
            add('INVOICE', null, stated)
          }
        }
        const left = facts.order.total - sum(stated.map(({ amount }) => amount))
        expect(sum(documents.map((each) => each.sign * each.gross))).toBe(left)
        for (const { lines, net, tax, gross } of documents) {
          expect(net + tax).toBe(gross)
          expect(sum(lines.map((line) => line.gross))).toBe(gross)
          expect(sum(lines.map((line) => line.net))).toBe(net)
        }
        add('CREDIT_NOTE', stated, null)
        expect(sum(documents.map((each) => each.sign * each.tax))).toBe(0)
        expect(sum(documents.map((each) => each.sign * each.gross))).toBe(0)
      }),
      { numRuns },
    )
  })
})
