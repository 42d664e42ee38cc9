import { describe, expect, it } from 'vitest'
import { toDocument } from '../../../src/modules/documents/documents.ts'
import { eInvoiceOf, missingFor, type EInvoiceProfile } from '../../../src/modules/documents/e-invoice.ts'
import type { DocumentRow } from '../../../src/db/rows.ts'
import { BUYER, factsOf } from './facts.ts'

const documentOf = (fields: Partial<DocumentRow> = {}) =>
  toDocument({
    id: 'doc_1',
    calendarId: 'cal_1',
    series: 'R2027',
    number: 42,
    kind: 'INVOICE',
    orderId: 'ord_1',
    refundId: null,
    precedesId: null,
    facts: factsOf({
      seats: ['high', 'low', 'exempt'].map((ticketId) => ({ ticketId, price: 1_999, percentOff: 10 })),
    }),
    buyer: BUYER,
    sumsVersion: 1,
    issuedAt: Date.UTC(2026, 11, 31, 23, 30),
    keepUntil: Date.UTC(2038, 0, 2),
    erasedAt: null,
    ...fields,
  })
const facts = factsOf({ seats: [{ ticketId: 'high', price: 11_900, percentOff: 0 }] })

/** The files have passed the XSD and the Schematron rules of decision 0109. Judge them again if they change. */
describe('electronic invoice', () => {
  it.each<[string, EInvoiceProfile, Partial<DocumentRow>]>([
    ['invoice-en16931', 'EN16931', {}],
    ['invoice-xrechnung', 'XRECHNUNG', {}],
    [
      'credit-note-xrechnung',
      'XRECHNUNG',
      {
        kind: 'CREDIT_NOTE',
        series: 'G2027',
        facts: {
          ...factsOf({ seats: ['high', 'low'].map((ticketId) => ({ ticketId, price: 5_000, percentOff: 0 })) }),
          precedes: 'R2027-00042',
          before: [],
          after: [{ id: 'r', amount: 1_234, guestIds: null }],
        },
      },
    ],
    [
      'small-business-en16931',
      'EN16931',
      {
        facts: {
          ...factsOf({ seats: [{ ticketId: 'none', price: 1_500, percentOff: 0 }] }),
          seller: { ...facts.seller, smallBusiness: true, vatId: null },
        },
      },
    ],
  ])('writes the golden file %s', async (name, profile, fields) => {
    const document = documentOf(fields)
    expect(missingFor(document, profile)).toEqual([])
    const readable = eInvoiceOf(document, profile).replaceAll('><', '>\n<')
    await expect(readable).toMatchFileSnapshot(`golden/${name}.xml`)
  })

  it('has the date of the calendar’s time zone, like the year of its number', () => {
    expect(eInvoiceOf(documentOf(), 'EN16931')).toContain('<udt:DateTimeString format="102">20270101<')
  })

  it.each<[string[], Partial<DocumentRow>]>([
    [['buyer'], { buyer: { name: 'Ada', email: null } }],
    [['taxRate'], { facts: factsOf({ seats: [{ ticketId: 'none', price: 100, percentOff: 0 }] }) }],
    [['currency'], { facts: { ...facts, order: { ...facts.order, currency: 'KWD' } } }],
    [['buyer.reference'], { buyer: { ...BUYER, reference: null } }],
    [
      ['seller.contact', 'seller.phone'],
      { facts: { ...facts, seller: { ...facts.seller, contact: null, phone: null } } },
    ],
  ])('names %j as missing', (missing, fields) => {
    expect(missingFor(documentOf(fields), 'XRECHNUNG')).toEqual(expect.arrayContaining(missing))
  })
})
