import { billingRead, billingWrite, owner } from '../../access/demands.ts'
import type { Guard } from '../../db/guard.ts'
import type { DocumentRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalidFields, notFound, refusal, type Code } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { inOneBatch, onlyRow, rowsFrom } from '../../db/statement.ts'
import { both, dashboard, listOf, one, open, operation, pageOf, raw, reply } from '../../operation/operation.ts'
import { fileOfPaper } from '../../presentation/paper.tsx'
import { languageOf } from '../../words/words.ts'
import { managedBy, ownOrderOf } from '../seats/index.ts'
import { buyerOf, missingAddressOf, sellerRowOf, toDocument, toSeller } from './documents.ts'
import {
  CalendarSeller,
  OrderDocument,
  DocumentListQuery,
  EInvoiceQuery,
  InvoiceRequest,
  OwnDocuments,
  PrintQuery,
  SellerChange,
} from './documents.schema.ts'
import { eInvoiceOf, missingFor, type EInvoiceProfile } from './e-invoice.ts'
import {
  askForInvoice,
  findDocument,
  languageOfBuyer,
  listDocumentsOf,
  mayAskWith,
  mayIssue,
  ownDocumentsOf,
  sellerOf,
  upsertSeller,
} from './documents.store.ts'

export const readSeller = operation({
  id: 'sellers.read',
  summary: 'Get the seller’s details',
  description: 'Returns the issuer of the calendar’s invoices. The texts are empty until an owner enters them.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/seller'),
  answer: one(CalendarSeller),
  async run({ calendar }, deps) {
    const [row] = await rowsFrom(deps.db, sellerOf(calendar.id))
    return toSeller(row, calendar)
  },
})

export const updateSeller = operation({
  id: 'sellers.update',
  summary: 'Set the seller’s details',
  description:
    'Documents copy the details when they are issued. Numbers start at 1 each year, in the calendar’s time zone at the time of this request.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('PUT /calendars/:slug/seller')],
  body: SellerChange,
  answer: one(CalendarSeller),
  async run({ calendar, body }, deps) {
    const { saved } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { saved: upsertSeller(deps.db, sellerRowOf(body, calendar, deps.clock())) },
    })
    return toSeller(onlyRow(saved), calendar)
  },
})

export const listCalendarDocuments = operation({
  id: 'documents.list',
  summary: 'List invoices and credit notes',
  description: 'Newest first.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/documents'),
  query: DocumentListQuery,
  answer: pageOf(OrderDocument),
  async run({ calendar, query }, deps) {
    const { rows, total } = await listDocumentsOf(deps.db, calendar.id, query)
    return pageOfItems(query, rows.map(toDocument), total)
  },
})

const ABOVE_LIMIT = 'is required, because the total is above the seller’s `simplifiedUpTo` or in another currency'

type Asking = Omit<Parameters<typeof askForInvoice>[1], 'now'>

/** Returns the refusal of the guard or all documents of the order. Throws if the invoice lacks the buyer’s address. */
const ask = async <C extends Code>(rule: Guard<C>, asking: Asking, deps: Deps) => {
  const { why, issued } = await deps.commit({
    calendarId: asking.calendarId,
    atEvent: asking.eventId,
    seenBy: 'team',
    statements: askForInvoice(rule, { ...asking, now: deps.clock() }),
  })
  const [judged] = why
  if (judged === undefined) throw notFound()
  const refused = rule.refusal(judged)
  if (refused !== null) return refused
  const missing = judged.needsAddress === 1 ? missingAddressOf(asking.buyer) : []
  if (missing.length > 0) throw invalidFields(missing.map((field) => ({ field, message: ABOVE_LIMIT })))
  return issued.map(toDocument)
}

export const issueDocument = operation({
  id: 'documents.issue',
  summary: 'Issue or correct an order’s invoice',
  description:
    'Issues the invoice, or stores the address until the order is paid. If there is an invoice with other data about the buyer, a credit note and a new invoice correct it. `line1`, `city` and `country` are required above the seller’s `simplifiedUpTo`. Returns all documents of the order.',
  subject: 'event',
  access: billingWrite,
  routes: both('POST /events/:eventId/orders/:orderId/documents'),
  body: InvoiceRequest,
  effects: ['mails'],
  answer: listOf(OrderDocument),
  refusals: ['seller_incomplete', 'invoice_unavailable'],
  async run({ event, calendar, params, body }, deps) {
    const asking = { calendarId: calendar.id, eventId: event.id, orderId: params.orderId, buyer: buyerOf(body) }
    return ask(mayIssue, asking, deps)
  },
})

const PRIVATE = { headers: { 'Cache-Control': 'private, no-store' } }

