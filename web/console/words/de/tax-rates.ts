import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Steuer',
  lead: 'Preise enthalten die Steuer. Bestellungen zeigen den Betrag, zum Satz bei der Bestellung.',
  name: 'Name',
  example: 'USt.',
  percent: 'Satz in %',
  makeDefault: 'Für alle Tickets verwenden',
  makeDefaultHint: 'Für jedes Ticket ohne eigenen Satz.',
  isDefault: 'Standard',
  add: 'Steuersatz hinzufügen',
  remove: 'Löschen',
  ofTicket: 'Steuersatz',
  usual: 'Der übliche',
  isNet: 'Preis ist netto',
  buyersPay: (total, tax, rate) => `Käufer zahlen ${total}, darin ${tax} Steuer (${rate}).`,
}
