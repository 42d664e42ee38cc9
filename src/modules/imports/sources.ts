import { foldHeading, type HeadingMeaning } from '../../kernel/column-headings.ts'
import { isCurrency } from '../../kernel/money.ts'

/** Products whose guest lists have their own columns. */
export const LIST_SOURCES = ['CSV', 'LUMA', 'EVENTBRITE', 'PRETIX'] as const
export type ListSource = (typeof LIST_SOURCES)[number]

interface KnownList {
  /** Completes "The file isn’t …". */
  title: string
  /** Headings that identify a list: it has at least one from each entry. */
  required: readonly (readonly string[])[]
  /** Meaning of the product's own columns. Null for ignored columns. All other columns are questions. */
  columns: Readonly<Record<string, HeadingMeaning | null>>
}

/**
 * Headings according to public importers of these lists and their tests, as of 27 November 2026. No real export was
 * available.
 */
const LISTS: Readonly<Partial<Record<ListSource, KnownList>>> = {
  LUMA: {
    title: 'a guest list of Luma',
    required: [['api_id', 'guest_id'], ['name'], ['email'], ['approval_status']],
    columns: {
      api_id: 'reference',
      guest_id: 'reference',
      name: 'name',
      first_name: 'firstName',
      last_name: 'lastName',
      email: 'email',
      phone_number: null,
      created_at: 'registeredAt',
      approval_status: 'status',
      checked_in_at: 'checkedInAt',
      custom_source: null,
      utm_source: null,
      qr_code_url: 'code',
      amount: 'amount',
      amount_tax: null,
      amount_discount: null,
      currency: 'currency',
      coupon_code: null,
      eth_address: null,
      solana_address: null,
      survey_response_rating: null,
      survey_response_feedback: null,
      ticket_type_id: null,
      ticket_name: 'ticket',
    },
  },
  EVENTBRITE: {
    title: 'an attendee list of Eventbrite',
    required: [['Order #'], ['Attendee #'], ['Email'], ['Attendee Status'], ['Ticket Type']],
    columns: {
      'Order #': 'orderReference',
      'Order Date': 'registeredAt',
      Date: 'registeredAt',
      'First Name': 'firstName',
      'Last Name': 'lastName',
      Surname: 'lastName',
      Email: 'email',
      Quantity: null,
      QTY: null,
      'Price Tier': null,
      'Ticket Type': 'ticket',
      'Attendee #': 'reference',
      'Barcode #': 'code',
      Barcode: 'code',
      Group: null,
      'Order Type': null,
      Currency: 'currency',
      'Total Paid': 'amount',
      Amount: 'amount',
      'Fees Paid': null,
      'Eventbrite Fees': null,
      'Eventbrite Payment Processing': null,
      'Attendee Status': 'status',
      'Checked In': 'checkedInAt',
      'Date Attending': null,
    },
  },
}

const CURRENCY_IN_HEADING = /\s*\(([A-Z]{3})\)\s*$/

const listOf = (source: ListSource) => {
  const list = LISTS[source]
  return list === undefined
    ? null
    : {
        ...list,
        required: list.required.map((any) => any.map((heading) => foldHeading(heading))),
        columns: new Map(Object.entries(list.columns).map(([heading, meaning]) => [foldHeading(heading), meaning])),
      }
}

const plain = (heading: string) => foldHeading(heading.replace(CURRENCY_IN_HEADING, ''))

/** Returns the meaning of a product's own column: undefined if the product doesn't have it. */
export const meaningInSource = (heading: string, source: ListSource): HeadingMeaning | null | undefined =>
  listOf(source)?.columns.get(plain(heading))

/** Returns the currency in a heading such as `Total Paid (USD)`. */
export const currencyOfHeadings = (headings: readonly string[]) =>
  headings
    .map((heading) => CURRENCY_IN_HEADING.exec(heading)?.[1])
    .find((code) => code !== undefined && isCurrency(code)) ?? null

/** Returns the product's headings that are missing from the row. */
export const lackingIn = (row: readonly string[], source: ListSource): { title: string; heading: string } | null => {
  const [list, known] = [listOf(source), LISTS[source]]
  if (list === null || known === undefined) return null
  const folded = new Set(row.map(plain))
  const at = list.required.findIndex((any) => !any.some((heading) => folded.has(heading)))
  return at === -1 ? null : { title: known.title, heading: known.required[at]?.join("' or '") ?? '' }
}

/** Returns the product whose list has these headings, or `CSV`. */
export const listSourceOf = (row: readonly string[]): ListSource =>
  LIST_SOURCES.find((source) => LISTS[source] !== undefined && lackingIn(row, source) === null) ?? 'CSV'