const boughtWith = async (manageToken: string, deps: Deps) => {
  const managed = await managedBy(manageToken, deps)
  const order = ownOrderOf(managed)
  if (order === null || order.total === 0) return null
  return { calendarId: managed.calendar.id, eventId: managed.event.id, orderId: order.id }
}

export const listOwnDocuments = operation({
  id: 'registrations.documents',
  summary: 'List invoices of your order',
  description: 'Empty unless you bought the order.',
  routes: [open('GET /public/registrations/:manageToken/documents', { secret: true })],
  subject: 'none',
  answer: one(OwnDocuments),
  async run({ params }, deps) {
    const bought = await boughtWith(params.manageToken, deps)
    if (bought === null) return reply({ canRequest: false, needsAddress: false, documents: [] }, PRIVATE)
    const { documents, asked } = await inOneBatch(deps.db, ownDocumentsOf(bought.calendarId, bought.orderId))
    const own = { canRequest: asked[0]?.canRequest === 1, needsAddress: asked[0]?.needsAddress === 1 }
    return reply({ ...own, documents: documents.map(toDocument) }, PRIVATE)
  },
})

export const askForOwnInvoice = operation({
  id: 'registrations.invoice',
  summary: 'Request an invoice for your order',
  description:
    'Issues the invoice, or stores the address until the order is paid. `needsAddress` of the list says whether `line1`, `city` and `country` are required. Returns all documents of the order.',
  routes: [open('POST /public/registrations/:manageToken/documents', { secret: true })],
  subject: 'none',
  body: InvoiceRequest,
  answer: listOf(OrderDocument),
  refusals: ['seller_incomplete', 'invoice_unavailable', 'invoice_issued'],
  async run({ params, body }, deps) {
    const bought = await boughtWith(params.manageToken, deps)
    if (bought === null) throw notFound()
    const buyer = buyerOf(body)
    const documents = await ask(mayAskWith(buyer), { ...bought, buyer }, deps)
    return documents instanceof Failure ? documents : reply(documents, PRIVATE)
  },
})

const MEDIA_TYPE = 'application/xml'

const xmlOf = (row: DocumentRow | undefined, profile: EInvoiceProfile) => {
  if (row === undefined) throw notFound()
  const document = toDocument(row)
  const missing = missingFor(document, profile)
  if (missing.length > 0) return refusal('e_invoice_incomplete', { data: { missing } })
  return new Response(eInvoiceOf(document, profile), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': `${MEDIA_TYPE}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${document.number}.xml"`,
    },
  })
}

const E_INVOICE = 'Electronic invoice of EN 16931 in the syntax CII, or XRechnung 3.0.'

export const readEInvoice = operation({
  id: 'documents.xml',
  summary: 'Download a document as XML',
  description: E_INVOICE,
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/documents/:documentId/xml'),
  query: EInvoiceQuery,
  answer: raw({ [MEDIA_TYPE]: null }),
  refusals: ['e_invoice_incomplete'],
  async run({ calendar, params, query }, deps) {
    const [row] = await rowsFrom(deps.db, findDocument(calendar.id, params.documentId))
    return xmlOf(row, query.profile)
  },
})

export const printDocument = operation({
  id: 'documents.html',
  summary: 'Download a document for printing',
  description: 'HTML page in A4 format, without scripts or external files.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/documents/:documentId/html'),
  query: PrintQuery,
  answer: raw({ 'text/html': null }),
  async run({ calendar, params, query }, deps) {
    const { found, spoken } = await inOneBatch(deps.db, {
      found: findDocument(calendar.id, params.documentId),
      spoken: languageOfBuyer(calendar.id, params.documentId),
    })
    const [row] = found
    if (row === undefined) throw notFound()
    const language = languageOf(query.locale ?? onlyRow(spoken).locale)
    const paper = toDocument(row)
    return new Response(await fileOfPaper({ paper, timezone: calendar.timezone, language }), {
      headers: {
        'Cache-Control': 'no-store',
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Disposition': `attachment; filename="${paper.number}.html"`,
      },
    })
  },
})

export const readOwnEInvoice = operation({
  id: 'registrations.documentXml',
  summary: 'Download your invoice as XML',
  description: E_INVOICE,
  routes: [open('GET /public/registrations/:manageToken/documents/:documentId/xml', { secret: true })],
  subject: 'none',
  query: EInvoiceQuery,
  answer: raw({ [MEDIA_TYPE]: null }),
  refusals: ['e_invoice_incomplete'],
  async run({ params, query }, deps) {
    const bought = await boughtWith(params.manageToken, deps)
    if (bought === null) throw notFound()
    const [row] = await rowsFrom(deps.db, findDocument(bought.calendarId, params.documentId))
    return xmlOf(row?.orderId === bought.orderId ? row : undefined, query.profile)
  },
})
