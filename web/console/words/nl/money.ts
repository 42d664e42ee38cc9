import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Inkomsten',
  lead: 'Inkomsten van het afgelopen jaar per valuta. We tellen valuta’s nooit bij elkaar op.',
  income: {
    none: 'Geen verkoop in het afgelopen jaar.',
    netIn: (currency) => `Netto in ${currency}`,
    gross: 'Bruto',
    refunded: 'Terugbetaald',
  },
  recent: {
    title: 'Recente bestellingen',
    empty: 'Nog geen bestellingen met een prijs',
    emptyText: 'Bestellingen van alle evenementen verschijnen hier. Gratis bestellingen staan bij elk evenement.',
    more: 'Meer bestellingen tonen',
  },
  onSale: { title: 'In de verkoop', none: 'Geen evenement op komst heeft betaalde tickets.' },
}
