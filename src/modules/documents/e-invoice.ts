import { amountOf, exponentOf } from '../../kernel/money.ts'
import { sum } from '../../kernel/sums.ts'
import type { DocumentOutput } from './documents.schema.ts'

/** A document without the list of its profiles. */
type Written = Omit<DocumentOutput, 'eInvoices'>

/** Writes EN 16931 electronic invoices in CII syntax, without a library. */

export const PROFILES = ['EN16931', 'XRECHNUNG'] as const
export type EInvoiceProfile = (typeof PROFILES)[number]

const GUIDELINES: Readonly<Record<EInvoiceProfile, string>> = {
  EN16931: 'urn:cen.eu:en16931:2017',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const NAMESPACES = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

type Xml = string
/** Returns an element with text, or nothing if there is no text. */
const leaf = (name: string, text: string | null, attributes = ''): Xml =>
  text === null ? '' : `<${name}${attributes}>${escaped(text)}</${name}>`
/** Returns an element with children, or nothing if all are empty. */
const node = (name: string, ...children: Xml[]): Xml => {
  const inside = children.join('')
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}

/** Date format of CII: YYYYMMDD. */
const dateNode = (name: string, isoDate: string) =>
  node(name, leaf('udt:DateTimeString', isoDate.replaceAll('-', ''), ' format="102"'))

interface Category {
  code: string
  rate: number
  reason: string | null
}

const SMALL_BUSINESS: Category = { code: 'E', rate: 0, reason: 'Scheme for small businesses' }

/** Returns a function that gives the tax category of a rate. Null for lines without a tax rate. */
const categoriesOf =
  ({ seller, taxes }: Written) =>
  (rate: number | null): Category | null => {
    const tax = taxes.find((each) => each.rate === rate)
    if (tax !== undefined) {
      const reason = tax.category === 'E' || tax.category === 'O' ? (tax.reason ?? tax.name) : null
      return { code: tax.category, rate: tax.rate, reason }
    }
    return seller.smallBusiness ? SMALL_BUSINESS : null
  }

/** Returns the profiles in which a document can be written. */
export const profilesFor = (document: Written) =>
  PROFILES.filter((profile) => missingFor(document, profile).length === 0)

/** Returns the data that a document lacks to be an electronic invoice, by the names of the API's fields. */
export const missingFor = (document: Written, profile: EInvoiceProfile): string[] => {
  const { seller, buyer, currency, lines } = document
  const codes = new Set(lines.map(({ rate }) => categoriesOf(document)(rate)?.code))
  const isOutside = codes.has('O')
  const needed: [string, boolean][] = [
    ['buyer', buyer === null || buyer.country === null],
    ['taxRate', codes.has(undefined)],
    // An invoice outside the scope of tax (category O) must have no other category and no VAT identification number.
    ['taxRate', isOutside && codes.size > 1],
    ['seller.taxNumber', isOutside && seller.taxNumber === null],
    ['currency', exponentOf(currency) > 2],
  ]
  const ofXRechnung: [string, boolean][] = [
    ['buyer.reference', buyer?.reference === null],
    ['buyer.city', buyer?.city === null],
    ['buyer.postalCode', buyer?.postalCode === null],
    ['buyer.email', buyer?.email === null],
    ['seller.contact', seller.contact === null],
    ['seller.phone', seller.phone === null],
    ['seller.email', seller.email === null],
    ['seller.postalCode', seller.postalCode === null],
  ]
  const all = profile === 'XRECHNUNG' ? [...needed, ...ofXRechnung] : needed
  return [...new Set(all.filter(([, isMissing]) => isMissing).map(([name]) => name))]
}

interface Party {
  /** Identifies a seller who has no VAT identification number. */
  id: string | null
  name: string
  contact: Xml
  address: {
    line1: string | null
    line2: string | null
    postalCode: string | null
    city: string | null
    country: string | null
  }
  email: string | null
  taxes: Xml
}

const partyNode = (name: string, { id, name: called, contact, address, email, taxes }: Party) =>
  node(
    name,
    leaf('ram:ID', id),
    leaf('ram:Name', called),
    contact,
    node(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', address.postalCode),
      leaf('ram:LineOne', address.line1),
      leaf('ram:LineTwo', address.line2),
      leaf('ram:CityName', address.city),
      leaf('ram:CountryID', address.country),
    ),
    node('ram:URIUniversalCommunication', leaf('ram:URIID', email, ' schemeID="EM"')),
    taxes,
  )

const registration = (id: string | null, scheme: 'VA' | 'FC') =>
  node('ram:SpecifiedTaxRegistration', leaf('ram:ID', id, ` schemeID="${scheme}"`))

const parties = ({ seller, buyer }: Written, isOutside: boolean) => [
  partyNode('ram:SellerTradeParty', {
    id: isOutside || seller.vatId === null ? seller.taxNumber : null,
    name: seller.name,
    contact: node(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', seller.contact),
      node('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', seller.phone)),
      node('ram:EmailURIUniversalCommunication', leaf('ram:URIID', seller.email)),
    ),
    address: seller,
    email: seller.email,
    taxes: `${registration(isOutside ? null : seller.vatId, 'VA')}${registration(seller.taxNumber, 'FC')}`,
  }),
  buyer === null
    ? ''
    : partyNode('ram:BuyerTradeParty', {
        id: null,
        name: buyer.company ?? buyer.name,
        contact: buyer.company === null ? '' : node('ram:DefinedTradeContact', leaf('ram:PersonName', buyer.name)),
        address: buyer,
        email: buyer.email,
        taxes: registration(isOutside ? null : buyer.vatId, 'VA'),
      }),
]

