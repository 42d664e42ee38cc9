import type { DocumentFacts } from '../../../src/kernel/document-facts.ts'

export const BUYER = {
  name: 'Ada Byron',
  company: 'Byron & Co <GmbH>',
  line1: 'Ring 2',
  line2: null,
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: 'DE987654321',
  reference: '04011000-12345-67',
  email: 'ada@example.org',
}

export const RATES = {
  high: { id: 'tax_high', name: 'VAT', rate: 1_900, category: 'S' },
  low: { id: 'tax_low', name: 'VAT', rate: 700, category: 'S' },
  odd: { id: 'tax_odd', name: 'VAT', rate: 1_337, category: 'S' },
  zero: { id: 'tax_zero', name: 'Zero-rated', rate: 0, category: 'Z' },
  exempt: { id: 'tax_exempt', name: 'Exempt', rate: 0, category: 'E' },
}

interface Sold {
  seats: readonly { ticketId: string; price: number; percentOff: number }[]
  addons?: readonly { quantity: number; price: number; isPerSeat: boolean }[]
  fee?: number
}

/** What the first invoice of such an order states. */
export const factsOf = ({ seats, addons = [], fee = 0 }: Sold): DocumentFacts => {
  const sold = seats.map(({ ticketId, price, percentOff }, index) => ({
    guestId: `gst_${index}`,
    ticketId,
    ticketName: `Ticket & ${ticketId}`,
    price,
    discount: Math.floor((price * percentOff) / 100),
    fee: index === 0 ? fee : 0,
  }))
  const more = addons.map(({ quantity, price, isPerSeat }, index) => ({
    addonId: `add_${index}`,
    name: `T-shirt <${index}>`,
    per: isPerSeat ? 'SEAT' : 'ORDER',
    guestId: 'gst_0',
    quantity,
    price,
  }))
  const total =
    sold.reduce((sum, { price, discount }) => sum + price - discount, fee) +
    more.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  return {
    seller: {
      name: 'Kulturverein & Freunde "Lindenhof" e.V.',
      line1: 'Lindenstraße 1',
      line2: 'Hof',
      postalCode: '50674',
      city: 'Köln',
      country: 'DE',
      email: 'kasse@example.org',
      phone: '+49 221 1234567',
      contact: 'Eva Muster',
      vatId: 'DE123456789',
      taxNumber: '217/5950/1234',
      registerEntry: null,
      smallBusiness: false,
      footer: 'Vielen Dank!',
    },
    timezone: 'Europe/Berlin',
    event: { title: 'Ball', startAt: Date.UTC(2026, 11, 5, 18), startDate: null, timezone: 'Europe/Berlin' },
    order: {
      number: 'ABCDEF123456',
      currency: 'EUR',
      total,
      paidAt: Date.UTC(2026, 11, 31, 23, 30),
      method: 'ONLINE',
      guestId: 'gst_0',
      ticketId: 'high',
      ticketName: 'Ticket',
      price: total,
      discount: 0,
      fee,
    },
    seats: sold,
    addons: more,
    rates: { ...RATES, none: null, add_0: RATES.low },
    reasons: { tax_exempt: 'Cultural event' },
    precedes: null,
    before: null,
    after: [],
  }
}
