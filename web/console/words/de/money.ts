import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Einnahmen',
  lead: 'Einnahmen des letzten Jahres nach Währung. Wir rechnen Währungen nie zusammen.',
  income: {
    none: 'Keine Verkäufe im letzten Jahr.',
    netIn: (currency) => `Netto in ${currency}`,
    gross: 'Brutto',
    refunded: 'Erstattet',
  },
  recent: {
    title: 'Neueste Bestellungen',
    empty: 'Noch keine Bestellungen mit Preis',
    emptyText:
      'Hier erscheinen die Bestellungen aller Veranstaltungen. Kostenlose finden Sie in der jeweiligen Veranstaltung.',
    more: 'Weitere Bestellungen zeigen',
  },
  onSale: { title: 'Im Verkauf', none: 'Keine kommende Veranstaltung hat kostenpflichtige Tickets.' },
}
