import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFacts, RefundedPart } from '../../../src/kernel/document-facts.ts'
import type { DocumentRow } from '../../../src/db/rows.ts'
import { toDocument } from '../../../src/modules/documents/documents.ts'
import { eInvoiceOf, missingFor, PROFILES } from '../../../src/modules/documents/e-invoice.ts'
import { BUYER, factsOf } from '../../unit/documents/facts.ts'

/** Combinations of tax rates, by their names in `facts.ts`. */
const SALES = [
  ['high'],
  ['low'],
  ['high', 'low'],
  ['high', 'low', 'odd'],
  ['high', 'zero'],
  ['exempt'],
  ['high', 'exempt', 'zero', 'low', 'odd'],
]
const PER_SALE = 4

/** Small pseudo-random numbers, the same in each run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** Writes invoices and credit notes with all tax rates in both profiles into the folder. Returns their number. */
export const writeEInvoices = (folder: string) => {
  const below = numbers(7)
  let written = 0
  const write = (facts: DocumentFacts, kind: DocumentRow['kind'] = 'INVOICE') => {
    const document = toDocument({
      id: 'doc_1',
      calendarId: 'cal_1',
      series: kind === 'INVOICE' ? 'R2027' : 'G2027',
      number: written + 1,
      kind,
      orderId: 'ord_1',
      refundId: null,
      precedesId: null,
      facts,
      buyer: BUYER,
      sumsVersion: 1,
      issuedAt: Date.UTC(2026, 11, 31, 23, 30),
      keepUntil: Date.UTC(2038, 0, 2),
      erasedAt: null,
    })
    for (const profile of PROFILES) {
      const missing = missingFor(document, profile)
      if (missing.length > 0) throw new Error(`${profile} lacks ${missing.join(', ')}`)
      written += 1
      writeFileSync(join(folder, `${profile}-${String(written).padStart(3, '0')}.xml`), eInvoiceOf(document, profile))
    }
  }
  const sale = (rates: readonly string[]) =>
    factsOf({
      seats: rates.flatMap((ticketId) =>
        Array.from({ length: 1 + below(3) }, () => ({
          ticketId,
          price: 1 + below(20_000),
          percentOff: below(2) * below(100),
        })),
      ),
      addons: below(2) === 0 ? [] : [{ quantity: 3, price: 1_999, isPerSeat: false }],
    })
  for (const rates of SALES) for (let count = 0; count < PER_SALE; count += 1) write(sale(rates))
  const back = (amount: number): RefundedPart[] => [{ id: 'rfd_1', amount, guestIds: null }]
  for (const amount of [1, 100, 137, 1_999]) {
    const facts = factsOf({ seats: ['high', 'low'].map((ticketId) => ({ ticketId, price: 1_999, percentOff: 0 })) })
    write({ ...facts, precedes: 'R2027-00001', before: [], after: back(amount) }, 'CREDIT_NOTE')
  }
  return written
}
