import type { CalendarRow, DocumentRow, SellerRow } from '../../db/rows.ts'
import type { InvoiceBuyer, Seller } from '../../kernel/document-facts.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { iso, type Instant } from '../../kernel/time.ts'
import { currencyOfZone } from '../../kernel/zone-currency.ts'
import { dateOf, placeWallTime } from '../../kernel/zoned-time.ts'
import { profilesFor } from './e-invoice.ts'
import { sumsOf } from './document-sums.ts'
import type { CalendarSeller, DocumentOutput, InvoiceRequest, KeptDocument, SellerChange } from './documents.schema.ts'

/** A document as its triggers completed it. */
export type IssuedDocument = DocumentRow & {
  [Field in 'series' | 'number' | 'facts' | 'keepUntil']: NonNullable<DocumentRow[Field]>
}

/** Number of years whose first instants a seller's row contains. */
const FIRST_YEAR = 2025
const YEARS = 50

const KEEP_YEARS = 10
const SIMPLIFIED_UP_TO = 25_000

const yearsIn = (timezone: string): Record<string, Instant> =>
  Object.fromEntries(
    Array.from({ length: YEARS }, (_, index) => {
      const year = FIRST_YEAR + index
      return [String(year), placeWallTime(Date.UTC(year, 0, 1), timezone)]
    }),
  )

type SellingCalendar = Pick<CalendarRow, 'id' | 'timezone' | 'currency'>

export const sellerRowOf = (
  { documents, simplifiedUpTo, simplifiedCurrency, keepYears, ...details }: SchemaOutput<typeof SellerChange>,
  { id, timezone, currency }: SellingCalendar,
  now: Instant,
): SellerRow => ({
  calendarId: id,
  mode: documents,
  details: {
    name: details.name,
    line1: details.line1,
    line2: details.line2 ?? null,
    postalCode: details.postalCode ?? null,
    city: details.city,
    country: details.country,
    email: details.email ?? null,
    phone: details.phone ?? null,
    contact: details.contact ?? null,
    vatId: details.vatId ?? null,
    taxNumber: details.taxNumber ?? null,
    registerEntry: details.registerEntry ?? null,
    smallBusiness: details.smallBusiness ?? false,
    footer: details.footer ?? null,
  } satisfies Seller,
  simplifiedUpTo: simplifiedUpTo ?? SIMPLIFIED_UP_TO,
  simplifiedCurrency: simplifiedCurrency ?? currency ?? currencyOfZone(timezone),
  keepYears: keepYears ?? KEEP_YEARS,
  years: yearsIn(timezone),
  updatedAt: now,
})

const NOBODY: Seller = {
  name: '',
  line1: '',
  line2: null,
  postalCode: null,
  city: '',
  country: '',
  email: null,
  phone: null,
  contact: null,
  vatId: null,
  taxNumber: null,
  registerEntry: null,
  smallBusiness: false,
  footer: null,
}

/** The seller, with empty texts until an owner enters it. */
export const toSeller = (
  row: SellerRow | undefined,
  { timezone, currency }: SellingCalendar,
): SchemaOutput<typeof CalendarSeller> => ({
  documents: row?.mode ?? 'OFF',
  ...(row?.details ?? NOBODY),
  simplifiedUpTo: row?.simplifiedUpTo ?? SIMPLIFIED_UP_TO,
  simplifiedCurrency: row?.simplifiedCurrency ?? currency ?? currencyOfZone(timezone),
  keepYears: row?.keepYears ?? KEEP_YEARS,
  updatedAt: row === undefined ? null : iso(row.updatedAt),
})

export const buyerOf = (request: SchemaOutput<typeof InvoiceRequest>): InvoiceBuyer => ({
  name: request.name,
  company: request.company ?? null,
  line1: request.line1 ?? null,
  line2: request.line2 ?? null,
  postalCode: request.postalCode ?? null,
  city: request.city ?? null,
  country: request.country ?? null,
  vatId: request.vatId ?? null,
  reference: request.reference ?? null,
  email: request.email ?? null,
})

/** Address fields that an invoice above the seller’s limit needs and the buyer left out. */
export const missingAddressOf = (buyer: InvoiceBuyer) =>
  (['line1', 'city', 'country'] as const).filter((name) => (buyer[name] ?? null) === null)

const toBuyer = (buyer: InvoiceBuyer): NonNullable<DocumentOutput['buyer']> => ({
  name: buyer.name,
  company: buyer.company ?? null,
  line1: buyer.line1 ?? null,
  line2: buyer.line2 ?? null,
  postalCode: buyer.postalCode ?? null,
  city: buyer.city ?? null,
  country: buyer.country ?? null,
  vatId: buyer.vatId ?? null,
  reference: buyer.reference ?? null,
  email: buyer.email,
})

const numberOf = ({ series, number }: Pick<IssuedDocument, 'series' | 'number'>) =>
  `${series}-${String(number).padStart(5, '0')}`

export const toKeptDocument = (row: DocumentRow): SchemaOutput<typeof KeptDocument> => {
  const document = row as IssuedDocument
  return { id: document.id, number: numberOf(document), until: iso(document.keepUntil) }
}

export const toDocument = (row: DocumentRow): DocumentOutput => {
  const document = row as IssuedDocument
  const { facts } = document
  const { lines, rates, ...totals } = sumsOf(document)
  const sold = new Map(Object.values(facts.rates).flatMap((rate) => (rate === null ? [] : [[rate.id, rate] as const])))
  const shown = {
    id: document.id,
    number: numberOf(document),
    kind: document.kind,
    orderId: document.orderId,
    orderNumber: facts.order.number,
    refundId: document.refundId,
    precedes: facts.precedes,
    issuedAt: iso(document.issuedAt),
    issuedOn: dateOf(document.issuedAt, facts.timezone),
    keepUntil: iso(document.keepUntil),
    paidAt: iso(facts.order.paidAt),
    method: facts.order.method,
    seller: facts.seller,
    buyer: document.buyer === null ? null : toBuyer(document.buyer),
    event: {
      title: facts.event.title,
      startsOn: facts.event.startDate ?? dateOf(facts.event.startAt, facts.event.timezone),
    },
    currency: facts.order.currency,
    lines: lines.map(({ rateId, ...line }) => ({ ...line, rate: sold.get(rateId)?.rate ?? null })),
    taxes: rates.flatMap(({ rateId, gross, tax }) => {
      const rate = sold.get(rateId)
      return rate === undefined
        ? []
        : [
            {
              name: rate.name,
              rate: rate.rate,
              category: rate.category,
              reason: facts.reasons[rateId] ?? null,
              gross,
              net: gross - tax,
              tax,
            },
          ]
    }),
    ...totals,
  }
  return { ...shown, eInvoices: profilesFor(shown) }
}
