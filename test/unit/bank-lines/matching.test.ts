import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceOfOrder, type StatementLine } from '../../../src/kernel/bank-transfer.ts'
import {
  apply,
  foldedName,
  match,
  namedIn,
  type Ledger,
  type PayableOrder,
} from '../../../src/modules/bank-lines/matching.ts'

const line = (fields: Partial<StatementLine> = {}): StatementLine => ({
  bookedOn: '2027-05-03',
  amount: 1_000,
  currency: 'EUR',
  payerName: '',
  payerIban: null,
  text: '',
  reference: null,
  bankReference: null,
  ...fields,
})

const order = (number: string, fields: Partial<PayableOrder> = {}): PayableOrder => ({
  id: `ord_${number}`,
  eventId: 'evt',
  number,
  status: 'PENDING',
  provider: 'OFFLINE',
  currency: 'EUR',
  total: 1_000,
  received: 0,
  buyer: '',
  ...fields,
})

const ledgerOf = (orders: readonly PayableOrder[], fields: Partial<Ledger> = {}): Ledger => ({
  byNumber: new Map(orders.map((each) => [each.number, each])),
  open: orders,
  refunds: [],
  tolerance: 0,
  ...fields,
})

const NUMBERS = ['0A1B2C3D4E5F', '1A1B2C3D4E5F', '2A1B2C3D4E5F']
const [FIRST = '', SECOND = ''] = NUMBERS

describe('names in a line', () => {
  it('finds references and order numbers whatever the bank puts between their characters', () => {
    const reference = referenceOfOrder(FIRST)
    const broken = `SVWZ+${reference.slice(0, 5)} ${reference.slice(5, 9)}/${reference.slice(9)} 27`
    expect(namedIn(line({ text: broken }))[0]).toBe(FIRST)
    expect(namedIn(line({ text: reference.toLowerCase() }))).toEqual([FIRST])
    expect(namedIn(line({ text: `No. ${FIRST.slice(0, 4)} ${FIRST.slice(4, 8)} ${FIRST.slice(8)}, thanks` }))).toEqual([
      FIRST,
    ])
    expect(namedIn(line({ text: referenceOfOrder(SECOND), reference: referenceOfOrder(FIRST) }))).toEqual([FIRST])
    expect(namedIn(line({ text: 'IBAN DE89370400440532013000' }))).toEqual([])
  })

  it('takes digits for an order number only if an open order with it owes exactly the amount', () => {
    const number = '202705031234'
    const texts = [number, '2027 0503 1234', 'Order 20270503-1234, thanks']
    const stateOf = (text: string, orders: readonly PayableOrder[], amount = 1_000) =>
      match(line({ text, amount }), ledgerOf(orders)).state
    for (const text of texts) {
      expect(namedIn(line({ text }))).toContain(number)
      expect(stateOf(text, [order(number)])).toBe('MATCHED')
      expect(stateOf(text, [order(number)], 999)).toBe('UNMATCHED')
      expect(stateOf(text, [order(number, { status: 'PAID' })])).toBe('UNMATCHED')
      expect(stateOf(text, [order(FIRST)])).toBe('UNMATCHED')
    }
    expect(stateOf(`1${number}`, [order(number)])).toBe('UNMATCHED')
  })

  it('compares names without case, accents and order', () => {
    expect(foldedName('MÜLLER-LÜDENSCHEIDT, Zoë')).toBe(foldedName('Zoe Muller Ludenscheidt'))
  })
})

describe('a ledger', () => {
  const anOrder = fc.record({
    number: fc.constantFrom(...NUMBERS),
    total: fc.integer({ min: 1, max: 500 }),
    status: fc.constantFrom('PENDING' as const, 'PENDING' as const, 'EXPIRED' as const, 'PAID' as const),
  })
  const aLine = fc.record({
    amount: fc.integer({ min: -200, max: 900 }),
    names: fc.subarray(NUMBERS, { maxLength: 2 }),
    currency: fc.constantFrom('EUR', 'EUR', 'CHF'),
  })

  it('loses and invents no money over any sequence of lines', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anOrder, { selector: ({ number }) => number }),
        fc.array(aLine, { maxLength: 12 }),
        (some, sent) => {
          let ledger = ledgerOf(some.map(({ number, ...fields }) => order(number, fields)))
          let [booked, back] = [0, 0]
          for (const { amount, names, currency } of sent) {
            const decision = match(line({ amount, currency, text: names.map(referenceOfOrder).join(' ') }), ledger)
            const paid = decision.allocations.reduce((sum, allocation) => sum + allocation.amount, 0)
            if (decision.allocations.length > 0) expect(paid).toBe(amount)
            for (const { order: of, amount: part, surplus, payment } of decision.allocations) {
              expect(surplus).toBeGreaterThanOrEqual(0)
              expect(surplus).toBeLessThanOrEqual(part)
              if (payment === 'PART') expect(of.received + part).toBeLessThan(of.total)
              if (payment === 'PAY' || payment === 'LATE') expect(of.received + part - surplus).toBe(of.total)
              back += surplus
            }
            booked += paid
            ledger = apply(decision, ledger)
          }
          const received = [...ledger.byNumber.values()].reduce((sum, each) => sum + each.received, 0)
          expect(received + back).toBe(booked)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('takes payments by earlier lines of the file into account', () => {
    const text = referenceOfOrder(FIRST)
    const start = ledgerOf([order(FIRST)])
    const first = match(line({ text, amount: 400 }), start)
    const second = match(line({ text, amount: 600 }), apply(first, start))
    const third = match(line({ text, amount: 600 }), apply(second, apply(first, start)))
    expect([first.state, second.state, third.state]).toEqual(['UNDERPAID', 'MATCHED', 'DUPLICATE'])
  })

  it('pays out a refund once', () => {
    const refunds = [{ id: 'rfd_Ab3', orderId: `ord_${FIRST}`, amount: 500, currency: 'EUR' }]
    const start = ledgerOf([order(FIRST, { status: 'PAID' })], { refunds })
    const out = line({ amount: -500, reference: 'RFDAB3' })
    const first = match(out, start)
    expect(first).toMatchObject({ state: 'REFUNDED', refund: { id: 'rfd_Ab3' } })
    expect(match(out, apply(first, start)).state).toBe('UNMATCHED')
    expect(match(line({ amount: -400, reference: 'RFDAB3' }), start).state).toBe('UNMATCHED')
    expect(match(line({ amount: -500, text: referenceOfOrder(FIRST) }), start).state).toBe('REFUNDED')
  })
})
