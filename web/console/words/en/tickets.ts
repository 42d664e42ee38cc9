import { area } from '../loaded.ts'

const english = {
  list: {
    newTicket: 'New ticket',
    empty: 'No tickets yet',
    emptyHint: 'People can register without one. Add a ticket to set a price or its own number of seats.',
    price: 'Price',
    seats: 'Seats',
    hidden: 'hidden',
    needsApproval: 'needs approval',
    order: 'Order',
    moveUp: (ticket: string) => `Move “${ticket}” up`,
    moveDown: (ticket: string) => `Move “${ticket}” down`,
  },
  statuses: {
    ON_SALE: 'On sale',
    SCHEDULED: 'Not yet on sale',
    SOLD_OUT: 'Sold out',
    ENDED: 'Sales ended',
    PAUSED: 'Paused',
  },
  sheet: {
    newTicket: 'New ticket',
    description: 'Description',
    price: 'Price',
    blankIsFree: 'blank = free',
    buyersChoose: 'Buyers choose the price',
    buyersChooseHint: 'Each buyer decides what to pay, within your limits.',
    priceAtLeast: 'At least',
    priceSuggested: 'We suggest',
    priceAtMost: 'At most',
    blankIsNoLimit: 'blank = no limit',
    currency: 'Currency',
    seats: 'Seats',
    blankIsUnlimited: 'blank = unlimited',
    onSaleFrom: 'On sale from',
    onSaleUntil: 'Until',
    minPerOrder: 'Minimum per order',
    maxPerOrder: 'Maximum per order',
    requireApproval: 'Require approval',
    hidden: 'Hidden',
    hiddenHint: 'Not shown on the page.',
    paused: 'Paused',
    pausedHint: 'Guests can’t get it for now.',
    create: 'Create ticket',
    save: 'Save ticket',
    created: 'The ticket is on sale.',
    saved: 'Ticket saved.',
    delete: 'Delete…',
  },
  deletion: {
    title: (ticket: string) => `Delete “${ticket}”?`,
    action: 'Delete ticket',
    hint: 'You can’t delete a ticket that a guest holds. Pause or hide it instead.',
  },
}

export type TicketsWords = typeof english

export const ticketsWords = area('tickets', english)
