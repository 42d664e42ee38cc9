import { area } from '../loaded.ts'

const english = {
  title: 'Money',
  lead: 'Income of the last year by currency. We never add currencies together.',
  income: {
    none: 'No sales in the last year.',
    netIn: (currency: string) => `Net in ${currency}`,
    gross: 'Gross',
    refunded: 'Refunded',
  },
  recent: {
    title: 'Recent orders',
    empty: 'No orders with a price yet',
    emptyText: 'Orders of all events show up here. Free ones are in each event.',
    more: 'Show more orders',
  },
  onSale: { title: 'On sale', none: 'No upcoming event has paid tickets.' },
}

export type MoneyWords = typeof english

export const moneyWords = area('money', english)
