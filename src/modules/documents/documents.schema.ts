import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from '../../kernel/vocabulary.ts'
import { Currency, Email, InstantOutput, LocaleField, manyLines, oneLine, PageQuery } from '../../kernel/wire.ts'

const Money = lazy(() => z.int().min(0))
const optionalLine = (most: number) => oneLine(most).nullable().optional()
const Country = lazy(() =>
  z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'must be a country code of two letters, such as DE'),
)

const address = () => ({
  line1: oneLine(200).describe('Street and number.'),
  line2: optionalLine(200),
  postalCode: optionalLine(20),
  city: oneLine(100),
  country: Country().describe('Country code of ISO 3166-1, such as DE.'),
})

const addressOutput = () => ({
  line1: z.string(),
  line2: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string(),
  country: z.string(),
})

export const SellerChange = lazy(() =>
  z
    .object({
      documents: z
        .enum(DOCUMENT_MODES)
        .describe(
          'When the calendar issues invoices: OFF, ON_REQUEST (when the buyer or the organiser asks) or ALWAYS (also when an order up to `simplifiedUpTo` is paid).',
        ),
      name: oneLine(200),
      ...address(),
      email: Email().nullable().optional(),
      phone: optionalLine(50),
      contact: optionalLine(200).describe('Contact person.'),
      vatId: optionalLine(30).describe('VAT identification number.'),
      taxNumber: optionalLine(50).describe('Tax number.'),
      registerEntry: optionalLine(200).describe('Court and number in the commercial or association register.'),
      smallBusiness: z
        .boolean()
        .optional()
        .describe('Whether you charge no tax under a scheme for small businesses. Default: false.'),
      simplifiedUpTo: z
        .int()
        .min(0)
        .max(100_000_000)
        .optional()
        .describe('Highest total of an invoice without the buyer’s address, in minor units. Default: 25000.'),
      simplifiedCurrency: Currency()
        .optional()
        .describe(
          'Currency of `simplifiedUpTo`. In all other currencies, an invoice needs the address. Default: the calendar’s currency.',
        ),
      footer: manyLines(500).nullable().optional().describe('Text at the end of each document.'),
      keepYears: z
        .int()
        .min(6)
        .max(12)
        .optional()
        .describe('Full years that documents are kept after the year of their issue. Default: 10.'),
    })
    .refine(({ vatId, taxNumber }) => (vatId ?? null) !== null || (taxNumber ?? null) !== null, {
      path: ['taxNumber'],
      message: 'must be set, unless vatId is set',
    })
    .meta({
      id: 'SellerChange',
      examples: [
        {
          documents: 'ON_REQUEST',
          name: 'Kulturverein Lindenhof e.V.',
          line1: 'Lindenstraße 1',
          postalCode: '50674',
          city: 'Köln',
          country: 'DE',
          taxNumber: '217/5950/1234',
        },
      ],
    }),
)

