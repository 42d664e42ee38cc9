import { area } from '../loaded.ts'

const english = {
  title: 'Invoices',
  lead: 'The issuer of your invoices. Each document copies these details, and issued documents can’t be changed.',
  mode: 'Issue invoices',
  modes: {
    OFF: 'Never',
    ON_REQUEST: 'On request',
    ALWAYS: 'For every paid order up to 250, and on request',
  } as Record<string, string>,
  name: 'Name of the seller',
  line1: 'Street and number',
  line2: 'Address, second line',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  vatId: 'VAT ID',
  taxNumber: 'Tax number',
  registerEntry: 'Register entry',
  contact: 'Contact person',
  email: 'Email',
  phone: 'Phone',
  smallBusiness: 'We charge no tax (scheme for small businesses)',
  footer: 'Text at the end',
  save: 'Save',
  saved: 'Saved',
  keepsText: 'Documents are kept for 10 years after the year of their issue. Until then, the calendar can’t be erased.',
  list: 'Invoices and credit notes',
  empty: 'No invoices yet',
  emptyText: 'Buyers request invoices on their order page.',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  more: 'Show more',
  books: {
    title: 'Books of this year',
    lead: 'Each payment and refund once, with tax.',
    none: 'No payments this year.',
    download: 'Download CSV',
    noRate: 'Without tax rate',
    net: 'Net',
    tax: 'Tax',
  },
}

export type DocumentsWords = typeof english

export const documentsWords = area('documents', english)
