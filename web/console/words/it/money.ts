import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Incassi',
  lead: 'Gli incassi dell’ultimo anno per valuta. Non sommiamo mai valute diverse.',
  income: {
    none: 'Nessuna vendita nell’ultimo anno.',
    netIn: (currency) => `Netto in ${currency}`,
    gross: 'Lordo',
    refunded: 'Rimborsato',
  },
  recent: {
    title: 'Ordini recenti',
    empty: 'Ancora nessun ordine a pagamento',
    emptyText: 'Qui compaiono gli ordini di tutti gli eventi. Quelli gratuiti sono in ogni evento.',
    more: 'Mostra altri ordini',
  },
  onSale: { title: 'In vendita', none: 'Nessun evento in arrivo ha biglietti a pagamento.' },
}