const sellerOutput = () => ({
  name: z.string(),
  ...addressOutput(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  contact: z.string().nullable(),
  vatId: z.string().nullable(),
  taxNumber: z.string().nullable(),
  registerEntry: z.string().nullable(),
  smallBusiness: z.boolean(),
  footer: z.string().nullable(),
})

export const CalendarSeller = lazy(() =>
  z
    .object({
      documents: z.string().meta({
        description: 'When invoices are issued: OFF, ON_REQUEST or ALWAYS. OFF until the seller is entered.',
      }),
      ...sellerOutput(),
      simplifiedUpTo: z.int(),
      simplifiedCurrency: z.string(),
      keepYears: z.int(),
      updatedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'CalendarSeller' }),
)

export const InvoiceRequest = lazy(() =>
  z
    .object({
      name: oneLine(200).describe('Name of the person, also for a company.'),
      company: optionalLine(200),
      line1: optionalLine(200).describe('Street and number.'),
      line2: optionalLine(200),
      postalCode: optionalLine(20),
      city: optionalLine(100),
      country: Country().nullable().optional().describe('Country code of ISO 3166-1, such as DE.'),
      vatId: optionalLine(30).describe('VAT identification number of the buyer.'),
      reference: optionalLine(100).describe('The buyer’s reference, such as an order number or a Leitweg-ID.'),
      email: Email().nullable().optional(),
    })
    .meta({
      id: 'InvoiceRequest',
      examples: [
        {
          name: 'Ada Byron',
          company: 'Byron GmbH',
          line1: 'Ring 2',
          postalCode: '10115',
          city: 'Berlin',
          country: 'DE',
        },
      ],
    }),
)

export const OrderDocument = lazy(() =>
  z
    .object({
      id: z.string(),
      number: z.string().describe('Series and number, such as R2026-00042. Numbers of a series have no gaps.'),
      kind: z.string().meta({ description: `Kind of document: ${DOCUMENT_KINDS.join(' or ')}.` }),
      orderId: z.string(),
      orderNumber: z.string(),
      refundId: z.string().nullable().describe('Refund that the document is for. Null for an order’s invoice.'),
      precedes: z.string().nullable().describe('Number of the document that this one credits or corrects.'),
      issuedAt: InstantOutput(),
      issuedOn: z.string().describe('Date of issue in the calendar’s time zone.'),
      keepUntil: InstantOutput().describe(
        'The document is deleted after this time at the earliest, even if the buyer is erased.',
      ),
      paidAt: InstantOutput(),
      method: z.string().describe('How the buyer paid: ONLINE, BANK or HAND.'),
      seller: z.object(sellerOutput()).meta({ id: 'DocumentSeller' }),
      buyer: z
        .object({
          name: z.string(),
          company: z.string().nullable(),
          line1: z.string().nullable(),
          line2: z.string().nullable(),
          postalCode: z.string().nullable(),
          city: z.string().nullable(),
          country: z.string().nullable(),
          vatId: z.string().nullable(),
          reference: z.string().nullable(),
          email: z.string().nullable(),
        })
        .meta({ id: 'DocumentBuyer' })
        .nullable()
        .describe('Null once it was erased after `keepUntil`.'),
      event: z.object({
        title: z.string(),
        startsOn: z.string().describe('Local date of the event.'),
      }),
      currency: z.string(),
      lines: z
        .array(
          z
            .object({
              kind: z.string().describe('ITEM, FEE (service fee) or REFUND (part of a refund with one tax rate).'),
              name: z.string().nullable().describe('Ticket or add-on. Null for FEE and REFUND.'),
              quantity: z.int(),
              unitPrice: Money(),
              discount: Money(),
              gross: Money(),
              net: Money(),
              rate: z.int().nullable().describe('Tax rate in hundredths of a percent. Null without a tax rate.'),
            })
            .meta({ id: 'DocumentLine' }),
        )
        .describe('Amounts are positive in credit notes, too.'),
      taxes: z
        .array(
          z
            .object({
              name: z.string(),
              rate: z.int().describe('Hundredths of a percent: 1900 is 19 %.'),
              category: z.string().describe('Category of EN 16931, such as S.'),
              reason: z.string().nullable().describe('Reason for charging no tax.'),
              gross: Money(),
              net: Money(),
              tax: Money(),
            })
            .meta({ id: 'DocumentTax' }),
        )
        .describe('Tax by rate. Lines without a tax rate are left out.'),
      net: Money(),
      tax: Money(),
      gross: Money(),
      eInvoices: z
        .array(z.string())
        .describe('Profiles in which the document is available as an electronic invoice: EN16931, XRECHNUNG.'),
    })
    .meta({ id: 'Document' }),
)
export type DocumentOutput = SchemaOutput<typeof OrderDocument>

export const OwnDocuments = lazy(() =>
  z
    .object({
      canRequest: z.boolean().describe('Whether you can request an invoice with this link now.'),
      needsAddress: z
        .boolean()
        .describe('Whether the invoice needs `line1`, `city` and `country`, because of its amount.'),
      documents: z.array(OrderDocument()),
    })
    .meta({ id: 'OwnDocuments' }),
)
export type OwnDocumentsOutput = SchemaOutput<typeof OwnDocuments>

/** A document that is kept when its buyer is erased. */
export const KeptDocument = lazy(() =>
  z
    .object({
      id: z.string(),
      number: z.string(),
      until: InstantOutput().describe('The document is deleted after this time at the earliest.'),
    })
    .meta({ id: 'KeptDocument' }),
)

export const EInvoiceQuery = lazy(() =>
  z.object({
    profile: z.enum(['EN16931', 'XRECHNUNG']).default('EN16931').describe('EN16931 or XRECHNUNG. Default: EN16931.'),
  }),
)

export const PrintQuery = lazy(() =>
  z.object({ locale: LocaleField().optional().describe('Language. Default: the buyer’s, otherwise the calendar’s.') }),
)

export const DocumentListQuery = lazy(() =>
  PageQuery().extend({ orderId: z.string().max(100).optional().describe('Id of an order.') }),
)