/** Codes of UNTDID 4461 for payments that have arrived: online payment service, or not defined. */
const meansOf = (method: string) => (method === 'ONLINE' ? '68' : '1')

/** Returns the document as XML. Call it only if `missingFor` returns nothing. */
export const eInvoiceOf = (document: Written, profile: EInvoiceProfile): string => {
  const { currency, lines, seller, buyer, event } = document
  const money = (minor: number) => amountOf(minor, currency).text
  const categoryOf = categoriesOf(document)
  const percent = ({ rate }: Category) => leaf('ram:RateApplicablePercent', (rate / 100).toFixed(2))
  const groups = [...Map.groupBy(lines, ({ rate }) => rate)].flatMap(([rate, ofRate]) => {
    const category = categoryOf(rate)
    const tax = sum(document.taxes.filter((each) => each.rate === rate).map((each) => each.tax))
    return category === null ? [] : [{ category, tax, net: sum(ofRate.map(({ net }) => net)) }]
  })
  const isOutside = groups.some(({ category }) => category.code === 'O')
  const lineNodes = lines.map((line, index) => {
    const category = categoryOf(line.rate)
    return node(
      'ram:IncludedSupplyChainTradeLineItem',
      node('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(index + 1))),
      node(
        'ram:SpecifiedTradeProduct',
        leaf('ram:Name', line.name ?? (line.kind === 'FEE' ? 'Service fee' : event.title)),
      ),
      node(
        'ram:SpecifiedLineTradeAgreement',
        node(
          'ram:NetPriceProductTradePrice',
          // The price of the whole quantity, so that no unit price has to be rounded.
          leaf('ram:ChargeAmount', money(line.net)),
          leaf('ram:BasisQuantity', String(line.quantity), ' unitCode="C62"'),
        ),
      ),
      node('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', String(line.quantity), ' unitCode="C62"')),
      node(
        'ram:SpecifiedLineTradeSettlement',
        category === null
          ? ''
          : node(
              'ram:ApplicableTradeTax',
              leaf('ram:TypeCode', 'VAT'),
              leaf('ram:CategoryCode', category.code),
              // EN 16931 forbids a rate here outside the scope of tax (BR-O-05). XRechnung requires it below (BR-DE-14).
              category.code === 'O' ? '' : percent(category),
            ),
        node('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', money(line.net))),
      ),
    )
  })
  const settlement = node(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', document.orderNumber),
    leaf('ram:InvoiceCurrencyCode', currency),
    node('ram:SpecifiedTradeSettlementPaymentMeans', leaf('ram:TypeCode', meansOf(document.method))),
    ...groups.map(({ category, tax, net }) =>
      node(
        'ram:ApplicableTradeTax',
        leaf('ram:CalculatedAmount', money(tax)),
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:ExemptionReason', category.reason),
        leaf('ram:BasisAmount', money(net)),
        leaf('ram:CategoryCode', category.code),
        percent(category),
      ),
    ),
    node(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', money(document.net)),
      leaf('ram:TaxBasisTotalAmount', money(document.net)),
      leaf('ram:TaxTotalAmount', money(document.tax), ` currencyID="${currency}"`),
      leaf('ram:GrandTotalAmount', money(document.gross)),
      leaf('ram:TotalPrepaidAmount', money(document.gross)),
      leaf('ram:DuePayableAmount', money(0)),
    ),
    node('ram:InvoiceReferencedDocument', leaf('ram:IssuerAssignedID', document.precedes)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${NAMESPACES}>${node(
    'rsm:ExchangedDocumentContext',
    profile === 'XRECHNUNG'
      ? node('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', PROCESS))
      : '',
    node('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', GUIDELINES[profile])),
  )}${node(
    'rsm:ExchangedDocument',
    leaf('ram:ID', document.number),
    leaf('ram:TypeCode', document.kind === 'INVOICE' ? '380' : '381'),
    dateNode('ram:IssueDateTime', document.issuedOn),
    node('ram:IncludedNote', leaf('ram:Content', `${event.title}, ${event.startsOn}`)),
    node('ram:IncludedNote', leaf('ram:Content', seller.footer)),
  )}${node(
    'rsm:SupplyChainTradeTransaction',
    ...lineNodes,
    node(
      'ram:ApplicableHeaderTradeAgreement',
      leaf('ram:BuyerReference', buyer?.reference ?? null),
      ...parties(document, isOutside),
    ),
    node(
      'ram:ApplicableHeaderTradeDelivery',
      node('ram:ActualDeliverySupplyChainEvent', dateNode('ram:OccurrenceDateTime', event.startsOn)),
    ),
    settlement,
  )}</rsm:CrossIndustryInvoice>\n`
}
