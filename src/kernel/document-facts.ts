/** The data of an invoice or a credit note, copied when it was issued. */

export interface PostalAddress {
  line1: string
  line2: string | null
  postalCode: string | null
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface Seller extends PostalAddress {
  name: string
  email: string | null
  phone: string | null
  contact: string | null
  vatId: string | null
  taxNumber: string | null
  registerEntry: string | null
  /** Whether the seller charges no tax because their sales are below the limit of a scheme for small businesses. */
  smallBusiness: boolean
  footer: string | null
}

/** A buyer who gave no address has at least a name. */
export interface InvoiceBuyer extends Partial<Record<keyof PostalAddress, string | null>> {
  name: string
  company?: string | null
  vatId?: string | null
  /** The buyer's own reference, such as a purchase order number or a Leitweg-ID. */
  reference?: string | null
  email: string | null
}

export interface SoldSeat {
  guestId: string
  ticketId: string
  ticketName: string
  price: number
  discount: number
  /** Service fee of the seat. Missing in facts from before service fees. */
  fee?: number
}

export interface SoldAddon {
  addonId: string
  name: string
  per: string
  guestId: string
  quantity: number
  price: number
}

export interface SoldRate {
  id: string
  name: string
  rate: number
  category: string
}

export interface RefundedPart {
  id: string
  amount: number
  guestIds: readonly string[] | null
}

/** Data from which amounts and tax are computed. */
export interface PostingFacts {
  order: {
    guestId: string
    ticketId: string
    ticketName: string
    price: number
    discount: number
    /** Service fee, part of the total. */
    fee: number
    /** Whether refunds of seats include their fee. Missing in facts from before service fees. */
    isFeeRefundable?: boolean
  }
  /** Empty for an order of one guest. */
  seats: readonly SoldSeat[]
  addons: readonly SoldAddon[]
  /** Tax rate of each ticket and add-on, by its id. */
  rates: Readonly<Record<string, SoldRate | null>>
  /**
   * Refunds known before this document or posting, and together with it. Null if nothing was sold: before a first
   * invoice or a payment, and after a cancellation of everything. The amounts are the difference.
   */
  before: readonly RefundedPart[] | null
  after: readonly RefundedPart[] | null
}

export interface DocumentFacts extends PostingFacts {
  seller: Seller
  /** Time zone of the calendar. */
  timezone: string
  event: { title: string; startAt: number; startDate: string | null; timezone: string }
  order: PostingFacts['order'] & {
    number: string
    currency: string
    total: number
    paidAt: number
    method: string
  }
  /** Reasons for charging no tax, by the id of the rate. */
  reasons: Readonly<Record<string, string>>
  /** Number of the invoice that is credited or corrected. */
  precedes: string | null
}
